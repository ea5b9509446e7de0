import { afterEach, describe, expect, it } from 'vitest';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import { moveAllClocks } from '../../support/shop-days.ts';
import { CARDS, createShopper, want } from '../../support/shopper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const { untilFacts } = moneyFactsOf(operator);
const MINUTE = 60_000;

afterEach(async () => {
  await clearFaults(environment());
  await moveAllClocks(environment(), 0);
});

/** Opens an order whose key can be used again. */
async function begin(pay_id: string) {
  const shopper = await createShopper(environment());
  const order_key = `key-${crypto.randomUUID()}`;
  const opened = await shopper.open({ pay_id, order_key });
  const bought = { orderId: opened.order_id };
  const isDelivered = () =>
    shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
  const payByTypedCard = async () => {
    await shopper.payByCard(await shopper.open({ order_key }), CARDS.success);
    await isDelivered();
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
    expect(await shopper.mails()).toHaveLength(1);
  };
  return { shopper, opened, bought, isDelivered, payByTypedCard };
}

describe.each([
  ['apple_pay', 'payermax_apple_pay', 0],
  ['google_pay', 'payermax_google_pay', 1],
])('%s', (pay_id, kind, place) => {
  it('[F04] is listed before the others, delivers once, and refunds on request', async () => {
    const { shopper, opened, isDelivered } = await begin(pay_id);
    const { channels } = await want(shopper.client.call('payChannels', { country: 'US' }));
    expect(channels[place]).toMatchObject({ pay_id, method: pay_id, flow: 'card' });
    expect(opened.pay).toMatchObject({ kind, sandbox: true });
    expect(opened.pay).not.toHaveProperty('asks_to_save');
    await shopper.payByCard(opened, CARDS.success);
    await isDelivered();
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
    expect(await shopper.mails()).toHaveLength(1);
    const because = ['--allow-delivered', '--because', 'by a test'] as const;
    await operator.resolve('refund', opened.order_id, ...because);
    await shopper.until(opened.token, (each) => each.state === 'refunded');
  });

  it('declined: charges nothing, and a typed card pays the same order once', async () => {
    const { shopper, opened, bought, payByTypedCard } = await begin(pay_id);
    expect(await shopper.payByCard(opened, CARDS.declined)).toMatchObject({ state: 'failed' });
    await untilFacts(bought).toMatchObject({ tries: ['FAILED'] });
    await payByTypedCard();
    await untilFacts(bought).toMatchObject({ tries: ['FAILED', 'SUCCEEDED'], refunds: [] });
  });

  it('closed by its player: submits nothing, and a typed card pays the same order once', async () => {
    const { payByTypedCard, bought } = await begin(pay_id);
    await payByTypedCard();
    await untilFacts(bought).toMatchObject({ refunds: [], sums: '0/0/0' });
  });

  it('never pressed: its order ends with its time', async () => {
    const { shopper, opened, bought } = await begin(pay_id);
    await moveAllClocks(environment(), 31 * MINUTE);
    await untilFacts(bought).toMatchObject({ tries: ['EXPIRED'] });
    const later = shopper.clientAt(31 * MINUTE);
    const over = await want(later.call('orderInquire', { token: opened.token }));
    expect(over.state).toBe('timeout');
  });

  it('an answer that never comes back: the query to the gateway finds the payment, once', async () => {
    const { shopper, opened, bought, isDelivered } = await begin(pay_id);
    await setFault(environment(), 'payermax', 'order', 'drop_answer');
    await setFault(environment(), 'payermax', 'webhook', 'lost', { times: 10 });
    await shopper.payByCard(opened, CARDS.success);
    await isDelivered();
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
    await untilFacts(bought).toMatchObject({ tries: ['SUCCEEDED'], refunds: [] });
  });
});
