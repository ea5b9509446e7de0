import { afterEach, describe, expect, it } from 'vitest';
import {
  buyByCard,
  buyByWallet,
  delivered,
  notifyAsPayermax,
  refundInPaypal,
  refundInPayermax,
  refundsOf,
  type Bought,
} from '../../support/gateway-desk.ts';
import { moneyReport } from '../../../apps/api/src/operator/reports.ts';
import { moneyFactsOf, running } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import { answerChallenge, CARDS, createShopper, want } from '../../support/shopper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);

afterEach(() => clearFaults(environment()));

const { factsOf, untilFacts, untilAllIsRead } = moneyFactsOf(operator);

describe('a refund', () => {
  const refund = (orderId: string, ...words: string[]) =>
    operator.resolve('refund', orderId, '--allow-delivered', '--because', 'by a test', ...words);

  it.each([
    ['card', () => buyByCard(environment(), CARDS.success)],
    ['wallet', () => buyByWallet(environment())],
  ])(
    '[F17] never exceeds the payment when several parts are refunded at once (%s)',
    async (_, buy) => {
      const bought = await buy();
      await delivered(bought);
      const tries = Array.from({ length: 8 }, () => refund(bought.orderId, '--amount', '0.45'));
      const settled = await Promise.allSettled(tries);
      expect(settled.filter((each) => each.status === 'fulfilled')).toHaveLength(2);
      await untilFacts(bought).toMatchObject({ sums: '0/90/0' });
      expect((await bought.shopper.inquire(bought.token)).state).toBe('success');
      expect(await refund(bought.orderId)).toContain('0.09 USD');
      const order = await bought.shopper.until(bought.token, (each) => each.state === 'refunded');
      expect(order.reason).toBe('resolution');
      expect(await refundsOf(environment(), bought.orderId)).toEqual(['0.09', '0.45', '0.45']);
      await expect(refund(bought.orderId)).rejects.toThrow('Nothing of its payment is left');
    },
  );

  it('[F17] [F19] in part is shown on the order’s page, in the list and on the receipt', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    await delivered(bought);
    const { client } = bought.shopper;
    const told = async () => {
      const [entry] = await want(client.call('userOrders', {}));
      const receipt = await want(client.call('userReceipt', { token: bought.token }));
      const { state, refunded } = await bought.shopper.inquire(bought.token);
      return { state, page: refunded, list: entry?.refunded, receipt: receipt.refunded };
    };
    expect(await told()).toEqual({ state: 'success', receipt: null });
    const telling = (amount: string) => {
      const part = { amount, currency: 'USD' };
      return { state: 'success', page: part, list: part, receipt: part };
    };
    await refund(bought.orderId, '--amount', '0.40');
    await expect.poll(told).toEqual(telling('0.40'));
    await refund(bought.orderId, '--amount', '0.20');
    await expect.poll(told).toEqual(telling('0.60'));
    // A full refund is visible in the state.
    await refund(bought.orderId);
    const over = await bought.shopper.until(bought.token, (each) => each.state === 'refunded');
    expect(over).not.toHaveProperty('refunded');
    expect((await told()).receipt).toEqual({ amount: '0.99', currency: 'USD' });
  });

  it('[F17] is adopted when made in the gateway’s own pages and reported by webhook alone', async () => {
    const byWallet = await buyByWallet(environment());
    const byCard = await buyByCard(environment(), CARDS.success);
    await Promise.all([delivered(byWallet), delivered(byCard)]);
    await refundInPaypal(environment(), byWallet.orderId, '0.40');
    await untilFacts(byWallet).toMatchObject({ refunds: ['external SUCCEEDED'], sums: '0/40/0' });
    await refundInPaypal(environment(), byWallet.orderId, '0.59');
    await refundInPayermax(environment(), byCard.orderId, 99);
    for (const each of [byWallet, byCard]) {
      await each.shopper.until(each.token, (order) => order.state === 'refunded');
      expect(await factsOf(each)).toMatchObject({ sums: '0/99/0', quarantined: [] });
    }
  });

  it('[F17] is ended by its webhook when no query is answered, and counted once', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    await delivered(bought);
    await setFault(environment(), 'payermax', 'query', 'error', { times: 100 });
    await setFault(environment(), 'payermax', 'webhook', 'duplicate');
    await refund(bought.orderId, '--amount', '0.50');
    await untilFacts(bought).toMatchObject({ refunds: ['operator SUCCEEDED'], sums: '0/50/0' });
    expect(await refundsOf(environment(), bought.orderId)).toEqual(['0.50']);
  });

  it.each(['payermax', 'paypal'] as const)(
    '[F17] refused by %s makes the sum available again',
    async (target) => {
      const bought =
        target === 'paypal'
          ? await buyByWallet(environment())
          : await buyByCard(environment(), CARDS.success);
      await delivered(bought);
      await setFault(environment(), target, 'refund', 'reject');
      await refund(bought.orderId);
      await untilFacts(bought).toMatchObject({ refunds: ['operator FAILED'], sums: '0/0/0' });
      if (target === 'payermax') await notifyOtherwise(bought);
      await refund(bought.orderId);
      await bought.shopper.until(bought.token, (each) => each.state === 'refunded');
      expect(await factsOf(bought)).toMatchObject({
        refunds: ['operator FAILED', 'operator SUCCEEDED'],
        sums: '0/99/0',
      });
    },
  );

  /** A notification alone does not revive a failed refund; another sum goes to an operator. */
  async function notifyOtherwise(bought: Bought): Promise<void> {
    const said = {
      outRefundNo: `R${bought.orderId}_1`,
      refundTradeNo: '1',
      outTradeNo: `A${bought.orderId}_1`,
      refundAmount: 0.99,
      refundCurrency: 'USD',
      status: 'REFUND_SUCCESS',
    };
    expect(await notifyAsPayermax(environment(), 'REFUND', said)).toBe(200);
    await untilAllIsRead();
    expect(await factsOf(bought)).toMatchObject({ refunds: ['operator FAILED'], quarantined: [] });
    const other = { ...said, refundAmount: 0.5, status: 'REFUND_FAILED' };
    const unknown = { ...other, outRefundNo: 'R9', outTradeNo: 'A9', status: 'REFUND_SUCCESS' };
    expect(await notifyAsPayermax(environment(), 'REFUND', unknown)).toBe(200);
    await untilAllIsRead();
  }

  it('for an overpayment is not counted for the payment of refused goods', async () => {
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    const first = await shopper.open({ order_key });
    const wanted = await shopper.payByCard(first, CARDS.challenge);
    await want(shopper.client.call('orderCancel', { token: first.token }));
    await setFault(environment(), 'game', 'mail', 'mailbox_full');
    await setFault(environment(), 'game', 'mail', 'reject');
    const second = await shopper.open({ order_key });
    expect((await shopper.payByCard(second, CARDS.success)).state).toBe('success');
    await answerChallenge(wanted.action?.url, 'approve');
    const order = await shopper.until(second.token, (each) => each.state === 'refunded');
    expect(order.reason).toBe('not_deliverable');
    const states = async () =>
      (await capturesOf(environment(), first.order_id)).map((each) => each.state);
    await expect.poll(states).toEqual(['refunded', 'refunded']);
  });

  it('[F17] for an overpayment, refused by the gateway, is repeated by an operator', async () => {
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    const first = await shopper.open({ order_key });
    const late = await shopper.payByCard(first, CARDS.challenge);
    await want(shopper.client.call('orderCancel', { token: first.token }));
    const second = await shopper.open({ order_key });
    expect((await shopper.payByCard(second, CARDS.success)).state).toBe('success');
    await setFault(environment(), 'payermax', 'refund', 'reject');
    await answerChallenge(late.action?.url, 'approve');
    const refundId = `R${first.order_id}_1`;
    const list = () => operator.resolve('list');
    await expect.poll(list).toContain(refundId);
    await expect(operator.resolve('refund-again', refundId)).rejects.toThrow('--because');
    const command = `→ npm run resolve -- refund-again ${refundId} --because`;
    await expect.poll(list).toContain(`0.99 USD  came_too_much  ${command}`);
    // The payment that bought the goods is not refunded.
    await delivered({ shopper, orderId: first.order_id, token: second.token });
    await expect(refund(first.order_id)).rejects.toThrow(command.slice(2));
    const page = await operator.resolve('show', first.order_id);
    for (const word of [command, 'delivery  delivered', `A${first.order_id}_2  card by payermax`]) {
      expect(page).toContain(word);
    }
    await expect(operator.resolve('show', 'nothing')).rejects.toThrow('no order nothing');
    const again = () => operator.resolve('refund-again', refundId, '--because', 'by a test');
    const settled = await Promise.allSettled([again(), again(), again()]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const backAtGateway = () => refundsOf(environment(), first.order_id);
    await expect.poll(backAtGateway).toEqual(['0.99']);
    await expect(again()).rejects.toThrow('made since');
    expect(await list()).not.toContain(first.order_id);
    expect((await shopper.inquire(second.token)).state).toBe('success');
  });

  it('[F17] for refused goods stays on the list after a refusal until the rest is refunded', async () => {
    await setFault(environment(), 'game', 'mail', 'reject');
    await setFault(environment(), 'payermax', 'refund', 'reject');
    const bought = await buyByCard(environment(), CARDS.success);
    const { orderId, shopper, token } = bought;
    await untilFacts(bought).toMatchObject({ refunds: ['not_deliverable FAILED'], sums: '0/0/0' });
    const whole = `0.99 USD  goods_rejected  → npm run resolve -- refund-again R${orderId}_1`;
    expect(await operator.resolve('list')).toContain(`order ${orderId}  ${whole}`);
    await expect(operator.resolve('refund', orderId, '0.40')).rejects.toThrow('too many');
    await operator.resolve('refund', orderId, '--amount', '0.40', '--because', 'by a test');
    await untilFacts(bought).toMatchObject({ sums: '0/40/0' });
    const rest = `0.59 USD  goods_rejected  → npm run resolve -- refund ${orderId}`;
    expect(await operator.resolve('list')).toContain(`order ${orderId}  ${rest}`);
    const stands = async () => (await moneyReport(operator.ctx())).lines.join('\n');
    expect(await stands()).toContain(`order ${orderId}: 0.59 USD of A${orderId}_1`);
    await operator.resolve('refund', orderId, '--because', 'by a test');
    expect(await operator.resolve('list')).not.toContain(orderId);
    expect(await stands()).not.toContain(orderId);
    await shopper.until(token, (each) => each.state === 'refunded');
  });

  it('[F17] refused, then indeterminate, is not executed twice', async () => {
    await setFault(environment(), 'game', 'mail', 'reject');
    await setFault(environment(), 'payermax', 'refund', 'reject');
    const bought = await buyByCard(environment(), CARDS.success);
    const { orderId, shopper, token } = bought;
    await untilFacts(bought).toMatchObject({ refunds: ['not_deliverable FAILED'], sums: '0/0/0' });
    await setFault(environment(), 'payermax', 'query', 'error', { times: 100 });
    const pay = () => operator.resolve('refund', orderId, '--because', 'by a test');
    await expect(pay()).rejects.toThrow(`does not say what became of R${orderId}_1`);
    expect(await refundsOf(environment(), orderId)).toEqual([]);
    await clearFaults(environment());
    expect(await pay()).toContain(`0.99 USD will be refunded as R${orderId}_2`);
    await shopper.until(token, (each) => each.state === 'refunded');
    expect(await refundsOf(environment(), orderId)).toEqual(['0.99']);
  });

  it('[F17] [V07] promised, made elsewhere and charged back at once loses no cent and no message', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    await delivered(bought);
    const { orderId } = bought;
    const outTradeNo = `A${orderId}_1`;
    const elsewhere = (n: number) =>
      notifyAsPayermax(environment(), 'REFUND', {
        outRefundNo: `M${orderId}${n}`,
        refundTradeNo: `T${orderId}${n}`,
        outTradeNo,
        refundAmount: 0.3,
        refundCurrency: 'USD',
        status: 'REFUND_SUCCESS',
      });
    await Promise.allSettled([
      refund(orderId, '--amount', '0.20'),
      elsewhere(1),
      notifyAsPayermax(environment(), 'CHARGEBACK', {
        caseId: `C${orderId}`,
        outTradeNo,
        status: 'CASE_CLOSED',
        caseResult: 'FAIL',
        amount: '0.50',
        currency: 'USD',
      }),
      elsewhere(2),
      refund(orderId, '--amount', '0.20'),
    ]);
    await untilAllIsRead();
    await expect.poll(async () => (await operator.db().one(running)).n).toBe(0);
    const { sums, cases } = await factsOf(bought);
    const [reserved = NaN, refunded = NaN, lost = NaN] = (sums ?? '').split('/').map(Number);
    expect(reserved).toBe(0);
    expect(refunded + lost).toBeLessThanOrEqual(99);
    expect(cases).toEqual(['lost']);
    expect((await bought.shopper.inquire(bought.token)).state).toBe('refunded');
  });

  it('leaves a ledger that agrees with every test above', async () => {
    await expect.poll(async () => (await operator.db().one(running)).n).toBe(0);
    expect((await operator.db().pool.query('select * from ledger_discrepancies()')).rows).toEqual(
      [],
    );
  });
});
