import { accountsAt, gatewayOf, placeOf, type Account } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { StatementCapture } from '../../gateways/port.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import type { Compared, Difference, Provider } from './difference.ts';
import { findDifferences } from './find-differences.ts';
import { repair } from './repair.ts';
import {
  bookFees,
  finishDay,
  merchantsBooked,
  ourCaptures,
  ourRefunds,
  quarantinedCaptures,
  quarantinedInPeriod,
  recordComparison,
  settleOne,
  settleOthers,
  storeDifference,
} from './queries.ts';

const DAY_MS = 86_400_000;
/** The gateway may date a movement differently by this much; beyond it, both days differ. */
const MARGIN_MS = 2 * DAY_MS;

export type Reconciled =
  | {
      readonly kind: 'reconciled';
      readonly captures: number;
      readonly refunds: number;
      /** The accounts whose statements were read, with their own movements. */
      readonly accounts: readonly {
        readonly merchant: string | null;
        readonly captures: number;
        readonly refunds: number;
      }[];
      /** Differences that the repair resolved. */
      readonly repaired: readonly Difference[];
      readonly open: readonly Difference[];
    }
  | { readonly kind: 'unavailable'; readonly why: string };

/**
 * Compares one UTC day of each merchant's statement with its own payments, stores differences and raises each once.
 * `repairs` also queries unresolved payments and books fees. Repeats change nothing. A day is done when every statement is.
 */
export async function reconcileDay(
  ctx: Ctx,
  input: { readonly provider: Provider; readonly day: string; readonly repairs: boolean },
): Promise<Reconciled> {
  const { provider, day, repairs } = input;
  const from = new Date(`${day}T00:00:00Z`);
  const period = { provider, from, to: new Date(from.getTime() + DAY_MS) };
  const accounts = accountsAt(ctx.gateways, provider);
  const results: Reconciled[] = [];
  for (const account of accounts) {
    results.push(await reconcileAccount(ctx, account, { day, ...period, repairs }));
  }
  // A merchant without an account here has no statement here either.
  for (const { merchant } of await ctx.db.many(merchantsBooked, period)) {
    if (accounts.some((each) => each.merchant === merchant)) continue;
    results.push({ kind: 'unavailable', why: `${nameOf(merchant)} is not in the configuration` });
  }
  const missing = results.filter((each) => each.kind === 'unavailable');
  if (missing.length > 0) {
    return { kind: 'unavailable', why: missing.map(({ why }) => why).join('; ') };
  }
  const done = results.filter((each) => each.kind === 'reconciled');
  const captures = done.reduce((sum, each) => sum + each.captures, 0);
  const refunds = done.reduce((sum, each) => sum + each.refunds, 0);
  const real = ctx.clock.real();
  // A day that has not ended stays due.
  if (repairs && period.to <= real) {
    await ctx.db.run(finishDay, { day, provider, finishedAt: real, captures, refunds });
  } else {
    await ctx.db.run(recordComparison, { day, provider, comparedAt: real });
  }
  return {
    kind: 'reconciled',
    captures,
    refunds,
    accounts: done.flatMap((each) => each.accounts),
    repaired: done.flatMap((each) => each.repaired),
    open: done.flatMap((each) => each.open),
  };
}

const nameOf = (merchant: string | null) =>
  merchant === null ? 'the default merchant' : `merchant ${merchant}`;

type Day = Pick<Compared, 'from' | 'to'> & { readonly day: string; readonly repairs: boolean };

/** The same of one merchant's statement. */
async function reconcileAccount(
  ctx: Ctx,
  account: Account,
  { day, from, to, repairs }: Day,
): Promise<Reconciled> {
  const gateway = gatewayOf(ctx.gateways, account);
  const wide = await gateway.statement(
    new Date(from.getTime() - MARGIN_MS),
    new Date(to.getTime() + MARGIN_MS),
  );
  // The neighbouring days may be missing; the day itself may not.
  const statement = wide.kind === 'statement' ? wide : await gateway.statement(from, to);
  if (statement.kind === 'unavailable') {
    const { why } = statement;
    return account.merchant === null
      ? statement
      : { ...statement, why: `${nameOf(account.merchant)}: ${why}` };
  }
  const read = () => readLedger(ctx, account, { from, to }, statement);

  const before = await read();
  const found = findDifferences(before);
  if (repairs) await repair(ctx, account, found, statement.refunds);
  const left = repairs ? findDifferences(await read()) : found;
  const repaired = found.filter((each) => !left.some((other) => keyOf(other) === keyOf(each)));
  const open = await record(ctx, account, day, repaired, left);

  const isOfDay = ({ at }: { readonly at: Date }): boolean => at >= from && at < to;
  const captures = statement.captures.filter(isOfDay);
  const refunds = statement.refunds.filter(isOfDay).length;
  if (repairs) {
    // A statement charges no fee of another merchant's payment.
    const own = new Set(before.ours.captures.map(({ attempt_id: id }) => id));
    const charged = captures.filter(({ attemptId }) => attemptId !== null && own.has(attemptId));
    await bookStatementFees(ctx, account.provider, charged);
  }
  const counts = { captures: captures.length, refunds };
  const accounts = [{ merchant: account.merchant, ...counts }];
  return { kind: 'reconciled', ...counts, accounts, repaired, open };
}

/** Reads our records of every movement in the statement, and of its period. */
async function readLedger(
  { db }: Ctx,
  account: Account,
  days: Pick<Compared, 'from' | 'to'>,
  theirs: Compared['theirs'],
): Promise<Compared> {
  const numbers = theirs.captures.map((each) => each.id);
  const { provider } = account;
  const period = { provider, merchant: account.merchant, ...days };
  const quarantined = await db.many(quarantinedCaptures, { provider, numbers });
  return {
    provider,
    ...days,
    theirs,
    ours: {
      captures: await db.many(ourCaptures, {
        ...period,
        attemptIds: theirs.captures.flatMap((each) => each.attemptId ?? []),
        captureRefs: numbers,
      }),
      refunds: await db.many(ourRefunds, {
        ...period,
        refundIds: theirs.refunds.flatMap((each) => each.refundId ?? []),
        gatewayRefs: theirs.refunds.map((each) => each.id),
      }),
      quarantined: quarantined.map((row) => row.number),
      quarantinedInPeriod: await db.many(quarantinedInPeriod, period),
    },
  };
}

/** Stores the differences, settles those that are gone, raises new ones; returns the open ones. */
async function record(
  ctx: Ctx,
  account: Account,
  day: string,
  repaired: readonly Difference[],
  left: readonly Difference[],
): Promise<readonly Difference[]> {
  const { provider, merchant } = account;
  const now = ctx.clock.now();
  const mark = merchant === null ? '' : `Merchant ${merchant}: `;
  const store = (each: Difference) =>
    ctx.db.one(storeDifference, {
      ...each,
      explanation: `${mark}${each.explanation}`,
      provider,
      merchant,
      foundAt: now,
    });
  const foundIds: number[] = [];
  for (const each of repaired) {
    const { id } = await store(each);
    await ctx.db.run(settleOne, { differenceId: id, settledAt: now, settledHow: 'repaired' });
    foundIds.push(id);
  }
  const open: Difference[] = [];
  for (const each of left) {
    const row = await store(each);
    foundIds.push(row.id);
    if (!row.is_open) continue;
    open.push(each);
    if (!row.is_new) continue;
    raiseAlert(ctx, 'reconciliation_difference', {
      provider: placeOf(account),
      class: each.class,
      subject: each.subject,
      attempt: each.attemptId,
      why: each.explanation,
    });
  }
  const gone = { provider, merchant, day, foundIds, settledAt: now, settledHow: 'gone' };
  await ctx.db.run(settleOthers, gone);
  return open;
}

function keyOf(each: Difference): string {
  return `${each.class} ${each.subject}`;
}

async function bookStatementFees(
  ctx: Ctx,
  provider: Provider,
  captures: readonly StatementCapture[],
): Promise<void> {
  const charged = captures.filter(({ attemptId, fee }) => attemptId !== null && (fee ?? 0) > 0);
  await ctx.db.one(bookFees, {
    subjects: charged.map(({ id }) => `capture:${provider}:${id}`),
    attemptIds: charged.map(({ attemptId }) => attemptId ?? ''),
    currencies: charged.map(({ currency }) => currency),
    amountsMinor: charged.map(({ fee }) => fee ?? 0),
    chargedAts: charged.map(({ at }) => at),
  });
}
