import { CONSOLE_CALLS, type ConsoleResult } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { paidOrder } from '../../../../../../tests/support/paid-order.ts';
import { because, workShop } from '../../actions/testing/work.ts';
import { doStep, planFor } from '../../actions/testing/steps.ts';
import { dueDays } from '../../reconciliation/due-days.ts';
import { readLedgerBalances } from './read-balances.ts';
import { readReconciliationDay } from './read-day.ts';
import { readReconciliation } from './read-days.ts';

const { ctx, pool, support, colleague, liveops, stranger, endOf } = await workShop();
const ALL = { projects: [], roles: ['finance'] } as const;
const DR2 = { projects: ['dr2'], roles: ['finance'] } as const;
const DAY_MS = 86_400_000;
const ago = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** A day that both gateways compared. */
async function compared(day: string, captures = 3): Promise<void> {
  await pool.query(
    `insert into reconciliations (day, provider, lease_until, finished_at, captures, refunds)
      select $1::date, p, now(), now(), $2, 1 from unnest(array['payermax', 'paypal']) as p`,
    [day, captures],
  );
}

let made = 0;
async function difference(
  day: string,
  more: {
    readonly attemptId?: string;
    readonly how?: 'repaired' | 'operator';
    readonly name?: string;
    readonly subject?: string;
    readonly theirs?: null;
  } = {},
): Promise<number> {
  made += 1;
  const { attemptId = null, how = null, name = 'captured_there_unknown_here' } = more;
  const side = { amount: '4.99', currency: 'USD', state: 'succeeded', at: `${day}T10:00:00Z` };
  const { rows } = await pool.query<{ id: number }>(
    `insert into reconciliation_differences (provider, class, subject, attempt_id, ours, theirs, explanation, day, found_at,
        seen_at, settled_at, settled_how)
      values ('payermax', $1, $2, $3, null, $4, 'The statement has it.', $5, now(), now(),
        case when $6::text is not null then now() end, $6) returning id`,
    [name, more.subject ?? `S${made}`, attemptId, more.theirs === null ? null : side, day, how],
  );
  return Number(rows[0]?.id);
}

async function readDay(
  day: string,
  operator: Parameters<typeof readReconciliationDay>[1] = ALL,
): Promise<ConsoleResult<'reconciliationDay'>> {
  const answer = await readReconciliationDay(ctx, operator, { day });
  if ('refused' in answer) throw new Error(answer.refused.code);
  return v.parse(CONSOLE_CALLS.reconciliationDay.result, answer);
}

describe('the last 30 days', () => {
  it('tell the days that agree, those that were mended, open ones, and those without a statement', async () => {
    await compared(ago(3));
    await compared(ago(4));
    await difference(ago(4), { how: 'repaired' });
    await difference(ago(5));
    await difference(ago(40));
    const { days, earlier } = v.parse(
      CONSOLE_CALLS.reconciliation.result,
      await readReconciliation(ctx),
    );
    expect(days).toHaveLength(30);
    const stateOf = (day: string) => days.find((each) => each.day === day)?.state;
    expect(days.at(-1)?.day).toBe(ago(0));
    expect([3, 4, 5, 6].map((n) => stateOf(ago(n)))).toEqual(['agrees', 'mended', 'open', 'none']);
    expect(earlier).toEqual({ open: 1, day: ago(40) });
  });
});

describe('a day', () => {
  it('counts the movements that agree, of those on either side, and has open differences first', async () => {
    const day = ago(7);
    await compared(day);
    await difference(day, { how: 'operator' });
    const { attemptId, orderId } = await paidOrder(pool);
    await difference(day, { attemptId });
    await difference(day, { how: 'repaired' });
    await difference(day, { name: 'captured_here_not_there', theirs: null });
    // A fee that could not be booked is no payment.
    await difference(day, { name: 'amount_differs', subject: 'fee:T1', how: 'operator' });
    const { gateways, differences, open, count, hidden } = await readDay(day);
    expect({ open, count, hidden }).toEqual({ open: 2, count: 5, hidden: 0 });
    expect(gateways).toMatchObject([
      {
        gateway: 'PayerMax',
        badge: { text: '2 open' },
        captures: { agree: 1, all: 4 },
        refunds: { agree: 1, all: 1 },
        is_final: true,
      },
      { gateway: 'PayPal', badge: { text: 'Agrees' }, captures: { agree: 3, all: 3 } },
    ]);
    const isOpen = [true, true, false, false, false];
    expect(differences.map(({ settled }) => settled === null)).toEqual(isOpen);
    expect(differences[0]).toMatchObject({
      differs: 'Captured there, not here',
      order: { id: orderId },
      theirs: { sum: { minor: 499, currency: 'USD' }, state: 'succeeded' },
      ours: null,
    });
  });

  it('hides differences of other projects and of no order, and says how many', async () => {
    const day = ago(8);
    const { attemptId } = await paidOrder(pool);
    await difference(day, { attemptId });
    await difference(day);
    expect(await readDay(day, DR2)).toMatchObject({
      differences: [],
      count: 0,
      open: 0,
      hidden: 2,
    });
    const answer = await readReconciliationDay(ctx, ALL, { day, project: 'miniflix' });
    expect(answer).toMatchObject({ count: 1, hidden: 1 });
  });

  it('is refused when it does not exist', async () => {
    expect(await readReconciliationDay(ctx, ALL, { day: '2026-02-31' })).toMatchObject({
      refused: { code: 'no_such_day' },
    });
  });
});

describe('the balances', () => {
  it('sum to zero, are positive where money is owed, and are for operators of all projects', async () => {
    await paidOrder(pool);
    const answer = await readLedgerBalances(ctx, ALL);
    const { accounts, unbalanced } = v.parse(CONSOLE_CALLS.ledgerBalances.result, answer);
    expect(unbalanced).toEqual([]);
    const sumOf = (name: string) =>
      accounts?.find(({ account, sum }) => account === name && sum.currency === 'USD')?.sum.minor;
    expect(sumOf('gateway')).toBeGreaterThan(0);
    expect(sumOf('owed_to_players')).toBeGreaterThan(0);
    expect(await readLedgerBalances(ctx, DR2)).toMatchObject({ accounts: null });
  });
});

describe('settling a difference', () => {
  const settle = (id: number) =>
    ({ kind: 'settle_difference', difference_id: id, because }) as const;

  it('is done by one of two operators at once, and the other is told', async () => {
    const id = await difference(ago(9));
    const plan = await planFor(ctx, support, settle(id));
    expect(plan.needs).toMatchObject({ step_up: true, second_person: null });
    const ends = await Promise.all(
      [support, colleague].map((who) =>
        doStep(ctx, who, settle(id), { plan_hash: plan.plan_hash }),
      ),
    );
    const refusals = ends.flatMap((end) => ('refused' in end ? [end.refused] : []));
    expect(refusals).toMatchObject([
      {
        status: 409,
        code: 'difference_settled_already',
        detail: 'This difference is settled already.',
      },
    ]);
    const { rows } = await pool.query<{ outcome: string }>(
      `select body::jsonb ->> 'outcome' as outcome from audit
        where action = 'settle_difference' and body::jsonb ->> 'objectId' = $1`,
      [String(id)],
    );
    expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'refused']);
    expect((await readDay(ago(9))).differences).toMatchObject([
      { settled: { text: 'Settled by a person' }, steps: [] },
    ]);
  });

  it('is for finance, and for orders of own projects', async () => {
    const id = await difference(ago(10));
    expect(await endOf(liveops, settle(id))).toBe('not_permitted');
    expect(await endOf(stranger, settle(id))).toBe('not_found');
    const auditor = { projects: [], roles: ['auditor'] } as const;
    const { differences, steps } = await readDay(ago(10), auditor);
    expect([...steps, ...differences.flatMap((each) => each.steps)]).toEqual([]);
  });
});

describe('comparing a day again', () => {
  const again = (day: string) => ({ kind: 'compare_day', day }) as const;
  const askedAt = async (day: string) => {
    const { rows } = await pool.query<{ at: Date }>(
      `select asked_at as at from reconciliations where day = $1 order by provider`,
      [day],
    );
    return rows.map(({ at }) => at.getTime());
  };

  it('makes a day due for the worker, and a second press is the first one', async () => {
    const day = ago(20);
    await compared(day);
    expect((await readDay(day)).steps).toMatchObject([{ seed: again(day) }]);
    expect(await endOf(support, again(day))).toBe('done');
    const first = await askedAt(day);
    expect(first).toHaveLength(2);
    expect(await endOf(colleague, again(day))).toBe('done');
    expect(await askedAt(day)).toEqual(first);
    expect((await readDay(day)).gateways[0]?.asked_at).toBe(first[0]);
    expect(await dueDays(ctx)).not.toEqual([]);
    const { rows } = await pool.query<{ is_leased: boolean }>(
      `select lease_until > now() + interval '1 hour' as is_leased from reconciliations where day = $1`,
      [day],
    );
    expect(rows).toEqual([{ is_leased: true }, { is_leased: true }]);
  });

  it('is refused for a day that has not ended or is long past, and to operators of some projects', async () => {
    expect(await endOf(support, again(ago(0)))).toBe('day_not_ended');
    expect(await endOf(support, again(ago(100)))).toBe('day_too_old');
    expect(await endOf(stranger, again(ago(2)))).toBe('not_found');
  });
});
