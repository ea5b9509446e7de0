import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildContext, type BuiltContext } from '../../build-context.ts';
import { readConfig } from '../../config/config.ts';
import { statusOf } from '../../operator/reports.ts';
import { endRefund, paidOrder, refundRow } from '../../../../../tests/support/paid-order.ts';
import { createMetrics } from '../../platform/monitoring/metrics.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { letMailsWait, WAITING_GAME } from '../../../../../tests/support/waiting-mails.ts';
import { findDueMails } from '../mail/find-due.ts';
import { recordComparison } from '../reconciliation/queries.ts';
import { measureBacklog } from './measure.ts';
import { reportFailure } from '../../platform/monitoring/alert.ts';
import { backlog } from './queries.ts';
import { reportUnresolved } from './report-unresolved.ts';

const { url, db } = await testDatabase('seeded');
const { pool } = db;
let built: BuiltContext;

beforeAll(async () => {
  const config = { ...readConfig({}), databaseUrl: url };
  built = await buildContext(config, { name: 'test', connections: 2, logTo: 'stderr' });
});
afterAll(() => built?.close());

async function alerts(kind: string): Promise<number> {
  const { values } = await built.ctx.metrics.alerts.get();
  return values.find((each) => each.labels.kind === kind)?.value ?? 0;
}

/** A second attempt of a paid order, unresolved since `since`. */
async function unresolvedAttempt(state: 'UNKNOWN' | 'PROCESSING', since: string): Promise<string> {
  const { orderId } = await paidOrder(pool);
  const id = `A${orderId}_2`;
  await pool.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor,
        state, next_query_at, unresolved_since, created_at, updated_at)
      values ($1, $2, 2, 'card', 'payermax', 'card', 'US', 'USD', 499, $3, now(), now() - $4::interval, now(), now())`,
    [id, orderId, state, since],
  );
  return id;
}

describe('[F06] operator reports', () => {
  it('alert once about each attempt that is unresolved for ten minutes', async () => {
    const id = await unresolvedAttempt('UNKNOWN', '11 minutes');
    await unresolvedAttempt('UNKNOWN', '9 minutes');
    await unresolvedAttempt('PROCESSING', '23 hours');
    await reportUnresolved(built.ctx);
    await reportUnresolved(built.ctx);
    expect(await alerts('attempt_in_doubt')).toBe(1);
    // Settled, and later unresolved again.
    await pool.query(
      `update payment_attempts set alerted_at = now() - interval '1 hour' where id = $1`,
      [id],
    );
    await reportUnresolved(built.ctx);
    expect(await alerts('attempt_in_doubt')).toBe(2);
  });

  it('alert once about each refund that is unresolved for ten minutes', async () => {
    const refund = await refundRow(pool, await paidOrder(pool), { amount: 100 });
    await pool.query(`update refunds set state = 'SUBMITTING' where id = $1`, [refund]);
    await pool.query(
      `update refunds set state = 'UNKNOWN', next_attempt_at = now(), requested_at = now() - interval '11 minutes' where id = $1`,
      [refund],
    );
    await reportUnresolved(built.ctx);
    await reportUnresolved(built.ctx);
    expect(await alerts('refund_in_doubt')).toBe(1);
  });

  it('alert once a minute about a failing database', async () => {
    const full = Object.assign(new Error('could not extend file'), { code: '53100' });
    for (let i = 0; i < 3; i += 1) reportFailure(built.ctx, full, { sweep: 'x' }, 'failed');
    expect(await alerts('database_full')).toBe(1);
  });

  it('log one line instead of a hundred stacks when connections time out', async () => {
    const lines: unknown[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const ctx = { ...built.ctx, log };
    const late = new Error('timeout exceeded when trying to connect');
    for (let i = 0; i < 100; i += 1) reportFailure(ctx, late, { reqId: String(i) }, 'failed');
    expect(lines).toMatchObject([expect.stringContaining('no connection came in time')]);
  });

  it('count refused refunds, owed payments and open disputes in metrics and the status page', async () => {
    const { ctx } = built;
    const order = await paidOrder(pool);
    await pool.query(
      `with mail as (update outbox_mails set ended_at = now() where id = $1)
        update deliveries set state = 'rejected' where id = $1`,
      [order.deliveryId],
    );
    const refund = await refundRow(pool, order, { amount: 499, reason: 'not_deliverable' });
    await endRefund(pool, refund, 'FAILED');
    await pool.query(
      `insert into disputes (provider, dispute_id, order_id, attempt_id, kind, state, stage, currency, claimed_minor, lost_minor,
          opened_at, updated_at)
        values ('paypal', 'C1', $1, $2, 'dispute', 'open', 'NEW', 'USD', 499, 0, now(), now())`,
      [order.orderId, order.attemptId],
    );
    const page = await statusOf(ctx);
    for (const line of [
      'Refunds refused: 1\n  payermax not_deliverable: 1, the oldest',
      'no refund in progress: 1\n  payermax USD goods_rejected: 1, the oldest',
      'Disputes open: 1\n  paypal dispute: 1, the oldest',
      'none yet',
    ]) {
      expect(page).toContain(line);
    }
    measureBacklog(ctx);
    const numbers = await ctx.metrics.registry.metrics();
    expect(numbers).toContain('webpay_refunds_refused{place="payermax not_deliverable"} 1');
    expect(numbers).toContain('webpay_payments_owed{place="payermax USD goods_rejected"} 1');
    expect(numbers).toContain('webpay_cases_open{place="paypal dispute"} 1');
    // A manual run that corrects nothing, or of an unfinished day, counts as a run.
    await ctx.db.run(recordComparison, {
      day: '2026-11-20',
      provider: 'paypal',
      comparedAt: ctx.clock.real(),
    });
    expect(await statusOf(ctx)).toContain('  paypal: 2026-11-20, 0 open (compared, not repaired)');
  });

  it('count open requests and flagged players with the age of the oldest', async () => {
    const { ctx } = built;
    const { orderId } = await paidOrder(pool);
    await pool.query(
      `insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at)
        select 'q' || substr(id, 2), player_id, id, 2026, 'refund', 'x', 'open', now() - interval '3 days' from orders where id = $1`,
      [orderId],
    );
    // Two flags of one player count as one player.
    await pool.query(
      `insert into player_flags (player_id, order_id, why, at)
        select player_id, id, why, now() - interval '5 days' from orders, unnest(array['dispute', 'fraud']) as why
        where id = $1`,
      [orderId],
    );
    const page = await statusOf(ctx);
    expect(page).toMatch(/^Player requests open .*: 1\n {2}miniflix refund: 1, the oldest for 3 /m);
    expect(page).toMatch(/^Players flagged .*: 1\n {2}miniflix: 1, the oldest for 5 /m);
    const rows = await ctx.db.many(backlog, { realNow: ctx.clock.real() });
    for (const [kind, place, days] of [
      ['requests_open', 'miniflix refund', 3],
      ['players_flagged', 'miniflix', 5],
    ] as const) {
      const row = rows.find((each) => each.kind === kind);
      expect(row).toMatchObject({ place, count: 1 });
      expect(row?.oldest_seconds).toBeGreaterThanOrEqual(days * 86_400);
    }
    const metrics = createMetrics();
    measureBacklog({ ...ctx, metrics });
    const numbers = await metrics.registry.metrics();
    expect(numbers).toContain('webpay_requests_open{place="miniflix refund"} 1');
    expect(numbers).toContain('webpay_players_flagged{place="miniflix"} 1');
    expect(numbers).toMatch(/webpay_players_flagged_seconds{place="miniflix"} 43\d{4}/);
  });

  it('count the backlog by kind and place with the age of the oldest', async () => {
    const rows = await built.ctx.db.many(backlog, { realNow: built.ctx.clock.real() });
    const unresolved = rows.find((row) => row.place === 'payermax unknown');
    expect(unresolved).toMatchObject({ kind: 'attempts_in_doubt', count: 2 });
    expect(unresolved?.oldest_seconds).toBeGreaterThanOrEqual(660);
    expect(rows.map((row) => row.kind)).toContain('mails_waiting');
  });
});

describe('[F15] due mails', () => {
  it('are taken fairly per game server, however long one queue is', async () => {
    const paid = await paidOrder(pool);
    await letMailsWait(pool, 300);
    const due = await findDueMails(built.ctx, (project) =>
      project === WAITING_GAME.project ? 7 : 1_000,
    );
    expect(due.filter((each) => each.project === WAITING_GAME.project)).toHaveLength(7);
    expect(due.map((each) => each.id)).toContain(paid.deliveryId);
  });

  it('wait while their server is in maintenance, except one probe', async () => {
    const { ctx } = built;
    const states = { closed: 7, probe: 1, open: 0 } as const;
    for (const state of ['closed', 'probe', 'open'] as const) {
      const games = { ...ctx.games, mailState: () => state };
      const found = await findDueMails({ ...ctx, games }, () => 7);
      const here = found.filter((each) => each.project === WAITING_GAME.project);
      expect(here).toHaveLength(states[state]);
    }
  });
});
