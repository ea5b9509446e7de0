import type { Goods } from '@webpay/contract/calls';
import { afterEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../../support/operator.ts';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { moveAllClocks } from '../../support/shop-days.ts';
import {
  answerChallenge,
  CARDS,
  createShopper,
  times,
  want,
  type Shopper,
} from '../../support/shopper.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const { untilFacts } = moneyFactsOf(operator);
const MINUTE = 60_000;

/** Doubled by its project; one piece holds 180 cores. */
const GOOD = 'cores-180';
const ONE = [{ product_id: GOOD, count: 1 }];
const PRICE = { amount: '2.99', currency: 'USD' };

const comer = () => createShopper(environment(), { websiteCode: 'vp_mbo', gameId: '13' });

async function listed(shopper: Shopper): Promise<Goods | undefined> {
  const { goods } = await want(shopper.client.call('productLists', shopper.place));
  return goods.find((each) => each.product_id === GOOD);
}

/** Cores in the mails of a character. */
const coresOf = async ({ mails }: Shopper): Promise<number[]> =>
  (await mails()).map(({ items }) => items.reduce((sum, { count }) => sum + count, 0));

const seen = (...counts: readonly number[]) => JSON.stringify([{ product_id: GOOD, counts }]);

function create(shopper: Shopper, fields: Record<string, string> = {}) {
  return shopper.client.call('orderCreate', {
    products: JSON.stringify(ONE),
    country: 'US',
    pay_id: 'card',
    redirect_url: 'x',
    source: 'direct',
    ...fields,
  });
}

async function buy(shopper: Shopper, fields: Record<string, string> = {}) {
  const opened = await want(create(shopper, fields));
  await shopper.payByCard(opened, CARDS.success);
  return shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
}

/** An order whose payment waits at its bank. */
async function atBank(shopper: Shopper, order_key = `key-${crypto.randomUUID()}`) {
  const opened = await want(create(shopper, { order_key }));
  const { action } = await shopper.payByCard(opened, CARDS.challenge);
  return { ...opened, order_key, bank: action?.url };
}

afterEach(async () => {
  await clearFaults(environment());
  await moveAllClocks(environment(), 0);
});

describe('a first purchase (15.5)', () => {
  it('is doubled once, in the mail and in the order, and the list offers it until then', async () => {
    const shopper = await comer();
    expect(await listed(shopper)).toMatchObject({ first_purchase: 'doubled' });
    const shelf = await want(shopper.client.call('productShelf', {}));
    expect(shelf.goods.find((each) => each.product_id === GOOD)).toMatchObject({
      first_purchase: 'offered',
    });
    const order = await buy(shopper, { gives: seen(360) });
    expect(order).toMatchObject({ items: [{ count: 1, doubled: true }], total: PRICE });
    expect(await coresOf(shopper)).toEqual([360]);
    expect((await shopper.mails())[0]?.body).toContain('180 Cores × 1 (Cores × 360)');
    expect(await listed(shopper)).not.toHaveProperty('first_purchase');

    const second = await buy(shopper);
    expect(second.items[0]).not.toHaveProperty('doubled');
    expect((await coresOf(shopper)).toSorted((a, b) => a - b)).toEqual([180, 360]);
    // Another character has its own.
    expect(await listed(await comer())).toMatchObject({ first_purchase: 'doubled' });
  });

  it('doubles one of three pieces in a cart', async () => {
    const shopper = await comer();
    const products = JSON.stringify([{ product_id: GOOD, count: 3 }]);
    await buy(shopper, { products, source: 'cart', gives: seen(720) });
    expect(await coresOf(shopper)).toEqual([720]);
  });

  it('is doubled for exactly one of five orders that are made and paid at once', async () => {
    const shopper = await comer();
    const answers = await times(5, async () => {
      const { code, result } = await create(shopper);
      // It gave way while its form was opened.
      if (code === 10017 || result === null) return [];
      await shopper.payByCard(result, CARDS.success);
      return [result];
    });
    expect(answers.flat().length).toBeGreaterThan(0);
    for (const opened of answers.flat()) {
      await shopper.until(
        opened.token,
        ({ state, delivery }) => state === 'failed' || delivery.state === 'delivered',
      );
    }
    const cores = await coresOf(shopper);
    expect(cores.filter((count) => count === 360)).toHaveLength(1);
    expect(cores.filter((count) => count !== 360 && count !== 180)).toEqual([]);
  });

  it('stays free after a declined payment, and the same order pays for it', async () => {
    const shopper = await comer();
    const order_key = `key-${crypto.randomUUID()}`;
    const opened = await want(create(shopper, { order_key }));
    expect((await shopper.payByCard(opened, CARDS.declined)).state).toBe('failed');
    expect(await listed(shopper)).toMatchObject({ first_purchase: 'doubled' });
    await buy(shopper, { order_key, gives: seen(360) });
    expect(await coresOf(shopper)).toEqual([360]);
  });

  it('is not restored by a refund', async () => {
    const shopper = await comer();
    const { order_id: id, token } = await buy(shopper);
    await operator.resolve('refund', id, '--allow-delivered', '--because', 'kindness');
    await shopper.until(token, ({ state }) => state === 'refunded');
    expect(await listed(shopper)).not.toHaveProperty('first_purchase');
    await buy(shopper);
    expect((await coresOf(shopper)).toSorted((a, b) => a - b)).toEqual([180, 360]);
  });
});

describe('order/create and the contents that the player saw (15.5)', () => {
  it('answers 20017 before paying when it would give fewer, and makes nothing', async () => {
    const shopper = await comer();
    const first = await atBank(shopper);
    // Being paid, so the list no longer offers it.
    expect(await listed(shopper)).not.toHaveProperty('first_purchase');
    expect(await create(shopper, { gives: seen(360) })).toMatchObject({
      code: 20017,
      result: { total: PRICE, gives: [{ product_id: GOOD, counts: [180] }] },
    });
    const second = await want(create(shopper, { gives: seen(180) }));
    expect((await shopper.inquire(second.token)).items[0]).not.toHaveProperty('doubled');
    await answerChallenge(first.bank, 'approve');
    await shopper.until(first.token, ({ delivery }) => delivery.state === 'delivered');
    expect(await coresOf(shopper)).toEqual([360]);
  });

  it('[F04] cancels an older unpaid order that holds the double', async () => {
    const shopper = await comer();
    const order_key = `key-${crypto.randomUUID()}`;
    const older = await want(create(shopper, { order_key }));
    const newer = await want(create(shopper, { gives: seen(360) }));
    expect(await shopper.inquire(older.token)).toMatchObject({
      state: 'failed',
      bought_elsewhere: true,
    });
    await shopper.payByCard(newer, CARDS.success);
    // The older order cannot keep what it said, so its key is over.
    expect((await create(shopper, { order_key })).code).toBe(20013);
    await shopper.until(newer.token, ({ delivery }) => delivery.state === 'delivered');
    expect(await coresOf(shopper)).toEqual([360]);
  });

  it('ends the key of an undoubled order when the player sees the double again', async () => {
    const shopper = await comer();
    const first = await atBank(shopper);
    const order_key = `key-${crypto.randomUUID()}`;
    await want(create(shopper, { order_key }));
    await answerChallenge(first.bank, 'reject');
    await shopper.until(first.token, ({ state }) => state === 'failed');
    expect((await create(shopper, { order_key, gives: seen(360) })).code).toBe(20013);
    await buy(shopper, { gives: seen(360) });
    expect(await coresOf(shopper)).toEqual([360]);
  });

  it.each(['[{"product_id":"cores-180"}]', '[{"product_id":"cores-180","counts":[-1]}]', '[{'])(
    'refuses contents that are none: %s',
    async (gives) => {
      expect((await create(await comer(), { gives })).code).toBe(10001);
    },
  );
});

describe('late money for a doubled order (15.5)', () => {
  it('delivers the double while it is free', async () => {
    const shopper = await comer();
    const { bank, order_id: orderId, token } = await atBank(shopper);
    await moveAllClocks(environment(), 31 * MINUTE);
    await untilFacts({ orderId }).toMatchObject({ tries: ['EXPIRED'] });
    await answerChallenge(bank, 'approve');
    await moveAllClocks(environment(), 90 * MINUTE);
    await untilFacts({ orderId }).toMatchObject({ tries: ['SUCCEEDED'], refunds: [] });
    await moveAllClocks(environment(), 0);
    await shopper.until(token, ({ delivery }) => delivery.state === 'delivered');
    expect(await coresOf(shopper)).toEqual([360]);
  });

  it('two orders at once: one is delivered, doubled, and the other is refunded', async () => {
    const shopper = await comer();
    const left = [];
    await setFault(environment(), 'payermax', 'webhook', 'lost', { times: 50 });
    for (let n = 0; n < 2; n += 1) {
      const order = await atBank(shopper);
      await want(shopper.client.call('orderCancel', { token: order.token }));
      left.push(order);
    }
    await Promise.all(left.map(({ bank }) => answerChallenge(bank, 'approve')));
    await moveAllClocks(environment(), 35 * MINUTE);
    for (const { order_id: orderId } of left) {
      await untilFacts({ orderId }).toMatchObject({ tries: ['SUCCEEDED'] });
    }
    await moveAllClocks(environment(), 0);
    await clearFaults(environment());
    await expect.poll(() => coresOf(shopper)).toEqual([360]);
    const refunds = await operator
      .db()
      .pool.query(`select order_id from refunds where reason = 'double_payment'`);
    const ids = left.map(({ order_id }) => order_id);
    expect(refunds.rows.filter(({ order_id }) => ids.includes(String(order_id)))).toHaveLength(1);
  });
});
