import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildContext, type BuiltContext } from '../../../apps/api/src/build-context.ts';
import { reconcileDay } from '../../../apps/api/src/domain/reconciliation/reconcile-day.ts';
import { runResolve } from '../../../apps/api/src/operator/resolve-verbs.ts';
import {
  foundMoneyIn,
  payByWalletWithoutTheShop,
  payWithoutTheShop,
} from '../../support/found-payment.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../support/shop-days.ts';
import { createShopper, orderFields, want } from '../../support/shopper.ts';

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

  it('waits for a person where its wallet order is not known, and is paid back', async () => {
    const shopper = await createShopper(shop());
    await setFault(shop(), 'paypal', 'order', 'timeout', { times: 10, ms: 100 });
    const order_key = crypto.randomUUID();
    const wallet = { ...orderFields('gems-60'), pay_id: 'paypal', order_key };
    expect((await shopper.client.call('orderCreate', wallet)).code).not.toBe(200);
    await clearFaults(shop());
    const { rows } = await built.ctx.db.pool.query<{ id: string; orderId: string }>(
      `select a.id, o.id as "orderId" from orders o join payment_attempts a on a.order_id = o.id
        where o.order_key = $1 and a.state = 'FAILED' and a.gateway_ref is null`,
      [order_key],
    );
    const [attempt = { id: '', orderId: '' }] = rows;
    const payment = { ...attempt, amount: GEM_MINOR };
    const ref = await payByWalletWithoutTheShop(shop(), built.ctx.gateways, payment);
    await expect.poll(() => entriesOf(ref)).toContain('quarantined');
    const [number = ''] = await differencesOf(ref);
    await runResolve(built.ctx, ['pay-back', number, '--because', 'nobody knows the order']);
    await expect.poll(() => refundsOf(ref)).toMatchObject([{ state: 'SUCCEEDED' }]);
    await expectSoundBooks(ref);
  });
});
