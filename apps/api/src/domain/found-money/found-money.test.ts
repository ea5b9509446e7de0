import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildContext, type BuiltContext } from '../../build-context.ts';
import type { Ctx } from '../../context.ts';
import { listAudit } from '../audit/list-audit.ts';
import { foundMoneyCommands } from '../../operator/resolve-output.ts';
import { runResolve } from '../../operator/resolve-verbs.ts';
import {
  foundMoneyIn,
  lostNumber,
  payByWalletWithoutTheShop,
  payWithoutTheShop,
} from '../../../../../tests/support/found-payment.ts';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../../../../tests/support/shop-days.ts';
import {
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../../../../tests/support/shared-environment.ts';
import { onOneConnection, untilSomebodyWaits } from '../../../../../tests/support/lock-waits.ts';
import { createShopper } from '../../../../../tests/support/shopper.ts';
import { retryRefusedRefund } from '../support/refund-again.ts';
import { findOpenDifferences } from '../reconciliation/difference.ts';

// Every test compares today's statement.
beforeAll(withinOneDay, ONE_DAY_TIMEOUT_MS);
const shop = sharedEnvironment();
let built: BuiltContext;

beforeAll(async () => {
  const config = { ...shop().config, databaseUrl: shop().databaseUrl };
  built = await buildContext(config, { name: 'test', connections: 8, logTo: 'stderr' });
  built.ctx.log.level = 'silent';
});
afterAll(() => built.close());
afterEach(() => clearFaults(shop()));

const resolve = (...words: readonly string[]) => runResolve(built.ctx, words);
const BECAUSE = ['--because', 'found in the statement'] as const;

const { differencesOf, findMoney, entriesOf, refundsOf, expectSoundBooks } = foundMoneyIn(
  shop,
  () => built.ctx,
);

describe('[F06] found money, which a gateway took and the shop does not know', () => {
  it('money is adopted as an order of a character, which gets the goods once (14.27)', async () => {
    const shopper = await createShopper(shop());
    const payment = lostNumber();
    const { ref, number } = await findMoney(payment);
    const to = ['--to', `miniflix/${shopper.serverId}/${shopper.cid}`] as const;
    const list = await resolve('list');
    expect(list).toContain(`→ npm run resolve -- adopt ${number} --to PROJECT/SERVER/CID`);
    expect(list).toContain(`→ npm run resolve -- pay-back ${number} --project PROJECT`);
    expect(list).toContain(`→ adopt ${number} or pay-back ${number}, as above`);

    const goods = ['--product', 'gems-300'] as const;
    const dearer = ['--product', 'gems-620'] as const;
    await expect(resolve('adopt', number, ...to, ...dearer, ...BECAUSE)).rejects.toThrow(
      '--allow-other-sum',
    );
    await expect(
      resolve('adopt', number, ...to, '--product', 'card-weekly', ...BECAUSE),
    ).rejects.toThrow('no such product');
    await expect(
      resolve('adopt', number, '--to', 'miniflix/112/9000000001', ...goods, ...BECAUSE),
    ).rejects.toThrow('The game knows no such character');
    await expect(resolve('adopt', number, ...to, ...goods)).rejects.toThrow('--because');
    await resolve('flag', 'miniflix', shopper.cid, ...BECAUSE);
    await expect(resolve('adopt', number, ...to, ...goods, ...BECAUSE)).rejects.toThrow('flagged');
    await resolve('clear-flag', 'miniflix', shopper.cid, ...BECAUSE);
    expect(await entriesOf(ref)).toEqual(['quarantined']);

    // Decided days later: the statement's day stays without a difference.
    const later = new Date(Date.now() + 3 * 86_400_000);
    const clock = { ...built.ctx.clock, now: () => later, nowMs: () => later.getTime() };
    const ctx: Ctx = { ...built.ctx, clock };
    expect(await runResolve(ctx, ['adopt', number, ...to, ...goods, ...BECAUSE])).toContain(
      `4.99 USD paid order ${payment.orderId}`,
    );
    await expect.poll(async () => (await shopper.mails()).length).toBe(1);
    const { rows } = await built.ctx.db.pool.query<{ state: string; total: number }>(
      'select state, total_minor::int as total from orders where id = $1',
      [payment.orderId],
    );
    expect(rows).toEqual([{ state: 'success', total: 499 }]);
    await expect
      .poll(() => entriesOf(ref))
      .toEqual(['capture', 'delivered', 'quarantine_released', 'quarantined']);
    await expectSoundBooks(ref);
    expect(await resolve('show', payment.orderId)).toContain('because "found in the statement"');
    expect(await resolve('list')).not.toContain(payment.id);

    for (const words of [
      ['adopt', number, ...to, ...goods],
      ['pay-back', number, '--project', 'miniflix'],
    ]) {
      await expect(resolve(...words, ...BECAUSE)).rejects.toThrow('settled already');
    }
    expect(await shopper.mails()).toHaveLength(1);
  });

  it('money is refunded in full, and sent again by itself after a refusal (14.27)', async () => {
    const { ref, number } = await findMoney(lostNumber());
    await expect(resolve('pay-back', number, ...BECAUSE)).rejects.toThrow('--project PROJECT');
    await setFault(shop(), 'payermax', 'refund', 'reject');
    const project = ['--project', 'miniflix'] as const;
    expect(await resolve('pay-back', number, ...project, ...BECAUSE)).toContain('4.99 USD will be');
    await expect
      .poll(() => refundsOf(ref))
      .toMatchObject([{ state: 'FAILED', is_due_again: true }]);
    // As the sweep does when its day has come.
    const [refused] = await refundsOf(ref);
    await retryRefusedRefund(built.ctx, refused?.id ?? '');
    await expect
      .poll(() => refundsOf(ref))
      .toMatchObject([{ state: 'FAILED', is_due_again: false }, { state: 'SUCCEEDED' }]);
    expect(await entriesOf(ref)).toEqual([
      'capture',
      'quarantine_released',
      'quarantined',
      'refund_done',
      'refund_released',
      'refund_reserved',
      'refund_reserved',
    ]);
    await expectSoundBooks(ref);
  });

  it('money is decided once, however many operators adopt it and pay it back (14.27)', async () => {
    const shopper = await createShopper(shop());
    const { ref, number } = await findMoney(lostNumber());
    const to = ['--to', `miniflix/${shopper.serverId}/${shopper.cid}`] as const;
    const adopt = ['adopt', number, ...to, '--product', 'gems-300', ...BECAUSE];
    const payBack = ['pay-back', number, '--project', 'miniflix', ...BECAUSE];
    const calls = [adopt, payBack, adopt, payBack].map((words) => resolve(...words));
    const ends = await Promise.allSettled(calls);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await entriesOf(ref)).filter((kind) => kind === 'capture')).toHaveLength(1);
    const { rows } = await built.ctx.db.pool.query(
      'select decision from found_money where capture_ref = $1',
      [ref],
    );
    expect(rows).toHaveLength(1);
    await expect(
      built.ctx.db.pool.query(
        `insert into found_money select * from found_money where capture_ref = $1`,
        [ref],
      ),
    ).rejects.toThrow('found_money_is_decided_once');
  });

  it('money leaves quarantine, also when its message is stored while it is decided (14.27)', async () => {
    await setFault(shop(), 'payermax', 'webhook', 'lost', { times: 10 });
    const payment = lostNumber();
    const ref = await payWithoutTheShop(shop(), built.ctx.gateways, payment);
    const [number = ''] = await differencesOf(ref);
    const message = {
      kind: 'paid',
      gatewayRef: ref,
      captureRef: ref,
      amount: 499,
      currency: 'USD',
      merchantIsOurs: true,
      card: null,
    };
    const ended = await onOneConnection(built.ctx.db, async (query) => {
      await query(
        `insert into quarantine (provider, attempt_id, source, reason, result, at)
          values ('payermax', null, 'webhook', 'unknown_attempt', $1, now())`,
        [message],
      );
      const deciding = resolve('pay-back', number, '--project', 'miniflix', ...BECAUSE);
      await untilSomebodyWaits(built.ctx.db);
      await query('commit');
      return deciding;
    });
    expect(ended).toContain('will be refunded');
    const entries = await entriesOf(ref);
    expect(entries.filter((kind) => kind.startsWith('quarantine'))).toEqual([
      'quarantine_released',
      'quarantined',
    ]);
    await expect.poll(() => refundsOf(ref)).toMatchObject([{ state: 'SUCCEEDED' }]);
    await expectSoundBooks(ref);
  });

  it('money of another sum goes back beside the order that its number names (14.27)', async () => {
    const shopper = await createShopper(shop());
    const order = await shopper.open();
    const payment = { id: `A${order.order_id}_1`, orderId: order.order_id, amount: 599 };
    const { ref, number } = await findMoney(payment);
    expect(await resolve('pay-back', number, ...BECAUSE)).toContain(order.order_id);
    await expect.poll(() => refundsOf(ref)).toMatchObject([{ state: 'SUCCEEDED' }]);
    const view = await shopper.until(order.token, ({ state }) => state === 'failed');
    expect(JSON.stringify(view)).toContain('5.99');
    await expectSoundBooks(ref);
  });

  it('money of another sum buys one product when the operator says so (14.27)', async () => {
    const shopper = await createShopper(shop());
    const order = await shopper.open();
    const payment = { id: `A${order.order_id}_1`, orderId: order.order_id, amount: 399 };
    const { ref, number } = await findMoney(payment);
    const to = `miniflix/${shopper.serverId}/${shopper.cid}`;
    const given = ['--product', 'gems-300', '--allow-other-sum', '--to', to, ...BECAUSE] as const;
    expect(await resolve('adopt', number, ...given)).toContain('3.99 USD paid order');
    // The limits count the goods, which cost more.
    const { items } = await listAudit(built.ctx, { action: 'adopt_money' });
    expect(items[0]?.detail).toContain('"worth":{"currency":"USD","minor":499}');
    await expect.poll(async () => (await shopper.mails()).length).toBe(1);
    await expectSoundBooks(ref);
    // Its refund names the money by the number that the gateway knows.
    const sql = 'select order_id from payment_attempts where capture_ref = $1';
    const { rows } = await built.ctx.db.pool.query<{ order_id: string }>(sql, [ref]);
    expect(rows[0]?.order_id).not.toBe(order.order_id);
    await resolve('refund', rows[0]?.order_id ?? '', '--allow-delivered', ...BECAUSE);
    await expect.poll(() => refundsOf(ref)).toMatchObject([{ state: 'SUCCEEDED' }]);
    await expectSoundBooks(ref);
  });

  it('money of a wallet is confirmed by its gateway, and goes back (14.27)', async () => {
    const payment = lostNumber();
    const ref = await payByWalletWithoutTheShop(shop(), built.ctx.gateways, payment);
    const [number = ''] = await differencesOf(ref);
    await resolve('pay-back', number, '--project', 'miniflix', ...BECAUSE);
    await expect.poll(() => refundsOf(ref)).toMatchObject([{ state: 'SUCCEEDED' }]);
    expect(await entriesOf(ref)).toContain('fee');
    // The days before the decision are settled: the fee is of its day, as the capture is.
    const { rows } = await built.ctx.db.pool.query(
      `select count(distinct at)::int4 as times from ledger_entries where kind in ('capture', 'fee')
        and attempt_id = (select id from payment_attempts where capture_ref = $1)`,
      [ref],
    );
    expect(rows).toEqual([{ times: 1 }]);
    await expectSoundBooks(ref);
  });

  it('money is left alone when its gateway is silent, or has paid it back since (14.27)', async () => {
    const payment = lostNumber();
    const { ref, number } = await findMoney(payment);
    const words = ['pay-back', number, '--project', 'miniflix', ...BECAUSE];
    await setFault(shop(), 'payermax', 'query', 'error', { times: 50 });
    await expect(resolve(...words)).rejects.toThrow('does not confirm this money now');
    await clearFaults(shop());
    const { payermax } = built.ctx.gateways;
    const byHand = {
      refundId: `R${payment.orderId}_9`,
      attemptId: payment.id,
      captureRef: ref,
      paymentRef: null,
      gatewayRef: null,
      amount: 499,
      currency: 'USD',
      requestedAtMs: Date.now(),
      notifyUrl: `${shop().url}/webhooks/payermax`,
    };
    await payermax.refund(byHand);
    await expect.poll(() => payermax.findRefund(byHand)).toMatchObject({ kind: 'succeeded' });
    await expect(resolve(...words)).rejects.toThrow('has paid this money back already');
    expect(await entriesOf(ref)).toEqual(['quarantined']);
    expect(await refundsOf(ref)).toEqual([]);
  });

  it('money of an unresolved attempt is left to the repair, and other differences to an operator (14.27)', async () => {
    const { pool } = built.ctx.db;
    const insert = async (
      subject: string,
      kind: string,
      attemptId: string | null,
      state: string,
    ) => {
      const { rows } = await pool.query<{ id: string }>(
        `insert into reconciliation_differences (provider, class, subject, attempt_id, ours, theirs, explanation, day, found_at, seen_at)
          values ('payermax', $2, $1, $3, $4, $5, 'text', '2026-01-02', now(), now()) returning id`,
        [
          subject,
          kind,
          attemptId,
          { state, at: null },
          kind === 'captured_here_not_there' ? null : {},
        ],
      );
      return String(rows[0]?.id);
    };
    const unresolved = await insert('T1', 'captured_there_unknown_here', 'Ax_1', 'UNKNOWN');
    const missing = await insert('T2', 'captured_here_not_there', 'Ax_2', 'SUCCEEDED');
    for (const [number, why] of [
      [unresolved, 'books it by itself'],
      [missing, 'not about money that waits'],
      ['999999', 'no difference with that number'],
    ] as const) {
      await expect(resolve('pay-back', number, ...BECAUSE)).rejects.toThrow(why);
    }
    const open = await findOpenDifferences(built.ctx);
    const ofThese = open.filter(({ id }) => [unresolved, missing].includes(String(id)));
    expect(ofThese.flatMap(foundMoneyCommands)).toEqual([
      'npm run reconcile -- --day 2026-01-02 --repair',
    ]);
  });
});
