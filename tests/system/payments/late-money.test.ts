import { afterEach, describe, expect, it } from 'vitest';
import { captureInPaypal } from '../../support/gateway-desk.ts';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import { moveAllClocks } from '../../support/shop-days.ts';
import {
  answerChallenge,
  approveWallet,
  CARDS,
  createShopper,
  want,
  type Shopper,
} from '../../support/shopper.ts';
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

const moveClock = (minutes: number) => moveAllClocks(environment(), minutes * MINUTE);

afterEach(async () => {
  await clearFaults(environment());
  await moveClock(0);
});

/** Minutes until the shop queries ended attempts of an order, with the clock `ahead` minutes. */
async function minutesToQuery(orderId: string, ahead = 0): Promise<number[]> {
  const { rows } = await operator.db().pool.query<{ minutes: number }>(
    `select round(extract(epoch from due_at - now()) / 60)::int4 - $2::int4 as minutes from late_queries
      where attempt_id like 'A' || $1 || '@_%' escape '@' order by attempt_id`,
    [orderId, ahead],
  );
  return rows.map(({ minutes }) => minutes);
}

const alertsOf = async (kind: string): Promise<number> => {
  const page = await (await fetch(`${environment().workerMetricsUrl}/metrics`)).text();
  return Number(
    new RegExp(`^webpay_alarms_total{kind="${kind}"} (\\d+)$`, 'm').exec(page)?.[1] ?? 0,
  );
};

/** A card payment that waits at its bank; the gateway's messages do not arrive. */
async function leaveAtBank(shopper: Shopper, order_key = `key-${crypto.randomUUID()}`) {
  const opened = await shopper.open({ order_key });
  const { action } = await shopper.payByCard(opened, CARDS.challenge);
  await setFault(environment(), 'payermax', 'webhook', 'lost', { times: 50 });
  return { opened, orderId: opened.order_id, bank: action?.url };
}

describe('money that comes after its attempt ended, without a webhook (14.2)', () => {
  it('delivers the goods of an expired order', async () => {
    const shopper = await createShopper(environment());
    const { opened, orderId, bank } = await leaveAtBank(shopper);
    await moveClock(31);
    await untilFacts({ orderId }).toMatchObject({ tries: ['EXPIRED'] });
    await answerChallenge(bank, 'approve');
    expect(await capturesOf(environment(), orderId)).toHaveLength(1);
    // Within an hour of the order's end.
    await moveClock(90);
    await untilFacts({ orderId }).toMatchObject({ tries: ['SUCCEEDED'], refunds: [] });
    await expect.poll(() => minutesToQuery(orderId)).toEqual([]);
    // The worker raises it after it has written the payment.
    await expect.poll(() => alertsOf('payment_not_reported')).toBe(1);
    await moveClock(0);
    await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
    expect(await shopper.mails()).toHaveLength(1);
  });

  it('is refunded when the player cancelled and paid another way', async () => {
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    const { opened, orderId, bank } = await leaveAtBank(shopper, order_key);
    await want(shopper.client.call('orderCancel', { token: opened.token }));
    expect(await minutesToQuery(orderId)).toEqual([32]);
    const again = await shopper.open({ order_key });
    expect(again.order_id).toBe(orderId);
    await shopper.payByCard(again, CARDS.success);
    await answerChallenge(bank, 'approve');
    await clearFaults(environment());
    await moveClock(35);
    await untilFacts({ orderId }).toMatchObject({
      tries: ['SUCCEEDED', 'SUCCEEDED'],
      refunds: ['double_payment SUCCEEDED'],
    });
    await expect.poll(() => minutesToQuery(orderId)).toEqual([]);
  });

  it('delivers the goods of a wallet order that was captured without the shop', async () => {
    const shopper = await createShopper(environment());
    const { order_id: orderId, pay, token } = await shopper.open({ pay_id: 'paypal' });
    if (pay?.kind !== 'paypal') throw new Error('not a wallet order');
    await want(shopper.client.call('orderCancel', { token }));
    await setFault(environment(), 'paypal', 'webhook', 'lost', { times: 50 });
    await approveWallet(environment(), pay.order_id);
    await captureInPaypal(environment(), pay.order_id);
    expect(await minutesToQuery(orderId)).toEqual([45]);
    await moveClock(46);
    await untilFacts({ orderId }).toMatchObject({ tries: ['SUCCEEDED'], refunds: [] });
  });
});

describe('an attempt that ended while it could be paid at its gateway (14.2)', () => {
  it('is queried until the final answer, and no longer', async () => {
    const shopper = await createShopper(environment());
    const { opened, orderId, bank } = await leaveAtBank(shopper);
    await want(shopper.client.call('orderCancel', { token: opened.token }));
    // The shop's clock is ahead of the gateway's, where the payment still waits for its bank.
    await moveClock(33);
    await expect.poll(() => minutesToQuery(orderId, 33)).toEqual([5]);
    // An alert after a day, then daily.
    await moveClock(26 * 60);
    await expect.poll(() => alertsOf('late_payment_unknown')).toBe(1);
    await expect.poll(() => minutesToQuery(orderId, 26 * 60)).toEqual([24 * 60]);
    await answerChallenge(bank, 'reject');
    await moveClock(51 * 60);
    await expect.poll(() => minutesToQuery(orderId)).toEqual([]);
    await untilFacts({ orderId }).toMatchObject({ tries: ['FAILED'], refunds: [] });
  });

  it('is not queried once the gateway gave a final answer, nor when nothing was submitted', async () => {
    const shopper = await createShopper(environment());
    const declined = await shopper.open();
    expect((await shopper.payByCard(declined, CARDS.declined)).state).toBe('failed');
    const unsent = await shopper.open();
    await want(shopper.client.call('orderCancel', { token: unsent.token }));
    for (const { order_id: orderId } of [declined, unsent]) {
      await untilFacts({ orderId }).toMatchObject({ tries: ['FAILED'] });
      expect(await minutesToQuery(orderId)).toEqual([]);
    }
  });

  it('is queried for the life of its wallet order', async () => {
    const shopper = await createShopper(environment());
    const { order_id: orderId, token } = await shopper.open({ pay_id: 'paypal' });
    await want(shopper.client.call('orderCancel', { token }));
    await moveClock(5 * 60);
    await expect.poll(() => minutesToQuery(orderId, 5 * 60)).toEqual([45]);
    await moveClock(6 * 60 + 3);
    await expect.poll(() => minutesToQuery(orderId)).toEqual([]);
  });

  it('alerts for a voucher still pending a day after expiry, and when querying gives up', async () => {
    const shopper = await createShopper(environment());
    const { order_id: orderId, token } = await shopper.open({ pay_id: 'oxxo_mx', country: 'MX' });
    await want(shopper.client.call('orderCancel', { token }));
    const unknown = await alertsOf('late_payment_unknown');
    const days = (count: number) => count * 24 * 60 + 60;
    await moveClock(days(6));
    await expect.poll(() => alertsOf('late_payment_unknown')).toBe(unknown + 1);
    await expect.poll(() => minutesToQuery(orderId, days(6))).toEqual([24 * 60]);
    // After weeks without an answer it is queried twice, a day apart, before it is given up.
    await moveClock(days(35));
    await expect.poll(() => minutesToQuery(orderId, days(35))).toEqual([24 * 60]);
    await moveClock(days(36));
    await expect.poll(() => alertsOf('late_payment_given_up')).toBe(1);
    await expect.poll(() => minutesToQuery(orderId)).toEqual([]);
  });
});
