import type { Ctx } from '../../context.ts';
import type { StatementCapture } from '../../gateways/port.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import type { Compared, Difference, Provider } from './difference.ts';
import { findDifferences } from './find-differences.ts';
import { repair } from './repair.ts';
import {
  bookFees,
  finishDay,
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
      /** Differences that the repair resolved. */
      readonly repaired: readonly Difference[];
      readonly open: readonly Difference[];
    }
  | { readonly kind: 'unavailable'; readonly why: string };

/**
 * Compares one UTC day of a gateway's statement with the ledger, stores differences and raises each once.
 * `repairs` also queries unresolved payments and books fees. Repeats change nothing.
 */
export async function reconcileDay(
  ctx: Ctx,
  input: { readonly provider: Provider; readonly day: string; readonly repairs: boolean },
): Promise<Reconciled> {
  const { provider, day } = input;
  const from = new Date(`${day}T00:00:00Z`);
  const to = new Date(from.getTime() + DAY_MS);
  const gateway = ctx.gateways[provider];
  const wide = await gateway.statement(
    new Date(from.getTime() - MARGIN_MS),
    new Date(to.getTime() + MARGIN_MS),
  );
  // The neighbouring days may be missing; the day itself may not.
  const statement = wide.kind === 'statement' ? wide : await gateway.statement(from, to);
  if (statement.kind === 'unavailable') return statement;
  const compare = async (): Promise<readonly Difference[]> =>
    findDifferences(await readLedger(ctx, { provider, from, to }, statement));

  const found = await compare();
  if (input.repairs) await repair(ctx, provider, found, statement.refunds);
  const left = input.repairs ? await compare() : found;
  const repaired = found.filter((each) => !left.some((other) => keyOf(other) === keyOf(each)));
  const open = await record(ctx, provider, day, repaired, left);

  const isOfDay = ({ at }: { readonly at: Date }): boolean => at >= from && at < to;
  const captures = statement.captures.filter(isOfDay);
  const refunds = statement.refunds.filter(isOfDay).length;
  const real = ctx.clock.real();
  if (input.repairs) await bookStatementFees(ctx, provider, captures);
  // A day that has not ended stays due.
  if (input.repairs && to <= real) {
    const counts = { captures: captures.length, refunds };
    await ctx.db.run(finishDay, { day, provider, finishedAt: real, ...counts });
  } else {
    await ctx.db.run(recordComparison, { day, provider, comparedAt: real });
  }
  return { kind: 'reconciled', captures: captures.length, refunds, repaired, open };
}

/** Reads our records of every movement in the statement, and of its period. */
async function readLedger(
  { db }: Ctx,
  period: Pick<Compared, 'provider' | 'from' | 'to'>,
  theirs: Compared['theirs'],
): Promise<Compared> {
  const numbers = theirs.captures.map((each) => each.id);
  const { provider } = period;
  const quarantined = await db.many(quarantinedCaptures, { provider, numbers });
  return {
    ...period,
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
  provider: Provider,
  day: string,
  repaired: readonly Difference[],
  left: readonly Difference[],
): Promise<readonly Difference[]> {
  const now = ctx.clock.now();
  const store = (each: Difference) =>
    ctx.db.one(storeDifference, { ...each, provider, foundAt: now });
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
      provider,
      class: each.class,
      subject: each.subject,
      attempt: each.attemptId,
      why: each.explanation,
    });
  }
  await ctx.db.run(settleOthers, { provider, day, foundIds, settledAt: now, settledHow: 'gone' });
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
