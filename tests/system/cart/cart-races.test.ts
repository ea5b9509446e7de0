import type { CallResult, Cart } from '@webpay/contract/calls';
import { describe, expect, it } from 'vitest';
import {
  answerChallenge,
  approveWallet,
  CARDS,
  createShopper,
  MINIFLIX,
  orderFields,
  want,
  type Shopper,
} from '../../support/shopper.ts';
import { capturesOf, commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();

async function twoPhones(): Promise<readonly [Shopper, Shopper]> {
  const phone = await createShopper(environment());
  return [phone, await createShopper(environment(), { ...MINIFLIX, cid: phone.cid })];
}

const set = (shopper: Shopper, product_id: string, count: number) =>
  want(shopper.client.call('cartSet', { product_id, count: String(count), country: 'US' }));

const holds = async (shopper: Shopper) => {
  const { items }: Cart = await want(shopper.client.call('cartGet', { country: 'US' }));
  return items.map(({ product_id, count }) => [product_id, count]);
};

type Lines = readonly (readonly [string, number])[];

const checkOut = (shopper: Shopper, lines: Lines, change: Readonly<Record<string, string>> = {}) =>
  shopper.client.call('orderCreate', {
    ...orderFields(''),
    products: JSON.stringify(lines.map(([product_id, count]) => ({ product_id, count }))),
    source: 'cart',
    ...change,
  });

const newKey = () => `key-${crypto.randomUUID()}`;
const CART: Lines = [
  ['gems-60', 2],
  ['gems-125', 1],
];

async function fill(shopper: Shopper): Promise<void> {
  for (const [id, count] of CART) await set(shopper, id, count);
}

describe('[S09] [V06] one cart on two phones', () => {
  it('is charged once when both check out and pay; the other phone is told, and may buy again on purpose', async () => {
    for (let round = 0; round < 3; round += 1) {
      const phones = await twoPhones();
      const [phone] = phones;
      await fill(phone);
      const keys = [newKey(), newKey()];
      const made = await Promise.all(
        phones.map((each, n) => want(checkOut(each, CART, { order_key: keys[n] ?? '' }))),
      );
      expect(new Set(made.map(({ order_id }) => order_id)).size).toBe(2);
      await Promise.all(
        made.map((opened, n) => (phones[n] ?? phone).payByCard(opened, CARDS.success)),
      );
      const orders = await Promise.all(
        made.map(({ token }) =>
          phone.until(token, ({ state, delivery }) =>
            state === 'success' ? delivery.state === 'delivered' : state === 'failed',
          ),
        ),
      );
      expect(orders.map(({ state }) => state).toSorted()).toEqual(['failed', 'success']);
      const lost = orders.findIndex(({ state }) => state === 'failed');
      expect(orders[lost]).toMatchObject({ reason: 'cancelled', bought_elsewhere: true });
      const captures = await Promise.all(
        made.map((each) => capturesOf(environment(), each.order_id)),
      );
      expect(captures.flat()).toHaveLength(1);
      expect(await phone.mails()).toHaveLength(1);
      expect(await holds(phone)).toEqual([]);

      // The cart is bought: neither the losing order nor a new one charges it again.
      const again = { order_key: keys[lost] ?? '' };
      expect((await checkOut(phone, CART, again)).code).toBe(20006);
      expect((await checkOut(phone, CART, { order_key: newKey() })).code).toBe(20006);
      // Filled again, the cart is payable: the losing order may be paid after all.
      await fill(phone);
      const second = await want(checkOut(phone, CART, again));
      expect(second.order_id).toBe(orders[lost]?.order_id);
      expect((await phone.payByCard(second, CARDS.success)).state).toBe('success');
    }
  });

  it('is charged once when one pays by wallet and the other by card', async () => {
    const [phone, tablet] = await twoPhones();
    await fill(phone);
    const wallet = await want(checkOut(phone, CART, { pay_id: 'paypal', order_key: newKey() }));
    if (wallet.pay?.kind !== 'paypal') throw new Error('not a wallet order');
    const card = await want(checkOut(tablet, CART, { order_key: newKey() }));
    await tablet.payByCard(card, CARDS.success);
    // A later approval is captured neither by the notice nor by the page.
    await approveWallet(environment(), wallet.pay.order_id);
    const { invoice_id, order_id } = wallet.pay;
    await want(phone.client.call('paypalCapture', { invoice_id, order_id }));
    await phone.until(wallet.token, ({ state }) => state === 'failed');
    expect(await capturesOf(environment(), wallet.order_id)).toEqual([]);
    expect(await capturesOf(environment(), card.order_id)).toHaveLength(1);
  });

  it('has no goods of a pending payment; refused ones return in their place', async () => {
    const [phone, tablet] = await twoPhones();
    await fill(phone);
    await set(phone, 'gems-300', 1);
    const order_key = newKey();
    const opened = await want(checkOut(phone, CART, { order_key }));
    const waiting = await phone.payByCard(opened, CARDS.challenge);
    expect(waiting.state).toBe('waiting');
    expect(await holds(tablet)).toEqual([['gems-300', 1]]);
    expect((await checkOut(tablet, CART, { order_key: newKey() })).code).toBe(20006);
    // The same good again, on purpose.
    await set(tablet, 'gems-125', 1);
    await answerChallenge(waiting.action?.url, 'reject');
    await phone.until(opened.token, ({ state }) => state === 'failed');
    const back = [
      ['gems-60', 2],
      ['gems-125', 2],
      ['gems-300', 1],
    ];
    expect(await holds(tablet)).toEqual(back);
    // Another attempt reserves them again.
    const second = await want(checkOut(phone, CART, { order_key }));
    expect(second.order_id).toBe(opened.order_id);
    await phone.payByCard(second, CARDS.success);
    await phone.until(opened.token, ({ state }) => state === 'success');
    expect(await holds(tablet)).toEqual([
      ['gems-125', 1],
      ['gems-300', 1],
    ]);
  });

  it('abandoned at the bank, bought on the other phone, then approved: the late payment is refunded', async () => {
    const [phone, tablet] = await twoPhones();
    await fill(phone);
    const given = await want(checkOut(phone, CART, { order_key: newKey() }));
    const wanted = await phone.payByCard(given, CARDS.challenge);
    await want(phone.client.call('orderCancel', { token: given.token }));
    expect(await holds(phone)).toEqual(CART);
    const bought = await want(checkOut(tablet, CART, { order_key: newKey() }));
    expect((await tablet.payByCard(bought, CARDS.success)).state).toBe('success');
    await answerChallenge(wanted.action?.url, 'approve');
    const states = async () =>
      (await capturesOf(environment(), given.order_id)).map((capture) => capture.state);
    await expect.poll(states).toEqual(['refunded']);
    // The player sees the sum and the gateway's id.
    const order = await phone.until(
      given.token,
      ({ surplus: [late] }) => typeof late?.back_at === 'number',
    );
    expect(order).toMatchObject({ state: 'failed', reason: 'cancelled' });
    expect(order.surplus.map(({ amount }) => amount)).toEqual([given.total]);
    const proof = await want(phone.client.call('userReceipt', { token: given.token }));
    expect(proof).toMatchObject({ paid_at: null, paid_with: { number: `A${given.order_id}_1` } });
    expect(proof.paid_with?.reference).toBeTruthy();
    const told = proof.history.filter(({ amount }) => amount !== undefined);
    expect(told).toMatchObject([
      { what: 'paid_late', amount: given.total, paid_with: proof.paid_with ?? {} },
      { what: 'refund_started', amount: given.total },
      { what: 'refunded', amount: given.total },
    ]);
    await phone.until(bought.token, ({ delivery }) => delivery.state === 'delivered');
    expect(await phone.mails()).toHaveLength(1);
  });

  it('emptied on one phone while the other pays is paid as ordered', async () => {
    const [phone, tablet] = await twoPhones();
    await fill(phone);
    const opened = await want(checkOut(phone, CART));
    await want(tablet.client.call('cartRemove', { product_ids: 'gems-60', country: 'US' }));
    expect((await phone.inquire(opened.token)).bought_elsewhere).toBe(false);
    expect((await phone.payByCard(opened, CARDS.success)).state).toBe('success');
    expect(await holds(tablet)).toEqual([]);
  });
});

describe('[S09] [V05] a limited good in two orders of one character', () => {
  const WITH_LIMITED: Lines = [
    ['gems-300', 1],
    ['pack-premiere-night', 3],
  ];
  const ELSEWHERE = { state: 'failed', reason: 'cancelled', bought_elsewhere: true };

  it('reports to the older order that another one has the good, until that one ends unpaid', async () => {
    const [phone, tablet] = await twoPhones();
    for (const [id, count] of WITH_LIMITED) await set(phone, id, count);
    const older = await want(checkOut(phone, WITH_LIMITED, { order_key: newKey() }));
    const newer = await want(checkOut(tablet, WITH_LIMITED, { order_key: newKey() }));
    expect((await phone.payByCard(older, CARDS.success)).state).toBe('failed');
    expect(await phone.inquire(older.token)).toMatchObject(ELSEWHERE);
    expect((await phone.inquire(older.token)).next_poll_ms).not.toBeNull();
    await want(tablet.client.call('orderCancel', { token: newer.token }));
    expect(await tablet.inquire(newer.token)).toMatchObject({ bought_elsewhere: false });
    expect(await phone.inquire(older.token)).toMatchObject({ bought_elsewhere: false });
  });

  it('paid on both at the same time is charged once, from the cart and without one', async () => {
    for (const source of ['cart', 'direct']) {
      const phones = await twoPhones();
      const [phone] = phones;
      const lines = source === 'cart' ? WITH_LIMITED : WITH_LIMITED.slice(1);
      if (source === 'cart') for (const [id, count] of lines) await set(phone, id, count);
      const change = () => ({ source, order_key: newKey() });
      // In sequence: concurrent ones may conflict when one replaces the other.
      const made: CallResult<'orderCreate'>[] = [];
      for (const each of phones) made.push(await want(checkOut(each, lines, change())));
      await Promise.all(
        made.map((opened, n) => (phones[n] ?? phone).payByCard(opened, CARDS.success)),
      );
      const orders = await Promise.all(
        made.map(({ token }) => phone.until(token, ({ state }) => state !== 'waiting')),
      );
      expect(orders.map(({ state }) => state).toSorted()).toEqual(['failed', 'success']);
      const lost = orders.find(({ state }) => state === 'failed');
      expect(await phone.inquire(lost?.token ?? '')).toMatchObject(ELSEWHERE);
      expect((await phone.inquire(lost?.token ?? '')).next_poll_ms).toBeNull();
      const captures = await Promise.all(
        made.map((each) => capturesOf(environment(), each.order_id)),
      );
      expect(captures.flat()).toHaveLength(1);
    }
  });
});

describe('[R22] an unpaid order', () => {
  it('shows its key to its owner only: another holder of the token can read it but not pay', async () => {
    const [phone, tablet] = await twoPhones();
    const stranger = await createShopper(environment());
    const order_key = newKey();
    const opened = await phone.open({ order_key });
    await phone.payByCard(opened, CARDS.declined);
    expect(await phone.inquire(opened.token)).toMatchObject({
      state: 'failed',
      source: 'direct',
      order_key,
      bought_elsewhere: false,
    });
    expect(await stranger.inquire(opened.token)).not.toHaveProperty('order_key');
    const { order_key: known = '' } = await tablet.inquire(opened.token);
    const again = await tablet.open({ order_key: known });
    expect(again.order_id).toBe(opened.order_id);
    await tablet.payByCard(again, CARDS.success);
    expect(await phone.inquire(opened.token)).not.toHaveProperty('order_key');
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });
});
