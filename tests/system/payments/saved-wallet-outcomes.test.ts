import { toMinor } from '@webpay/contract/money';
import { afterEach, describe, expect, it } from 'vitest';
import {
  attemptOf as attemptOfGateway,
  openInputOf,
  WALLET,
} from '../../../apps/api/src/gateways/testing/data.ts';
import { untilSo, type CardKeeper } from '../../support/card-keeper.ts';
import {
  foundMoneyIn,
  lostNumber,
  payByWalletWithoutTheShop,
} from '../../support/found-payment.ts';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import { approveWallet, CARDS } from '../../support/shopper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';
import { walletKeepersOf } from '../../support/wallet-keeper.ts';

const environment = sharedEnvironment({
  waitScale: { deadlines: 0.5 },
  env: { PAYPAL_VAULT: 'on' },
});
const operator = operatorOf(environment);
const { ctx } = operator;
const { untilFacts } = moneyFactsOf(operator);
const { refundsOf, expectSoundBooks } = foundMoneyIn(environment, ctx);
const { atSandbox, keeper, open, save, payWith, buyWith } = walletKeepersOf(environment, ctx);

afterEach(() => clearFaults(environment()));

const captures = (orderId: string) => capturesOf(environment(), orderId);

async function attemptOf(orderId: string) {
  const { rows } = await ctx().db.pool.query<{
    state: string;
    ref: string | null;
    queries: number;
  }>(
    'select state, gateway_ref as ref, queries from payment_attempts where order_id = $1 order by n desc limit 1',
    [orderId],
  );
  return rows[0];
}
const untilAttempt = (orderId: string, state: string) =>
  untilSo(
    () => attemptOf(orderId),
    (attempt) => attempt?.state === state,
  );
const deliver = (player: CardKeeper, token: string) =>
  player.until(token, (each) => each.delivery.state === 'delivered');

/** Loses the answer to one-tap payments; PayPal has taken the money nevertheless. */
const loseAnswers = () => setFault(environment(), 'paypal', 'order', 'drop_answer', { times: 4 });

/** Holds PayPal's next message until another one is sent: it comes when the shop has no answer any more. */
const holdMessage = () =>
  setFault(environment(), 'paypal', 'webhook', 'reorder', { ms: 600_000, times: 1 });
const releaseMessage = async () => {
  const attempt = attemptOfGateway({ ...lostNumber(), gatewayRef: null });
  const made = await ctx().gateways.paypal.open(openInputOf({ attempt, method: WALLET }));
  if (made.kind !== 'wallet_order') throw new Error(made.kind);
  await approveWallet(environment(), made.gatewayRef);
};

// The row "saved wallet" of the table method × outcome (docs/payments.md §5).
describe('[F05] a purchase with a saved wallet', () => {
  it('refunded: its money goes back to the wallet', async () => {
    const player = await keeper();
    const { card } = await save(player);
    const { order_id: orderId, token } = await buyWith(player, card);
    await deliver(player, token);
    await operator.resolve('refund', orderId, '--allow-delivered', '--because', 'by a test');
    await player.until(token, (each) => each.state === 'refunded');
    expect(await captures(orderId)).toMatchObject([{ state: 'refunded' }]);
  });

  it('paid late: a payment under review waits, takes no second payment, and is delivered once', async () => {
    const player = await keeper();
    const { card, token: kept } = await save(player);
    await atSandbox(`/${kept}`, { next: 'pends' });
    const key = crypto.randomUUID();
    const opened = await buyWith(player, card, key);
    expect(opened).toMatchObject({ state: 'waiting', pay: null });
    expect(await payWith(player, card, key)).toMatchObject({ code: 200, result: { pay: null } });
    expect(await open(player, {}, key)).toMatchObject({ state: 'waiting', pay: null });
    await atSandbox(`/${kept}`, { next: 'clears' });
    await deliver(player, opened.token);
    expect(await captures(opened.order_id)).toHaveLength(1);
  });

  it('paid late without an answer: the message of the pending money names its order', async () => {
    const player = await keeper();
    const { card, token: kept } = await save(player);
    await atSandbox(`/${kept}`, { next: 'pends' });
    await loseAnswers();
    // The list never shows pending money.
    await holdMessage();
    const opened = await buyWith(player, card);
    await untilAttempt(opened.order_id, 'UNKNOWN');
    await releaseMessage();
    const attempt = await untilAttempt(opened.order_id, 'PROCESSING');
    expect(attempt?.ref).toMatch(/^[A-Z0-9]+$/);
    await atSandbox(`/${kept}`, { next: 'clears' });
    await deliver(player, opened.token);
    expect(await captures(opened.order_id)).toHaveLength(1);
  });

  it('not paid, and without an answer: stays unknown, and takes no second payment', async () => {
    const player = await keeper();
    const { card } = await save(player);
    await setFault(environment(), 'paypal', 'order', 'timeout', { times: 8, ms: 100 });
    const key = crypto.randomUUID();
    const { result } = await payWith(player, card, key);
    const { order_id: orderId, token } = result as { order_id: string; token: string };
    await untilAttempt(orderId, 'UNKNOWN');
    await clearFaults(environment());
    expect(await open(player, {}, key)).toMatchObject({ state: 'waiting', pay: null });
    expect(await captures(orderId)).toEqual([]);
    // Another order is not held up.
    await deliver(player, (await buyWith(player, card)).token);
    // The next sweep finds nothing either.
    const before = (await attemptOf(orderId))?.queries ?? 0;
    await ctx().db.pool.query(
      'update payment_attempts set next_query_at = now() where order_id = $1',
      [orderId],
    );
    const asked = await untilSo(
      () => attemptOf(orderId),
      (attempt) => (attempt?.queries ?? 0) > before,
    );
    expect(asked).toMatchObject({ state: 'UNKNOWN', ref: null });
    expect(await player.until(token, () => true)).toMatchObject({ state: 'waiting' });
  });

  it('unknown, then approved: the order that its message names is captured, and its number is kept', async () => {
    const player = await keeper();
    const { card } = await save(player);
    await setFault(environment(), 'paypal', 'order', 'timeout', { times: 8, ms: 100 });
    const { order_id: orderId, token, total } = await buyWith(player, card);
    await untilAttempt(orderId, 'UNKNOWN');
    await clearFaults(environment());
    const money = { amount: toMinor(total), currency: total.currency };
    const attempt = attemptOfGateway({ id: `A${orderId}_1`, orderId, ...money, gatewayRef: null });
    const made = await ctx().gateways.paypal.open(openInputOf({ attempt, method: WALLET }));
    if (made.kind !== 'wallet_order') throw new Error(made.kind);
    await approveWallet(environment(), made.gatewayRef);
    await deliver(player, token);
    expect(await attemptOf(orderId)).toMatchObject({ state: 'SUCCEEDED', ref: made.gatewayRef });
    expect(await captures(orderId)).toHaveLength(1);
  });

  it('paid twice: money that came to a declined payment goes back', async () => {
    const player = await keeper();
    const { card, token: kept } = await save(player);
    await atSandbox(`/${kept}`, { next: 'declines' });
    const key = crypto.randomUUID();
    expect(await payWith(player, card, key)).toMatchObject({ result: { state: 'failed' } });
    const { pay, token, order_id: orderId, total } = await player.openForm({}, key);
    const { sessionKey, paymentToken } = await player.type(pay, CARDS.success, false);
    await player.call('payermaxCard', { sessionKey, paymentToken });
    await deliver(player, token);
    const late = { id: `A${orderId}_1`, orderId, amount: toMinor(total), currency: total.currency };
    const ref = await payByWalletWithoutTheShop(environment(), ctx().gateways, late);
    await expect.poll(() => refundsOf(ref)).toMatchObject([{ state: 'SUCCEEDED' }]);
    await untilFacts({ orderId }).toMatchObject({ tries: ['SUCCEEDED', 'SUCCEEDED'] });
    expect((await captures(orderId)).map(({ state }) => state).toSorted()).toEqual([
      'captured',
      'refunded',
    ]);
    await expectSoundBooks(ref);
  });

  it('another sum: a person decides, and nothing is delivered', async () => {
    const player = await keeper();
    const { card, token: kept } = await save(player);
    await atSandbox(`/${kept}`, { next: 'other_sum' });
    const { order_id: orderId, token } = await buyWith(player, card);
    await untilFacts({ orderId }).toMatchObject({ quarantined: ['amount_differs'] });
    const order = await player.until(token, () => true);
    expect(order).toMatchObject({ state: 'waiting' });
    expect(order.delivery.state).not.toBe('delivered');
  });

  it('without an answer and with PayPal’s questions blocked: its message proves it', async () => {
    const player = await keeper();
    const { card } = await save(player);
    await setFault(environment(), 'paypal', 'query', 'error', { times: 500 });
    await loseAnswers();
    const opened = await buyWith(player, card);
    await deliver(player, opened.token);
    expect(await captures(opened.order_id)).toHaveLength(1);
  });

  it('unknown, with PayPal’s questions blocked: its message waits, and proves it once they are answered', async () => {
    const player = await keeper();
    const { card } = await save(player);
    await setFault(environment(), 'paypal', 'query', 'error', { times: 500 });
    await holdMessage();
    await loseAnswers();
    const { order_id: orderId, token } = await buyWith(player, card);
    await untilAttempt(orderId, 'UNKNOWN');
    await releaseMessage();
    const waiting = async () => {
      const { rows } = await ctx().db.pool.query<{ n: number }>(
        `select attempts as n from gateway_inbox where payment_number = $1 and applied_at is null`,
        [`A${orderId}_1`],
      );
      return rows.length;
    };
    await untilSo(waiting, (n) => n > 0);
    expect(await attemptOf(orderId)).toMatchObject({ state: 'UNKNOWN', ref: null });
    await clearFaults(environment());
    await deliver(player, token);
    expect(await waiting()).toBe(0);
    expect(await captures(orderId)).toHaveLength(1);
  });
});
