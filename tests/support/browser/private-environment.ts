import { startTestEnvironment, type TestEnvironment } from '../environment.ts';
import { standalone } from './standalone.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

/**
 * A whole shop of this file's own, for faults and clocks that no other test may meet. The helpers
 * that ask `outside()` find it, and so does every relative address.
 */
export const test = base.extend<object, { readonly environment: TestEnvironment }>({
  environment: [
    standalone<TestEnvironment>(async (use) => {
      const shared = { ...process.env };
      const environment = await startTestEnvironment();
      process.env['WEBPAY_E2E_URL'] = environment.url;
      process.env['WEBPAY_E2E_SANDBOX_URL'] = environment.sandboxUrl;
      await use(environment);
      process.env['WEBPAY_E2E_URL'] = shared['WEBPAY_E2E_URL'];
      process.env['WEBPAY_E2E_SANDBOX_URL'] = shared['WEBPAY_E2E_SANDBOX_URL'];
      await environment.stop();
    }),
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
  baseURL: async ({ environment }, provide) => {
    await provide(environment.url);
  },
});
