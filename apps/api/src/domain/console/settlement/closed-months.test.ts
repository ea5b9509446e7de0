import { CONSOLE_CALLS, type ConsoleResult } from '@webpay/contract/console/calls';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { paidOrder } from '../../../../../../tests/support/paid-order.ts';
import { doStep, planFor } from '../../actions/testing/steps.ts';
import { because, workShop } from '../../actions/testing/work.ts';
import { monthOfDays, periodOfMonth, readClosedMonth } from '../../ledger/closed-months.ts';
import { closedText } from '../../ledger/closed-text.ts';
import { settledRows, withoutMerchants } from '../../ledger/settlement-report.ts';
import { readSettlement, settlementCsv } from './read-settlement.ts';

const { ctx, pool, support, colleague, liveops, stranger, endOf } = await workShop();
const ALL = { projects: [], roles: ['finance'] } as const;
const DR2 = { projects: ['dr2'], roles: ['finance'] } as const;
const { orderId, attemptId } = await paidOrder(pool);

let made = 0;
/** A capture of an order of Miniflix, in US dollars. */
async function capture(at: string, minor: number, isCompared = true): Promise<void> {
  made += 1;
  if (isCompared) await compare(at);
  await pool.query(
    `insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor, project, provider, pay_id,
        order_id, attempt_id)
      values ($1, 'capture', $2, 'gateway', 'owed_to_players', 'USD', $3, 'miniflix', 'payermax', 'card', $4, $5)`,
    [at, `closed${made}`, minor, orderId, attemptId],
  );
}

/** Compares the day of a time with its statement. */
const compare = (at: string) =>
  pool.query(
    `insert into reconciliations (day, provider, lease_until, finished_at)
      values (($1::timestamptz at time zone 'UTC')::date, 'payermax', now(), now()) on conflict do nothing`,
    [at],
  );

async function read(
  month: string,
  operator: Parameters<typeof readSettlement>[1] = ALL,
): Promise<ConsoleResult<'settlement'>> {
  const { from, to } = periodOfMonth(month);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const days = { from: day(from.getTime()), to: day(to.getTime() - 1) };
  const answer = await readSettlement(ctx, operator, days);
  if ('refused' in answer) throw new Error(answer.refused.code);
  return v.parse(CONSOLE_CALLS.settlement.result, answer);
}

const closing = (month: string) => ({ kind: 'close_month', month, because }) as const;

describe('closing a month', () => {
  it('keeps the hash of its file, with proof and an entry of the audit log', async () => {
    await capture('2026-02-10T10:00:00Z', 499);
    const before = await read('2026-02');
    expect(before.month).toMatchObject({ closed: null, steps: [{ seed: { month: '2026-02' } }] });
    const plan = await planFor(ctx, support, closing('2026-02'));
    expect(plan).toMatchObject({ possible: true, needs: { step_up: true, second_person: null } });
    expect(plan.effects[0]).toContain(before.csv.sha256);
    expect(await endOf(support, closing('2026-02'))).toBe('done');
    const { month, csv } = await read('2026-02');
    expect(csv).toEqual(before.csv);
    expect(month).toMatchObject({
      closed: {
        by: support.operator.name,
        sha256: csv.sha256,
        lines: 1,
        format: 2,
        is_whole: true,
        moved: [],
      },
      steps: [],
    });
    const { rows } = await pool.query<{ change: object }>(
      `select body::jsonb -> 'detail' -> 'change' as change from audit
        where action = 'close_month' and body::jsonb ->> 'outcome' = 'done'`,
    );
    expect(rows).toEqual([{ change: { month: '2026-02', lines: 1, sha256: csv.sha256 } }]);
  });

  it('is done by one of two operators at once, and the other is told', async () => {
    const { plan_hash } = await planFor(ctx, support, closing('2026-01'));
    const ends = await Promise.all(
      [support, colleague].map((who) => doStep(ctx, who, closing('2026-01'), { plan_hash })),
    );
    const codes = ends.map((end) => ('refused' in end ? end.refused.code : end.state));
    expect(codes.toSorted()).toEqual(['done', 'month_closed_already']);
  });

  it('is refused when a sum has moved since its plan', async () => {
    const { plan_hash } = await planFor(ctx, support, closing('2026-04'));
    await capture('2026-04-30T23:59:59.999Z', 100);
    const end = await doStep(ctx, support, closing('2026-04'), { plan_hash });
    expect(end).toMatchObject({ refused: { code: 'plan_changed' } });
    expect((await read('2026-04')).month).toMatchObject({ closed: null });
  });

  it('is refused while days with money are not compared with their gateway, and names them', async () => {
    const plan_hash = 'f'.repeat(64);
    const days = ['2025-11-02', '2025-11-30'];
    for (const day of days) await capture(`${day}T10:00:00Z`, 100, false);
    const end = await doStep(ctx, support, closing('2025-11'), { plan_hash });
    expect(end).toMatchObject({ refused: { code: 'month_not_compared' } });
    expect(JSON.stringify(end)).toContain('2025-11-02 PayerMax, 2025-11-30 PayerMax.');
    for (const day of days) await compare(day);
    expect(await endOf(support, closing('2025-11'))).toBe('done');
  });

  it('is for finance of all projects, and for a month that has ended', async () => {
    expect(await endOf(liveops, closing('2026-05'))).toBe('not_permitted');
    expect(await endOf(stranger, closing('2026-05'))).toBe('not_found');
    const present = new Date(ctx.clock.nowMs()).toISOString().slice(0, 7);
    expect(await endOf(support, closing(present))).toBe('month_not_ended');
    expect(await endOf(support, closing('2099-01'))).toBe('not_found');
    for (const operator of [DR2, { projects: [], roles: ['auditor'] } as const]) {
      expect((await read('2026-05', operator)).month).toMatchObject({ closed: null, steps: [] });
    }
  });

  it('leaves rows that no statement of the shop changes', async () => {
    const { rows } = await pool.query<{ may: boolean }>(
      `select has_table_privilege('settlement_months', 'update, delete') as may`,
    );
    expect(rows).toEqual([{ may: false }]);
  });
});

describe('a closed month', () => {
  it('shows each sum that moved since, to the operators who see its project', async () => {
    await capture('2026-06-10T10:00:00Z', 499);
    expect(await endOf(support, closing('2026-06'))).toBe('done');
    const closed = await read('2026-06');
    await capture('2026-06-11T10:00:00Z', 1_000);
    // A read within the pause is shared with the one before.
    const today = await settledRows(ctx.db, periodOfMonth('2026-06'));
    const kept = await readClosedMonth(ctx.db, '2026-06');
    if (kept === null) throw new Error('the month is open');
    expect(closedText('2026-06', kept, today)).toContain(
      'captured 4.99 to 14.99; net 4.99 to 14.99; captures 1 to 2',
    );
    expect(closedText('2026-06', kept, kept.rows)).toContain('No sum moved since.');
    await expect.poll(async () => (await read('2026-06')).month?.closed?.moved_count).toBe(1);
    const { month, csv } = await read('2026-06');
    expect(month?.closed?.sha256).toBe(closed.csv.sha256);
    expect(csv.sha256).not.toBe(closed.csv.sha256);
    expect(month?.closed?.moved).toMatchObject([
      {
        project: { code: 'miniflix' },
        currency: 'USD',
        moved: [
          { column: 'captured', was: 499, is: 1_499 },
          { column: 'net', was: 499, is: 1_499 },
          { column: 'captures', was: 1, is: 2 },
          { column: 'tax_unknown', was: 1, is: 2 },
        ],
      },
    ]);
    expect((await read('2026-06', DR2)).month?.closed).toMatchObject({
      sha256: closed.csv.sha256,
      moved: [],
      moved_count: 0,
    });
  });

  it('keeps the file of an older release, byte for byte, whatever merchants there are', async () => {
    await capture('2025-06-10T10:00:00Z', 499);
    const second = await paidOrder(pool);
    await pool.query(`update payment_attempts set merchant = 'nova' where id = $1`, [
      second.attemptId,
    ]);
    await pool.query(
      `insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor, project, provider, pay_id,
          order_id, attempt_id)
        values ('2025-06-11T10:00:00Z', 'capture', 'closed-nova', 'gateway', 'owed_to_players', 'USD', 1000, 'miniflix', 'payermax', 'card', $1, $2)`,
      [second.orderId, second.attemptId],
    );
    const OLD_FILE = `project,channel,country,tax_rate,currency,captures,captured,refunds,refunded,chargebacks,charged_back,fees,quarantined,net,tax,tax_unknown
miniflix,card,US,,USD,2,14.99,0,0.00,0,0.00,0.00,0.00,14.99,,2
`;
    const sha256 = createHash('sha256').update(OLD_FILE).digest('hex');
    const rows = withoutMerchants(await settledRows(ctx.db, periodOfMonth('2025-06')));
    // The statement of an older release, whose rows had no merchant.
    await pool.query(
      `insert into settlement_months (month, rows, lines, sha256, closed_at, closed_by)
        values ('2025-06-01', $1, 1, $2, now(), 'finance-1')`,
      [JSON.stringify(rows.map(({ merchant: _, ...row }) => row)), sha256],
    );
    const { month, csv, items } = await read('2025-06');
    expect(month?.closed).toMatchObject({ sha256, format: 1, is_whole: true, moved: [] });
    expect(csv).toEqual({ lines: 1, sha256, format: 1 });
    expect(items.map(({ merchant }) => merchant)).toEqual([null, 'nova']);
    const days = { from: '2025-06-01', to: '2025-06-30' };
    expect(await settlementCsv(ctx, ALL, days)).toMatchObject({ text: OLD_FILE, sha256 });
    const nova = await settlementCsv(ctx, ALL, { ...days, merchant: 'nova' });
    expect(nova).toMatchObject({ format: 2, lines: 1 });
    const kept = await readClosedMonth(ctx.db, '2025-06');
    if (kept === null) throw new Error('the month is open');
    expect(closedText('2025-06', kept, await settledRows(ctx.db, periodOfMonth('2025-06')))).toBe(
      `2025-06 is closed: SHA-256 ${sha256}, by finance-1, ${kept.closed_at.toISOString()}. No sum moved since.`,
    );
    const forged = { ...kept, rows: kept.rows.map((row) => ({ ...row, captures: 3 })) };
    expect(closedText('2025-06', forged, kept.rows)).toContain('DO NOT MAKE THAT FILE');
  });

  it('is told for its own days alone', () => {
    expect(monthOfDays('2026-02-01', '2026-02-28')).toBe('2026-02');
    expect(monthOfDays('2028-02-01', '2028-02-29')).toBe('2028-02');
    expect(monthOfDays('2026-12-01', '2026-12-31')).toBe('2026-12');
    for (const [from, to] of [
      ['2026-02-01', '2026-02-27'],
      ['2026-02-02', '2026-02-28'],
      ['2026-01-01', '2026-02-28'],
      ['2026-02-01', '2026-03-31'],
    ] as const) {
      expect(monthOfDays(from, to)).toBeNull();
    }
  });
});
