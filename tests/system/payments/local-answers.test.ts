import { afterEach, describe, expect, it } from 'vitest';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { mallBuyer } from '../../support/mall-buyer.ts';
import { operatorOf } from '../../support/operator.ts';
import { moveAllClocks } from '../../support/shop-days.ts';
import { answerLocal, createShopper, want, type Shopper } from '../../support/shopper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const { untilFacts } = moneyFactsOf(operator);

afterEach(async () => {
  await clearFaults(environment());
  await moveAllClocks(environment(), 0);
});

async function eventsOf(orderId: string): Promise<string[]> {
  const { rows } = await operator
    .db()
    .pool.query<{ event: string }>('select event from order_events where order_id = $1', [orderId]);
  return rows.map(({ event }) => event);
}

type Way = { pay_id: string; country: string; payer?: string; order_key?: string };

/** Opens an order by a local method, with the address of its page, null without one. */
async function openBy(shopper: Shopper, way: Way) {
  const order_key = way.order_key ?? `key-${crypto.randomUUID()}`;
  const opened = await shopper.open({ ...way, order_key });
  // A computer gets no page to open where the order shows a picture of its code.
  const { action } = await shopper.inquire(opened.token);
  const shown = action?.kind === 'redirect' && action.picture !== undefined ? action.url : null;
  const url = opened.pay?.kind === 'local' ? opened.pay.show.url : shown;
  return { ...opened, orderId: opened.order_id, url, order_key };
}

const stateOf = async (shopper: Shopper, token: string) => {
  const { state, reason } = await shopper.inquire(token);
  return { state, reason };
};

describe('a local method through PayPal', () => {
  const payer = JSON.stringify({ name: 'Jan Kowalski' });
  const ideal = { pay_id: 'ideal_nl', country: 'NL', payer };

  it('one lost answer: PayPal gives the same order again, at once', async () => {
    const shopper = await createShopper(environment());
    await setFault(environment(), 'paypal', 'order', 'drop_answer');
    const order = await openBy(shopper, ideal);
    await answerLocal(order.url, 'approve');
    await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), order.orderId)).toHaveLength(1);
  });

  it('all answers lost: nobody has its page, so the order can be paid again', async () => {
    const shopper = await createShopper(environment());
    await setFault(environment(), 'paypal', 'order', 'drop_answer', { times: 1_000 });
    const order = await openBy(shopper, ideal);
    expect(order).toMatchObject({ state: 'waiting', pay: null });
    expect(await stateOf(shopper, order.token)).toEqual({ state: 'waiting', reason: 'unknown' });
    await clearFaults(environment());
    await shopper.until(order.token, (each) => each.state === 'failed');
    const again = await openBy(shopper, { ...ideal, order_key: order.order_key });
    expect(again.orderId).toBe(order.orderId);
    await answerLocal(again.url, 'approve');
    await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), order.orderId)).toHaveLength(1);
  });

  it('approved and captured later: waits, and the shop captures nothing', async () => {
    const shopper = await createShopper(environment());
    const order = await openBy(shopper, ideal);
    await answerLocal(order.url, 'approve_slowly');
    expect((await shopper.inquire(order.token)).state).toBe('waiting');
    await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
    await untilFacts(order).toMatchObject({ tries: ['SUCCEEDED'], refunds: [] });
  });

  it('approved and captured later: is neither cancelled nor expired, and delivered once', async () => {
    const shopper = await createShopper(environment());
    const order = await openBy(shopper, ideal);
    await answerLocal(order.url, 'approve_slowly');
    await untilFacts(order).toMatchObject({ tries: ['PROCESSING'] });
    const { code } = await shopper.client.call('orderCancel', { token: order.token });
    expect(code).toBe(20_013);
    await moveAllClocks(environment(), 31 * 60_000);
    await untilFacts(order).toMatchObject({ tries: ['SUCCEEDED'], refunds: [] });
    await moveAllClocks(environment(), 0);
    await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
    const past = await eventsOf(order.orderId);
    expect(past).toContain('pending');
    expect(past).not.toContain('order_expired');
    expect(await capturesOf(environment(), order.orderId)).toHaveLength(1);
    expect(await shopper.mails()).toHaveLength(1);
  });

  it('is no wallet: a capture of its order is refused', async () => {
    const shopper = await createShopper(environment());
    const order = await openBy(shopper, ideal);
    const orderId = String(order.url).split('/').at(-1) ?? '';
    const fields = { order_id: orderId, invoice_id: `A${order.orderId}_1` };
    expect((await shopper.client.call('paypalCapture', fields)).code).toBe(20010);
    await answerLocal(order.url, 'approve');
    await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
  });

  it('asks for the name, and refuses another entry', async () => {
    const shopper = await createShopper(environment());
    const { channels } = await want(shopper.client.call('payChannels', { country: 'NL' }));
    const listed = channels.find(({ pay_id }) => pay_id === 'ideal_nl');
    expect(listed).toMatchObject({ provider: 'paypal', fields: ['name'] });
    expect(listed).not.toHaveProperty('sdk');
    const way = { pay_id: 'ideal_nl', country: 'NL' };
    await expect(shopper.open(way)).rejects.toThrow('"field":"name"');
    const wrong = JSON.stringify({ name: 'Jan {} <b>' });
    await expect(shopper.open({ ...way, payer: wrong })).rejects.toThrow('"field":"name"');
  });
});

it('[F04] GoPay: a large screen shows the picture of its code, which its page belongs to', async () => {
  const shopper = await createShopper(environment());
  const order = await openBy(shopper, { pay_id: 'gopay_id', country: 'ID' });
  expect(order).toMatchObject({ pay: null, state: 'waiting' });
  const { action, has_code } = await shopper.inquire(order.token);
  expect(action).toMatchObject({ kind: 'redirect', at: 'wallet', url: order.url });
  expect(has_code).toBeUndefined();
  const picture = await fetch(action?.kind === 'redirect' ? (action.picture ?? '') : '');
  expect(picture.headers.get('content-type')).toBe('image/png');
  const page = await fetch(`${environment().url}/miniflix`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(new RegExp(`img-src [^;]*${new URL(picture.url).origin}`));
  await answerLocal(order.url, 'approve_and_stay');
  await shopper.until(order.token, (each) => each.delivery.state === 'delivered');
});

it('GoPay: a game’s order, whose page shows no picture, leads a large screen to the page', async () => {
  const { client, token, until } = mallBuyer(environment());
  const paying = await want(client.call('mallPay', { token, pay_id: 'gopay_id', country: 'ID' }));
  expect(paying.pay).toMatchObject({ kind: 'local', show: { kind: 'redirect', opens: 'page' } });
  await answerLocal(paying.pay?.kind === 'local' ? paying.pay.show.url : null, 'approve');
  await until(paying.token, (each) => each.delivery.state === 'delivered');
});
