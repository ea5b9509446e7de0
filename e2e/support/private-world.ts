import { startWorld, type World } from '../../tools/world.ts';
import { standalone } from './standalone.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

/**
 * A whole shop of this file's own, for faults and clocks that no other test may meet. The helpers
 * that ask `outside()` find it, and so does every relative address.
 */
export const test = base.extend<object, { readonly world: World }>({
  world: [
    standalone<World>(async (use) => {
      const shared = { ...process.env };
      const world = await startWorld();
      process.env['WEBPAY_E2E_URL'] = world.url;
      process.env['WEBPAY_E2E_SANDBOX_URL'] = world.sandboxUrl;
      await use(world);
      process.env['WEBPAY_E2E_URL'] = shared['WEBPAY_E2E_URL'];
      process.env['WEBPAY_E2E_SANDBOX_URL'] = shared['WEBPAY_E2E_SANDBOX_URL'];
      await world.stop();
    }),
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
  baseURL: async ({ world }, provide) => {
    await provide(world.url);
  },
});
