import type { CallRequest } from '@webpay/contract/calls';
import type { TestShop } from './environment.ts';
import { createShopper, payCard, want } from './shopper.ts';
import { DAY_MS, moveClock } from './shop-days.ts';

type Choice = Omit<CallRequest<'bargainInfo'>, 'website_code'>;

/** A player of the bargain event, in a shop whose clock a test moves. */
export type Bargainer = Awaited<ReturnType<typeof createBargainer>>;

/** Exceeds the days that any bargain takes by signing in alone. */
const MAX_DAYS = 14;

export async function createBargainer(
  environment: Pick<TestShop, 'url' | 'sandboxUrl' | 'metricsUrl' | 'workerMetricsUrl'>,
  options?: Parameters<typeof createShopper>[1],
) {
  const shopper = await createShopper(environment, options);
  let client = shopper.client;
  let today = 0;
  const moveBy = async (offsetMs: number) => {
    await moveClock(environment, offsetMs);
    client = shopper.clientAt(offsetMs);
  };
  /** Moves the shop to its day after this many days; later calls of this player follow. */
  const onDay = async (day: number) => {
    await moveBy(day * DAY_MS);
    today = day;
  };
  const info = (choice: Choice = {}) => want(client.call('bargainInfo', choice));
  return {
    ...shopper,
    get client() {
      return client;
    },
    payByCard: (opened: Parameters<typeof payCard>[2], number: string) =>
      payCard(environment, client, opened, number),
    onDay,
    /** Moves the shop to this moment (ms since the epoch). */
    at: (ms: number) => moveBy(ms - Date.now()),
    info,
    /** Signs in and spins each day until this pack can be bought. */
    lowerToMinimum: async (packId: string) => {
      await want(client.call('bargainChoose', { pack_id: packId }));
      for (let day = 0; day < MAX_DAYS; day += 1) {
        if (day > 0) await onDay(today + 1);
        await client.call('bargainClaim', { task: 'sign_in' });
        await client.call('bargainSpin', {});
        const now = await info();
        if (now.state === 'at_minimum') return now;
      }
      throw new Error(`${packId} is never at its minimum: ${JSON.stringify(await info())}`);
    },
  };
}
