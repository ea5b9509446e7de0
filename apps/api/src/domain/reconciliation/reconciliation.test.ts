import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildContext, type BuiltContext } from '../../build-context.ts';
import type { Ctx } from '../../context.ts';
import { commandWith, ranHere } from '../../../../../tests/support/command.ts';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../../../../tests/support/shop-days.ts';
import {
  payWithoutTheShop,
  type FoundPayment,
} from '../../../../../tests/support/found-payment.ts';
import { endRefund, paidOrder, refundRow } from '../../../../../tests/support/paid-order.ts';
import {
  clearFaults,
  setFault,
  sharedEnvironment,
  statementOf,
} from '../../../../../tests/support/shared-environment.ts';
import {
  approveWallet,
  CARDS,
  createShopper,
  want,
  type Shopper,
} from '../../../../../tests/support/shopper.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { attemptById } from '../payments/queries.ts';
import { lastReconciliations } from '../row-metrics/queries.ts';
import { dueDays } from './due-days.ts';
import { reconcileDay, type Reconciled } from './reconcile-day.ts';

// Every test compares today's statement.
beforeAll(withinOneDay, ONE_DAY_TIMEOUT_MS);
const shop = sharedEnvironment();
let built: BuiltContext;

beforeAll(async () => {
  const config = { ...shop().config, databaseUrl: shop().databaseUrl };
  built = await buildContext(config, { name: 'test', connections: 4 });
});
afterAll(() => built.close());
afterEach(() => clearFaults(shop()));

const today = (): string => new Date().toISOString().slice(0, 10);

async function reconcile(
  provider: 'payermax' | 'paypal',
  options: { readonly repairs?: boolean; readonly ctx?: Ctx } = {},
): Promise<Extract<Reconciled, { kind: 'reconciled' }>> {
  const { repairs = false, ctx = built.ctx } = options;
  const result = await reconcileDay(ctx, { provider, day: today(), repairs });
  if (result.kind !== 'reconciled') throw new Error(result.why);
  return result;
}

/** Classes of the open differences that name these payments, so that other tests do not interfere. */
async function openAbout(provider: 'payermax' | 'paypal', ...names: string[]): Promise<string[]> {
  const { open } = await reconcile(provider);
  return open
    .filter((each) => names.some((name) => each.explanation.includes(name)))
    .map((each) => each.class);
}

async function buy(shopper: Shopper, pay_id: string, number: string): Promise<string> {
  const opened = await shopper.open({ pay_id });
  if (pay_id === 'card') await shopper.payByCard(opened, number);
  else if (opened.pay?.kind === 'paypal') {
    await approveWallet(shop(), opened.pay.order_id);
    await want(
      shopper.client.call('paypalCapture', {
        invoice_id: opened.pay.invoice_id,
        order_id: opened.pay.order_id,
      }),
    );
  }
  await shopper.until(
    opened.token,
    (order) => ['delivered', 'rejected'].includes(order.delivery.state) || order.state === 'failed',
  );
  return opened.order_id;
}

/** Puts off every query of an attempt's sweep; a first one may run half a second after the payment. */
async function keepSweepsFrom(attemptId: string): Promise<void> {
  await asOwner(
    shop().databaseUrl,
    `create function ask_later() returns trigger language plpgsql as
      $$ begin new.next_query_at := now() + interval '1 hour'; return new; end $$;
    create trigger ask_later before update of next_query_at on payment_attempts for each row
      when (new.id = '${attemptId}' and new.next_query_at is not null) execute function ask_later()`,
  );
}

const payStrangely = (payment: FoundPayment) =>
  payWithoutTheShop(shop(), built.ctx.gateways, payment);

describe('[F06] the ledger', () => {
  it('equals the statement to the cent after mixed purchases', async () => {
    const shopper = await createShopper(shop());
    await buy(shopper, 'card', CARDS.success);
    await buy(shopper, 'paypal', CARDS.success);
    await buy(shopper, 'card', CARDS.declined);
    await buy(shopper, 'card', CARDS.pending);
    await setFault(shop(), 'payermax', 'order', 'drop_answer');
    await buy(shopper, 'card', CARDS.success);
    await setFault(shop(), 'game', 'mail', 'reject', { times: 2 });
    await buy(shopper, 'card', CARDS.success);
    await buy(shopper, 'paypal', CARDS.success);
    await expect.poll(async () => (await statementOf(shop())).refunds.length).toBe(2);
    // The gateways have refunded; the shop's rows follow their answers.
    for (const provider of ['payermax', 'paypal'] as const)
      await expect.poll(async () => (await reconcile(provider)).open).toEqual([]);
    const wallets = await reconcile('paypal', { repairs: true });
    expect(wallets).toMatchObject({ open: [], captures: 2, refunds: 1 });
    expect(await checkLedger(built.ctx)).toEqual([]);

    const { rows } = await built.ctx.db.pool.query<{ provider: string; net: string }>(
      `select provider, sum(signed_minor)::text as net from ledger_lines
        where account = 'gateway' and kind <> 'fee' group by provider order by provider`,
    );
    const { captures, refunds } = await statementOf(shop());
    const held = (provider: string): string => {
      const sum = (list: readonly unknown[]): number =>
        (list as readonly { readonly provider: string; readonly amount: string }[])
          .filter((each) => each.provider === provider)
          .reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
      return String(sum(captures) - sum(refunds));
    };
    expect(rows).toEqual([
      { provider: 'payermax', net: held('payermax') },
      { provider: 'paypal', net: held('paypal') },
    ]);
    // Only PayPal's statement reports fees; a second run books none again.
    await reconcile('paypal', { repairs: true });
    const fees = await built.ctx.db.pool.query(`select from ledger_entries where kind = 'fee'`);
    expect(fees.rowCount).toBe(2);
  });
});

describe('[F06] reconciliation', () => {
  it('finds money of an unresolved attempt, and repairs it by a query', async () => {
    const shopper = await createShopper(shop());
    await setFault(shop(), 'payermax', 'query', 'error', { times: 50 });
    await setFault(shop(), 'payermax', 'webhook', 'lost', { times: 10 });
    const opened = await shopper.open();
    const attemptId = `A${opened.order_id}_1`;
    await keepSweepsFrom(attemptId);
    await setFault(shop(), 'payermax', 'order', 'drop_answer');
    await shopper.payByCard(opened, CARDS.success);
    await clearFaults(shop());
    expect(await openAbout('payermax', attemptId)).toEqual(['captured_there_unknown_here']);
    // A clock a day ahead books the capture at another time than it happened.
    const ahead = new Date(Date.now() + 26 * 3_600_000);
    const clock = { ...built.ctx.clock, now: () => ahead, nowMs: () => ahead.getTime() };
    const { repaired } = await reconcile('payermax', {
      repairs: true,
      ctx: { ...built.ctx, clock },
    });
    expect(repaired.map((each) => each.attemptId)).toEqual([attemptId]);
    await shopper.until(opened.token, (order) => order.delivery.state === 'delivered');
    expect(await openAbout('payermax', `ttempt ${attemptId}`)).toEqual(['time_differs']);
  });

  it('alerts once about unknown money and wrong amounts or currencies, and quarantines them', async () => {
    const stranger = `A${'z'.repeat(20)}_1`;
    await payStrangely({ id: stranger, orderId: 'z'.repeat(20) });
    const shopper = await createShopper(shop());
    const more = await shopper.open();
    await payStrangely({ id: `A${more.order_id}_1`, orderId: more.order_id, amount: 599 });
    const yen = await shopper.open();
    await payStrangely({ id: `A${yen.order_id}_1`, orderId: yen.order_id, currency: 'JPY' });
    const names = [stranger, more.order_id, yen.order_id];
    expect((await openAbout('payermax', ...names)).toSorted()).toEqual([
      'amount_differs',
      'captured_there_unknown_here',
      'currency_differs',
    ]);
    await expect
      .poll(async () => {
        const { open } = await reconcile('payermax');
        return open.filter((each) => each.explanation.endsWith('It is in quarantine.')).length;
      })
      .toBe(3);
    const alerts = async (): Promise<number> => {
      const { values } = await built.ctx.metrics.alerts.get();
      return values.find((each) => each.labels.kind === 'reconciliation_difference')?.value ?? 0;
    };
    const raised = await alerts();
    expect(raised).toBeGreaterThanOrEqual(3);
    await reconcile('payermax', { repairs: true });
    expect(await alerts()).toBe(raised);
    expect(await openAbout('payermax', ...names)).toHaveLength(3);
  });

  it('reports movements that only the ledger has', async () => {
    const { pool } = built.ctx.db;
    const order = await paidOrder(pool);
    await endRefund(pool, await refundRow(pool, order, { amount: 499 }), 'SUCCEEDED');
    expect(await openAbout('payermax', order.orderId)).toEqual([
      'captured_here_not_there',
      'refunded_here_not_there',
    ]);
  });

  it('[F17] finds and adopts a refund of the gateway’s own pages', async () => {
    const shopper = await createShopper(shop());
    const orderId = await buy(shopper, 'card', CARDS.success);
    const attemptId = `A${orderId}_1`;
    await setFault(shop(), 'payermax', 'webhook', 'lost', { times: 10 });
    const paid = await built.ctx.db.one(attemptById, { attemptId });
    await built.ctx.gateways.payermax.refund({
      refundId: 'Rbyhand_1',
      attemptId,
      captureRef: paid.gateway_ref ?? '',
      paymentRef: paid.gateway_ref,
      gatewayRef: null,
      amount: paid.amount_minor,
      currency: 'USD',
      requestedAtMs: Date.now(),
      notifyUrl: `${shop().url}/webhooks/payermax`,
    });
    await expect
      .poll(() => openAbout('payermax', attemptId))
      .toEqual(['state_differs', 'refunded_there_not_here']);
    const { repaired } = await reconcile('payermax', { repairs: true });
    expect(repaired.map((each) => each.attemptId)).toEqual([attemptId, attemptId]);
    expect(await openAbout('payermax', attemptId)).toEqual([]);
  });

  it('runs once in the worker for each ended day', async () => {
    const { ctx } = built;
    // Tomorrow at noon: one more day has ended than now.
    const later = new Date(Date.parse(`${today()}T12:00:00Z`) + 24 * 3_600_000);
    const tomorrow: Ctx = { ...ctx, clock: { ...ctx.clock, real: () => later } };
    expect(await dueDays(ctx)).toHaveLength(0);
    // A manual comparison shows in `npm run status`; the day stays due.
    await reconcile('payermax');
    expect(await ctx.db.many(lastReconciliations)).toContainEqual(
      expect.objectContaining({ provider: 'payermax', day: today(), is_finished: false }),
    );
    const work = await dueDays(tomorrow);
    expect(work).toHaveLength(3);
    expect(await dueDays(tomorrow)).toHaveLength(0);
    for (const each of work) await each();
    const { rows } = await ctx.db.pool.query<{ day: string }>(
      'select day::text as day from reconciliations where finished_at is not null',
    );
    expect(rows).toEqual([{ day: today() }, { day: today() }]);
  });

  it('prints its differences and exits with 1 until an operator settles them', async () => {
    const env = {
      DATABASE_URL: shop().databaseUrl,
      SANDBOX_PORT: String(shop().config.sandboxPort),
    };
    const run = ranHere(env);
    const order = await paidOrder(built.ctx.db.pool);
    // As a process of its own; the others share this one.
    const first = await commandWith(env)('reconcile', '--day', today());
    expect(first).toMatch(/^1: /);
    const line = new RegExp(
      `^  (\\d+) ${today()} captured_here_not_there: .*${order.attemptId}.*$`,
      'm',
    ).exec(first);
    expect(line).not.toBeNull();
    const number = line?.[1] ?? '';
    const words = ['--settle', number, '--because', 'Booked by hand.', '--by', 'anna'];
    expect(await run('reconcile', ...words)).toMatchObject({ code: 0 });
    const again = await run('reconcile', ...words);
    expect(again.err).toMatch(/This difference is settled already\./);
    const { rows: audited } = await built.ctx.db.pool.query<{ action: string }>(
      `select action from audit where body::jsonb ->> 'operator' = 'command line (anna)'`,
    );
    expect(audited).toEqual([{ action: 'settle_difference' }]);
    expect(await openAbout('payermax', order.attemptId)).toEqual([]);
    const csv = await run('settlement', '--from', today(), '--to', today());
    expect(csv.code).toBe(0);
    expect(csv.err).toMatch(/^--to .* has not ended: the sums may still grow\.\nSHA-256 \w{64}, /);
    const past = await run('settlement', '--from', '2026-01-01', '--to', '2026-01-02');
    expect(past.err).toMatch(/^SHA-256 \w{64}, \d+ lines?; written to the audit log\.\n$/);
    expect(csv.out).toMatch(/^miniflix,paypal,US,[\d.]*,USD,2,/m);
    const file = path.join(import.meta.dirname, 'no such folder', 'x.csv');
    const lost = await run('settlement', '--from', today(), '--to', today(), '--out', file);
    expect(lost.code).toBe(1);
    expect(lost.err).toMatch(/^--out .* cannot be written: .*\n$/m);
    const status = await run('status');
    expect(status).toMatchObject({ code: 0 });
    expect(status.out).toMatch(new RegExp(`^  payermax: ${today()}, \\d+ open$`, 'm'));
  });
});
