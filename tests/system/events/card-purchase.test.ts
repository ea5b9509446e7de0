import type { OrderView } from '@webpay/contract/calls';
import { describe, expect, it } from 'vitest';
import { refundsOf } from '../../support/gateway-desk.ts';
import { facts } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import {
  answerChallenge,
  approveWallet,
  CARDS,
  createShopper,
  times,
  want,
} from '../../support/shopper.ts';
import { capturesOf, commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();
const operator = operatorOf(environment);

const isDelivered = (order: OrderView) => order.delivery.state === 'delivered';
const isBack = ({ surplus: [first] }: OrderView) => typeof first?.back_at === 'number';

describe('a purchase by card', () => {
  it('[C09] [C10] [C11] [F15] is paid, and its goods are in the mailbox', async () => {
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    expect(opened).toMatchObject({ state: 'open', pay: { kind: 'payermax_card' } });
    expect(opened.order_id).toMatch(/^[0-9a-z]{20}$/);

    const paid = await shopper.payByCard(opened, CARDS.success);
    expect(paid).toMatchObject({ token: opened.token, state: 'success', action: null });

    const order = await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(order).toMatchObject({ state: 'success', reason: null, next_poll_ms: null });
    const mails = await shopper.mails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain(opened.order_no);
    expect(mails[0]?.items.length).toBeGreaterThan(0);
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });

  it.each([
    [CARDS.declined, 'declined'],
    [CARDS.poor, 'insufficient_balance'],
  ])(
    '[S08] fails with card %s and %s, and another card pays the same order',
    async (number, reason) => {
      const shopper = await createShopper(environment());
      const order_key = `key-${crypto.randomUUID()}`;
      const opened = await shopper.open({ order_key });
      expect((await shopper.payByCard(opened, number)).state).toBe('failed');
      const failed = await shopper.inquire(opened.token);
      expect(failed).toMatchObject({ state: 'failed', reason, delivery: { state: 'none' } });
      expect(await capturesOf(environment(), opened.order_id)).toEqual([]);

      const again = await shopper.open({ order_key });
      expect(again.order_id).toBe(opened.order_id);
      expect((await shopper.payByCard(again, CARDS.success)).state).toBe('success');
    },
  );

  it('[S08] is delivered after a 3DS approval without the browser’s return', async () => {
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    const wanted = await shopper.payByCard(opened, CARDS.challenge);
    expect(wanted).toMatchObject({ state: 'waiting', action: { kind: 'redirect' } });
    // On another device the owner continues to the bank; a token alone gives no address.
    expect(await shopper.inquire(opened.token)).toMatchObject({
      state: 'waiting',
      reason: 'action',
      action: { kind: 'redirect', url: wanted.action?.url, at: 'bank' },
    });
    const stranger = await createShopper(environment());
    expect(await stranger.inquire(opened.token)).not.toHaveProperty('action');
    await answerChallenge(wanted.action?.url, 'approve');
    const order = await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(order).not.toHaveProperty('action');
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });

  it('[S08] fails without a charge when 3DS is rejected', async () => {
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    const wanted = await shopper.payByCard(opened, CARDS.challenge);
    await answerChallenge(wanted.action?.url, 'reject');
    const order = await shopper.until(opened.token, (each) => each.state === 'failed');
    expect(order.reason).toBe('declined');
    expect(await capturesOf(environment(), opened.order_id)).toEqual([]);
  });

  it('[S08] succeeds after a pending payment', async () => {
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    expect((await shopper.payByCard(opened, CARDS.pending)).state).toBe('waiting');
    const order = await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(order.state).toBe('success');
  });

  it('[C11] is charged once when a payment token is repeated, concurrently and later', async () => {
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    const paymentToken = await shopper.tokenise(opened.pay, CARDS.success);
    if (opened.pay?.kind !== 'payermax_card') throw new Error('no card session');
    const fields = { sessionKey: opened.pay.session_key, paymentToken };
    const answers = await times(5, () => want(shopper.client.call('payermaxCard', fields)));
    for (const answer of answers) expect(['waiting', 'success']).toContain(answer.state);
    await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect((await want(shopper.client.call('payermaxCard', fields))).state).toBe('success');
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
    expect(await shopper.mails()).toHaveLength(1);
  });

  it('is refunded when a bank approves a cancelled attempt after another one paid', async () => {
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    const first = await shopper.open({ order_key });
    const wanted = await shopper.payByCard(first, CARDS.challenge);
    await want(shopper.client.call('orderCancel', { token: first.token }));
    const second = await shopper.open({ order_key });
    expect((await shopper.payByCard(second, CARDS.success)).state).toBe('success');
    await shopper.until(second.token, isDelivered);
    await answerChallenge(wanted.action?.url, 'approve');
    const states = async () =>
      (await capturesOf(environment(), first.order_id)).map((capture) => capture.state).toSorted();
    await expect.poll(states).toEqual(['captured', 'refunded']);
    expect((await shopper.inquire(first.token)).state).toBe('success');
    expect(await shopper.mails()).toHaveLength(1);
  });

  it('[V05] [V06] delivers a limited good once when five abandoned attempts are approved', async () => {
    const shopper = await createShopper(environment());
    const shelf = await want(shopper.client.call('productLists', shopper.place));
    const limited = shelf.goods.find((good) => good.limit?.max === 1 && good.kind === 'pack');
    if (limited === undefined) throw new Error('the seeds lack a good limited to one');
    const tries: { readonly orderId: string; readonly url: string | undefined }[] = [];
    for (let n = 0; n < 5; n += 1) {
      const opened = await shopper.open({
        products: [{ product_id: limited.product_id, count: 1 }],
      });
      const wanted = await shopper.payByCard(opened, CARDS.challenge);
      await want(shopper.client.call('orderCancel', { token: opened.token }));
      tries.push({ orderId: opened.order_id, url: wanted.action?.url });
    }
    await Promise.all(tries.map((each) => answerChallenge(each.url, 'approve')));
    const states = async () => {
      const all = await Promise.all(tries.map((each) => capturesOf(environment(), each.orderId)));
      return all.flatMap((captures) => captures.map(({ state }) => state)).toSorted();
    };
    await expect
      .poll(states, { interval: 500 })
      .toEqual(['captured', 'refunded', 'refunded', 'refunded', 'refunded']);
    await expect.poll(async () => (await shopper.mails()).length).toBe(1);
  });

  it('[C09] is one order with one attempt when its order_key is sent ten times at once', async () => {
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    const opened = await times(10, () => shopper.open({ order_key }));
    expect(new Set(opened.map((each) => each.order_id)).size).toBe(1);
    const sessions = opened.flatMap((each) =>
      each.pay?.kind === 'payermax_card' ? [each.pay.session_key] : [],
    );
    expect(new Set(sessions).size).toBe(1);
  });

  it('[C09] answers 20013 to the same order_key with other products', async () => {
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    const first = await shopper.open({ order_key });
    const view = await shopper.inquire(first.token);
    const product_id = view.items[0]?.product_id ?? '';
    const other = shopper.open({ order_key, products: [{ product_id, count: 2 }] });
    await expect(other).rejects.toThrow('20013');
  });

  it('[C09] creates nothing for a price the player did not see, and returns the right one', async () => {
    const shopper = await createShopper(environment());
    const wrong = shopper.open({ total: { amount: '0.01', currency: 'USD' } });
    await expect(wrong).rejects.toThrow(/20017.*"total"/);
  });

  it('[C11] [C12] [F15] is paid and delivered after the player’s session has ended', async () => {
    for (const pay_id of ['card', 'paypal'] as const) {
      const shopper = await createShopper(environment());
      const opened = await shopper.open({ pay_id });
      const { pay } = opened;
      if (pay?.kind === 'paypal') await approveWallet(environment(), pay.order_id);
      await want(shopper.client.call('logout', {}));
      await expect(shopper.open()).rejects.toThrow('11002');
      if (pay?.kind === 'paypal') {
        const { invoice_id, order_id } = pay;
        await want(shopper.client.call('paypalCapture', { invoice_id, order_id }));
      } else await shopper.payByCard(opened, CARDS.success);
      const order = await shopper.until(
        opened.token,
        (each) => each.delivery.state === 'delivered',
      );
      // A token shows the state of its order, but not the character.
      expect(order.role.cid).toBeUndefined();
      expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
      expect(await shopper.mails()).toHaveLength(1);
    }
  });

  it('[C10] shows the cid to the character itself only', async () => {
    const shopper = await createShopper(environment());
    const stranger = await createShopper(environment());
    const opened = await shopper.open();
    expect((await shopper.inquire(opened.token)).role.cid).toBe(shopper.cid);
    expect((await stranger.inquire(opened.token)).role.cid).toBeUndefined();
  });

  it('can be cancelled before money moves, and not afterwards', async () => {
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    const cancelled = await want(shopper.client.call('orderCancel', { token: opened.token }));
    expect(cancelled).toMatchObject({ state: 'failed', reason: 'cancelled' });
    const paid = await shopper.open();
    await shopper.payByCard(paid, CARDS.success);
    const refused = await shopper.client.call('orderCancel', { token: paid.token });
    expect(refused.code).toBe(20013);
  });
});

describe('[F19] an order with attempts in different currencies', () => {
  it('[F17] shows the paid amount after a new price for another country', async () => {
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    const products = [{ product_id: 'gems-60', count: 2 }];
    const first = await shopper.open({ order_key, products });
    const late = await shopper.payByCard(first, CARDS.challenge);
    await want(shopper.client.call('orderCancel', { token: first.token }));
    const usd = { amount: '1.98', currency: 'USD' };
    const second = await shopper.open({ order_key, products, country: 'JP' });
    expect(second.total.currency).toBe('JPY');
    await answerChallenge(late.action?.url, 'approve');
    const order = await shopper.until(first.token, isDelivered);
    const price = { amount: '0.99', currency: 'USD' };
    expect(order).toMatchObject({
      state: 'success',
      total: usd,
      items: [{ price, subtotal: usd }],
    });
    expect(order.surplus).toEqual([]);
    const [entry] = await want(shopper.client.call('userOrders', {}));
    expect(entry?.total).toEqual(usd);
    // The attempt in the other country has ended; its key shows the paid order.
    const again = await shopper.open({ order_key, products, country: 'JP' });
    expect(again).toMatchObject({ state: 'success', total: usd, pay: null });
    const words = [
      first.order_id,
      '--amount',
      '0.50',
      '--allow-delivered',
      '--because',
      'by a test',
    ];
    const { tries } = await operator.db().one(facts, { orderId: first.order_id });
    expect(tries).toEqual(['SUCCEEDED', 'FAILED']);
    expect(await operator.resolve('refund', ...words)).toContain('0.50 USD');
    await expect.poll(() => refundsOf(environment(), first.order_id)).toEqual(['0.50']);
    const proof = () => want(shopper.client.call('userReceipt', { token: first.token }));
    const half = { amount: '0.50', currency: 'USD' };
    await expect.poll(async () => (await proof()).refunded).toEqual(half);
    const told = (await proof()).history.map(({ what }) => what);
    expect(told.filter((what) => what !== 'made' && what !== 'action')).toEqual([
      'cancelled',
      'paid',
      'sent',
      'refund_started',
      'refunded',
    ]);
  });

  it('[F17] refunds a second payment in its own currency, and shows it', async () => {
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    const first = await shopper.open({ order_key });
    const late = await shopper.payByCard(first, CARDS.challenge);
    await want(shopper.client.call('orderCancel', { token: first.token }));
    const second = await shopper.open({ order_key, country: 'JP' });
    expect((await shopper.payByCard(second, CARDS.success)).state).toBe('success');
    await answerChallenge(late.action?.url, 'approve');
    const amount = { amount: '0.99', currency: 'USD' };
    const order = await shopper.until(first.token, isBack);
    expect(order).toMatchObject({ state: 'success', total: second.total, surplus: [{ amount }] });
    const proof = await want(shopper.client.call('userReceipt', { token: first.token }));
    expect(proof).toMatchObject({
      refunded: null,
      paid_with: { number: `A${first.order_id}_2` },
    });
    const told = proof.history.filter((entry) => entry.amount !== undefined);
    expect(told).toMatchObject([
      { what: 'paid_twice', amount, paid_with: { number: `A${first.order_id}_1` } },
      { what: 'refund_started', amount },
      { what: 'refunded', amount },
    ]);
  });
});
