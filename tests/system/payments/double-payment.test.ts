import { afterEach, describe, expect, it } from 'vitest';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import {
  answerChallenge,
  approveWallet,
  CARDS,
  createShopper,
  want,
} from '../../support/shopper.ts';
import { capturesOf, clearFaults, setFault, commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();
const operator = operatorOf(environment);
const { factsOf, untilFacts } = moneyFactsOf(operator);

afterEach(() => clearFaults(environment()));

/**
 * An order whose card attempt was left for the wallet. Its capture waits at a gateway with a fault
 * when the bank approves after all.
 */
async function paidWhileTheWalletIsAsked(
  fault: { readonly kind: string; readonly ms?: number },
  isApproved = true,
) {
  const shopper = await createShopper(environment());
  const order_key = `key-${crypto.randomUUID()}`;
  const first = await shopper.open({ order_key });
  const { order_id: orderId, token } = first;
  const late = await shopper.payByCard(first, CARDS.challenge);
  await want(shopper.client.call('orderCancel', { token }));
  const { pay } = await shopper.open({ order_key, pay_id: 'paypal' });
  if (pay?.kind !== 'paypal') throw new Error('not a wallet order');
  await setFault(environment(), 'paypal', 'webhook', 'lost', { times: 50 });
  if (isApproved) await approveWallet(environment(), pay.order_id);
  // The first attempt ends after five seconds, so that the bank's answer arrives first.
  await setFault(environment(), 'paypal', 'order', 'timeout');
  const { kind, ...more } = fault;
  await setFault(environment(), 'paypal', 'order', kind, { times: 5, ...more });
  const captured = shopper.client.call('paypalCapture', {
    invoice_id: pay.invoice_id,
    order_id: pay.order_id,
  });
  await untilFacts({ orderId }).toMatchObject({ tries: ['FAILED', 'SUBMITTING'] });
  await answerChallenge(late.action?.url, 'approve');
  await untilFacts({ orderId }).toMatchObject({ tries: ['SUCCEEDED', 'SUBMITTING'] });
  await captured;
  await shopper.until(token, (each) => each.delivery.state === 'delivered');
  return { orderId, shopper };
}

describe('[F17] [F19] a late payment of an order', () => {
  it('with a new price for another country: every page shows payment and refund', async () => {
    const shopper = await createShopper(environment());
    const shelf = await want(shopper.client.call('productLists', shopper.place));
    const limited = shelf.goods.find((good) => good.limit?.max === 1 && good.kind === 'pack');
    const products = [{ product_id: limited?.product_id ?? '', count: 1 }];
    const order_key = `key-${crypto.randomUUID()}`;
    const first = await shopper.open({ order_key, products });
    const late = await shopper.payByCard(first, CARDS.challenge);
    await want(shopper.client.call('orderCancel', { token: first.token }));
    const priced = await shopper.open({ order_key, products, country: 'JP' });
    expect(priced.total.currency).toBe('JPY');
    await want(shopper.client.call('orderCancel', { token: first.token }));
    // Another order buys the only item in stock.
    const other = await shopper.open({ products });
    expect((await shopper.payByCard(other, CARDS.success)).state).toBe('success');
    await answerChallenge(late.action?.url, 'approve');
    const order = await shopper.until(
      first.token,
      ({ surplus: [back] }) => typeof back?.back_at === 'number',
    );
    const { total } = first;
    expect(order).toMatchObject({
      state: 'failed',
      total,
      items: [{ price: total, subtotal: total }],
      surplus: [{ amount: total }],
    });
    const entries = await want(shopper.client.call('userOrders', {}));
    const entry = entries.find(({ order_id }) => order_id === first.order_id);
    expect(entry).toMatchObject({ total, surplus: [{ amount: total }] });
    const page = await operator.resolve('show', first.order_id);
    const paid = `${total.amount} ${total.currency}`;
    expect(page).toContain(
      `order     ${first.order_id}  ${first.order_no}  failed (cancelled)  ${paid}`,
    );
  });
});

describe('[S08] [F15] a wallet capture after another attempt has paid', () => {
  it('succeeds without an answer: it is refunded, and the goods are delivered once', async () => {
    const bought = await paidWhileTheWalletIsAsked({ kind: 'slow', ms: 2_500 });
    await untilFacts(bought).toMatchObject({
      tries: ['SUCCEEDED', 'SUCCEEDED'],
      refunds: ['double_payment SUCCEEDED'],
    });
    const captures = await capturesOf(environment(), bought.orderId);
    expect(captures.map((each) => [each.provider, each.state])).toEqual([
      ['payermax', 'captured'],
      ['paypal', 'refunded'],
    ]);
    // The overpayment is shown separately from the payment of the goods.
    const [entry] = await want(bought.shopper.client.call('userOrders', {}));
    expect(entry?.surplus).toHaveLength(1);
    expect(entry).not.toHaveProperty('refunded');
    expect(await bought.shopper.mails()).toHaveLength(1);
  });

  it.each([
    ['approved, without an answer', { kind: 'timeout' }, true],
    ['not approved yet', { kind: 'slow', ms: 2_500 }, false],
  ] as const)(
    'does not happen (%s): it is never captured, and its attempt ends',
    async (_, fault, isApproved) => {
      const bought = await paidWhileTheWalletIsAsked(fault, isApproved);
      await untilFacts(bought).toMatchObject({ tries: ['SUCCEEDED', 'FAILED'], refunds: [] });
      expect(await capturesOf(environment(), bought.orderId)).toMatchObject([
        { provider: 'payermax' },
      ]);
      expect(await factsOf(bought)).toMatchObject({ quarantined: [] });
    },
  );
});
