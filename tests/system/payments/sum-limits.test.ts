import type { StoreClient } from '@webpay/contract/client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { editedCatalogue, type EditedCatalogue } from '../../support/edited-catalogue.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { DAY_MS, moveAllClocks } from '../../support/shop-days.ts';
import {
  answerChallenge,
  CARDS,
  createShopper,
  orderFields,
  payCard,
  times,
  want,
  type Shopper,
} from '../../support/shopper.ts';

const environment = sharedEnvironment({ env: { LIMIT_SCALE: '1' } });
/** 99.99 US dollars a piece. */
const DEAR = 'gems-6480';
const MINUTE_MS = 60_000;
const DAY_USD = 1_500;
const FIRST_DAY_USD = 1_200;

let catalogue: EditedCatalogue;
beforeAll(async () => {
  catalogue = await editedCatalogue(environment().databaseUrl);
  const cart = 'cart_usd_limit: 1000';
  const sums = `day_usd_limit: ${DAY_USD}\nfirst_day_usd_limit: ${FIRST_DAY_USD}`;
  await catalogue.editProject('miniflix', cart, `${cart}\n${sums}`);
  await catalogue.import();
  // The server reads a new catalogue within a second.
  const probe = await createShopper(environment());
  await vi.waitUntil(() => isRefusedOnFirstDay(probe), { timeout: 60_000 });
});
afterEach(() => moveAllClocks(environment(), 0));
afterAll(() => catalogue?.remove());

function fields(count: number, source: 'direct' | 'cart' = 'direct') {
  const products = JSON.stringify([{ product_id: DEAR, count }]);
  return { ...orderFields(DEAR), source, products };
}

const create = (shopper: Shopper, count: number, client: StoreClient = shopper.client) =>
  client.call('orderCreate', fields(count));

async function buy(shopper: Shopper, count: number, card: string, client = shopper.client) {
  const opened = await want(create(shopper, count, client));
  return (await payCard(environment(), client, opened, card)).state;
}

const passes = (limit: string, max: number, amount: string) => ({
  code: 20008,
  result: { limit, max, left: { amount, currency: 'USD' } },
});

/** Whether the edited limits hold: with the seeded ones, a character that paid 999.90 dollars may pay 999.90 more. */
async function isRefusedOnFirstDay(probe: Shopper): Promise<boolean> {
  probeState ??= await buy(probe, 10, CARDS.success);
  const { code } = await create(probe, 10);
  return code === 20008;
}
let probeState: string | undefined;

describe('the sum of an order (14.16)', () => {
  it('is 1,000 dollars at most for one good bought directly, as for the cart', async () => {
    const shopper = await createShopper(environment());
    expect(await create(shopper, 11)).toMatchObject(passes('order', 1_000, '1000.00'));
    expect(await create(shopper, 9_999)).toMatchObject(passes('order', 1_000, '1000.00'));
    expect((await create(shopper, 10)).code).toBe(200);
  });

  it('counts dollars in every currency', async () => {
    const shopper = await createShopper(environment());
    const abroad = { ...fields(11), country: 'JP' };
    const answer = await shopper.client.call('orderCreate', abroad);
    expect(answer).toMatchObject(passes('order', 1_000, '1000.00'));
  });
});

describe('the sum of a new character (14.16)', () => {
  it('counts payments, and neither declined nor unpaid orders', async () => {
    const shopper = await createShopper(environment());
    expect(await buy(shopper, 10, CARDS.declined)).toBe('failed');
    expect((await create(shopper, 9)).code).toBe(200);
    expect(await buy(shopper, 10, CARDS.success)).toBe('success');
    expect(await create(shopper, 3)).toMatchObject(passes('first_day', FIRST_DAY_USD, '200.10'));
    expect(await buy(shopper, 2, CARDS.success)).toBe('success');
  });

  it('counts orders that were left at their bank, as long as they can be paid there', async () => {
    const shopper = await createShopper(environment());
    const left = await want(create(shopper, 10));
    const { action } = await payCard(environment(), shopper.client, left, CARDS.challenge);
    await want(shopper.client.call('orderCancel', { token: left.token }));
    const refused = passes('first_day', FIRST_DAY_USD, '200.10');
    expect(await create(shopper, 3)).toMatchObject(refused);
    await answerChallenge(action?.url, 'approve');
    await shopper.until(left.token, ({ state }) => state === 'success');
    expect(await create(shopper, 3)).toMatchObject(refused);

    const other = await createShopper(environment());
    const lost = await want(create(other, 10));
    await payCard(environment(), other.client, lost, CARDS.challenge);
    await want(other.client.call('orderCancel', { token: lost.token }));
    const wallet = { ...fields(10), pay_id: 'paypal' };
    expect((await other.client.call('orderCreate', wallet)).code).toBe(20008);
    const later = 31 * MINUTE_MS;
    await moveAllClocks(environment(), later);
    const opened = await want(other.clientAt(later).call('orderCreate', wallet));
    // Only the shop captures a wallet's order, so one that was cancelled counts no more.
    await want(other.clientAt(later).call('orderCancel', { token: opened.token }));
    expect((await create(other, 3, other.clientAt(later))).code).toBe(200);
  });

  it('is not passed by orders made and paid at once', async () => {
    const shopper = await createShopper(environment());
    const opened = await times(6, () => create(shopper, 7));
    const made = opened.flatMap((answer) =>
      answer.code === 200 && answer.result !== null ? [answer.result] : [],
    );
    expect(made.length).toBeGreaterThan(0);
    const states = await Promise.all(
      made.map(async (each) => (await shopper.payByCard(each, CARDS.success)).state),
    );
    expect(states.filter((state) => state === 'success')).toHaveLength(1);
  });
});

describe('the sum of a day (14.16)', () => {
  it('ends a day after the first payment as a new character’s, and at midnight UTC', async () => {
    const shopper = await createShopper(environment());
    const one = await want(shopper.client.call('orderCreate', orderFields('gems-60')));
    expect((await shopper.payByCard(one, CARDS.success)).state).toBe('success');
    const today = Date.now() - (Date.now() % DAY_MS);
    // An hour after a midnight, so that the day does not end during the test.
    const at = async (day: number) => {
      const offsetMs = today + day * DAY_MS + DAY_MS / 24 - Date.now();
      await moveAllClocks(environment(), offsetMs);
      return shopper.clientAt(offsetMs);
    };
    const later = await at(2);
    expect(await buy(shopper, 10, CARDS.success, later)).toBe('success');
    expect(await create(shopper, 6, later)).toMatchObject(passes('day', DAY_USD, '500.10'));
    expect(await buy(shopper, 5, CARDS.success, later)).toBe('success');
    expect((await create(shopper, 6, await at(3))).code).toBe(200);
  });
});
