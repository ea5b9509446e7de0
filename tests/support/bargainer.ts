import type { CallRequest, CallResult } from '@webpay/contract/calls';
import type { TestShop } from './environment.ts';
import { createShopper, want, type Shopper } from './shopper.ts';
import { DAY_MS, moveClock } from './shop-days.ts';

type Info = CallResult<'bargainInfo'>;
type Choice = Omit<CallRequest<'bargainInfo'>, 'website_code'>;

/** A player of the bargain event, in a shop whose clock a test moves. */
export type Bargainer = Shopper & {
  /** Moves the shop to its day after this many days; later calls of this player follow. */
  onDay(day: number): Promise<void>;
  /** Moves the shop to this moment (ms since the epoch). */
  at(ms: number): Promise<void>;
  info(choice?: Choice): Promise<Info>;
  /** Signs in and spins each day until this pack can be bought. */
  lowerToMinimum(packId: string): Promise<Info>;
};

/** Exceeds the days that any bargain takes by signing in alone. */
const MOST_DAYS = 14;

export async function createBargainer(
  environment: Pick<TestShop, 'url' | 'sandboxUrl' | 'metricsUrl' | 'workerMetricsUrl'>,
  options?: Parameters<typeof createShopper>[1],
): Promise<Bargainer> {
  const shopper = await createShopper(environment, options);
  let client = shopper.client;
  let today = 0;
  const moveBy = async (offsetMs: number) => {
    await moveClock(environment, offsetMs);
    client = shopper.clientAt(offsetMs);
  };
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
    payByCard: async ({ pay }, number) => {
      if (pay?.kind !== 'payermax_card') throw new Error('not a card order');
      const paymentToken = await shopper.tokenise(pay, number);
      return want(client.call('payermaxCard', { sessionKey: pay.session_key, paymentToken }));
    },
    onDay,
    at: (ms) => moveBy(ms - Date.now()),
    info,
    lowerToMinimum: async (packId) => {
      await want(client.call('bargainChoose', { pack_id: packId }));
      for (let day = 0; day < MOST_DAYS; day += 1) {
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
