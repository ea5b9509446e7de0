import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildContext, type BuiltContext } from '../../../apps/api/src/build-context.ts';
import { toWire } from '../../../apps/api/src/gateways/paypal/money.ts';
import { reconcileDay } from '../../../apps/api/src/domain/reconciliation/reconcile-day.ts';
import { orderToken } from '../../../apps/api/src/domain/orders/ids.ts';
import { runResolve } from '../../../apps/api/src/operator/resolve-verbs.ts';
import {
  foundMoneyIn,
  lostNumber,
  payByWalletWithoutTheShop,
  payWithoutTheShop,
  walletOrderWithoutTheShop,
  type FoundPayment,
} from '../../support/found-payment.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../support/shop-days.ts';
import { CARDS, createShopper, orderFields, want } from '../../support/shopper.ts';

// Every test compares today's statement.
beforeAll(withinOneDay, ONE_DAY_TIMEOUT_MS);
const shop = sharedEnvironment();
let built: BuiltContext;

beforeAll(async () => {
  const config = { ...shop().config, databaseUrl: shop().databaseUrl };
  built = await buildContext(config, { name: 'test', connections: 4, logTo: 'stderr' });
  built.ctx.log.level = 'silent';
});
afterAll(() => built.close());
afterEach(() => clearFaults(shop()));

const { differencesOf, entriesOf, refundsOf, expectSoundBooks } = foundMoneyIn(
  shop,
  () => built.ctx,
);
const GEM_MINOR = 99;

/** An attempt that ended here before its payment, as after a failover that lost the last commits. */
async function endedUnsubmitted() {
  const shopper = await createShopper(shop());
  const { order_id: orderId, token } = await shopper.open();
  await want(shopper.client.call('orderCancel', { token }));
  return { shopper, token, payment: { id: `A${orderId}_1`, orderId, amount: GEM_MINOR } };
}

describe('money of an attempt that was never submitted here (14.27)', () => {
  it('delivers the goods when a webhook reports it', async () => {
    const { shopper, token, payment } = await endedUnsubmitted();
    const ref = await payWithoutTheShop(shop(), built.ctx.gateways, payment);
    await shopper.until(token, ({ delivery }) => delivery.state === 'delivered');
    expect(await shopper.mails()).toHaveLength(1);
    await expectSoundBooks(ref);
  });

  it('delivers the goods when only the statement reports it', async () => {
    const { shopper, token, payment } = await endedUnsubmitted();
    await setFault(shop(), 'payermax', 'webhook', 'lost', { times: 10 });
    const ref = await payWithoutTheShop(shop(), built.ctx.gateways, payment);
    expect(await differencesOf(ref)).toHaveLength(1);
    const day = new Date().toISOString().slice(0, 10);
    await reconcileDay(built.ctx, { provider: 'payermax', day, repairs: true });
    await shopper.until(token, ({ delivery }) => delivery.state === 'delivered');
    await expectSoundBooks(ref);
  });

  /** An attempt by PayPal whose order nobody here knows: its answer was lost. */
  async function lostOrder(way: Readonly<Record<string, string>> = { pay_id: 'paypal' }) {
    const shopper = await createShopper(shop());
    await setFault(shop(), 'paypal', 'order', 'timeout', { times: 10, ms: 100 });
    const order_key = crypto.randomUUID();
    await shopper.client.call('orderCreate', { ...orderFields('gems-60'), ...way, order_key });
    await clearFaults(shop());
    const ended = async () => {
      const { rows } = await built.ctx.db.pool.query<FoundPayment>(
        `select a.id, o.id as "orderId", a.amount_minor::int as amount, a.currency
          from orders o join payment_attempts a on a.order_id = o.id
          where o.order_key = $1 and a.state = 'FAILED' and a.gateway_ref is null`,
        [order_key],
      );
      return rows;
    };
    await expect.poll(ended, { timeout: 30_000 }).toHaveLength(1);
    const [payment = lostNumber()] = await ended();
    return { shopper, payment };
  }

  it('delivers the goods where its message names the order of a local method', async () => {
    const payer = JSON.stringify({ name: 'Jan de Vries' });
    const ideal = { pay_id: 'ideal_nl', country: 'NL', payer };
    const { shopper, payment } = await lostOrder(ideal);
    expect(payment).toMatchObject({ currency: 'EUR' });
    const ref = await payByWalletWithoutTheShop(shop(), built.ctx.gateways, payment);
    const token = orderToken(built.ctx, payment.orderId);
    await shopper.until(token, ({ delivery }) => delivery.state === 'delivered');
    expect(await entriesOf(ref)).toEqual(['capture', 'delivered']);
  });

  it('delivers the goods where its message names a wallet order that was not known', async () => {
    const { shopper, payment } = await lostOrder();
    const ref = await payByWalletWithoutTheShop(shop(), built.ctx.gateways, payment);
    const token = orderToken(built.ctx, payment.orderId);
    await shopper.until(token, ({ delivery }) => delivery.state === 'delivered');
    expect(await shopper.mails()).toHaveLength(1);
    expect(await entriesOf(ref)).toEqual(['capture', 'delivered']);
    await expectSoundBooks(ref);
  });

  it('goes back where its message names a wallet order, and the order is paid already', async () => {
    const { shopper, payment } = await lostOrder();
    const order_key = await keyOf(payment.orderId);
    const again = await shopper.open({ order_key });
    await shopper.payByCard(again, CARDS.success);
    await shopper.until(again.token, ({ delivery }) => delivery.state === 'delivered');
    const ref = await payByWalletWithoutTheShop(shop(), built.ctx.gateways, payment);
    await expect.poll(() => refundsOf(ref)).toMatchObject([{ state: 'SUCCEEDED' }]);
    expect(await shopper.mails()).toHaveLength(1);
    await expectSoundBooks(ref);
  });

  it('[attack] waits for a person where the named order is of another sum, and is paid back', async () => {
    const { payment } = await lostOrder();
    const less = { ...payment, amount: GEM_MINOR - 1 };
    await setFault(shop(), 'paypal', 'webhook', 'lost', { times: 2 });
    const made = await walletOrderWithoutTheShop(shop(), built.ctx.gateways, less);
    const ref = made.captureRef;
    await sayPaidInFull(payment, made);
    await expect.poll(() => reasonsOf(payment.id)).toEqual(['amount_differs']);
    expect(await entriesOf(ref)).toContain('quarantined');
    const [number = ''] = await differencesOf(ref);
    await runResolve(built.ctx, ['pay-back', number, '--because', 'it is of another sum']);
    await expect.poll(() => refundsOf(ref)).toMatchObject([{ state: 'SUCCEEDED' }]);
    await expectSoundBooks(ref);
  });

  it('waits for a person where its named order cannot be asked about, and is paid back', async () => {
    const { payment } = await lostOrder();
    await setFault(shop(), 'paypal', 'query', 'error', { times: 500 });
    const ref = await payByWalletWithoutTheShop(shop(), built.ctx.gateways, payment);
    await expect.poll(() => openMessagesOf(payment.id)).toBeGreaterThan(0);
    // Ten minutes of silence, by the shop's clock of the message.
    await built.ctx.db.pool.query(
      `update gateway_inbox set received_at = received_at - interval '11 minutes', next_attempt_at = now()
        where payment_number = $1 and applied_at is null`,
      [payment.id],
    );
    await expect.poll(() => entriesOf(ref), { timeout: 20_000 }).toContain('quarantined');
    await clearFaults(shop());
    const [number = ''] = await differencesOf(ref);
    await runResolve(built.ctx, ['pay-back', number, '--because', 'nobody knows the order']);
    await expect.poll(() => refundsOf(ref)).toMatchObject([{ state: 'SUCCEEDED' }]);
    await expectSoundBooks(ref);
  });

  /** A message of PayPal that names the order of a capture, but the whole sum of the payment. */
  const sayPaidInFull = async (
    { id, amount = 0, currency = 'USD' }: FoundPayment,
    { orderRef, captureRef: ref }: { readonly orderRef: string; readonly captureRef: string },
  ) => {
    const resource = {
      id: ref,
      status: 'COMPLETED',
      amount: { currency_code: currency, value: toWire(amount, currency) },
      invoice_id: id,
      supplementary_data: { related_ids: { order_id: orderRef } },
    };
    const event = { id: `WH-${ref}`, event_type: 'PAYMENT.CAPTURE.COMPLETED', resource };
    await built.ctx.db.pool.query(
      `insert into gateway_inbox (provider, event_key, event_type, payment_number, body, received_at, next_attempt_at)
        values ('paypal', $1, 'PAYMENT.CAPTURE.COMPLETED', $2, $3, now(), now())`,
      [event.id, id, Buffer.from(JSON.stringify(event))],
    );
  };
  const reasonsOf = async (attemptId: string): Promise<string[]> => {
    const { rows } = await built.ctx.db.pool.query<{ reason: string }>(
      'select reason from quarantine where attempt_id = $1',
      [attemptId],
    );
    return rows.map(({ reason }) => reason);
  };
  const keyOf = async (orderId: string): Promise<string> => {
    const { rows } = await built.ctx.db.pool.query<{ key: string }>(
      'select order_key as key from orders where id = $1',
      [orderId],
    );
    return rows[0]?.key ?? '';
  };
  const openMessagesOf = async (attemptId: string): Promise<number> => {
    const { rows } = await built.ctx.db.pool.query<{ n: number }>(
      `select count(*)::int as n from gateway_inbox where payment_number = $1 and applied_at is null and attempts > 0`,
      [attemptId],
    );
    return rows[0]?.n ?? 0;
  };
});
