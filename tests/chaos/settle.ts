import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BuiltContext } from '../../apps/api/src/build-context.ts';
import { reconcileDay } from '../../apps/api/src/domain/reconciliation/reconcile-day.ts';
import { reserve } from '../../apps/api/src/domain/refunds/reserve.ts';
import { lockPaidAttempt } from '../../apps/api/src/domain/refunds/queries.ts';
import { answerChallenge } from '../support/payer.ts';
import { clearFaults } from '../support/shared-environment.ts';
import { moveClock } from '../support/shop-days.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { until } from './patience.ts';
import * as rows from './rows.ts';
import type { Chance } from './seeded.ts';

type Ctx = BuiltContext['ctx'];

export type Settling = {
  readonly environment: TestEnvironment;
  readonly ctx: Ctx;
  readonly chance: Chance;
  /** What payers still do when their orders are long over. */
  readonly later: readonly (() => Promise<void>)[];
  readonly withinMs: number;
  /** Real waits of minutes are cut short (rows.ts `hurry`). */
  readonly isHurried: boolean;
};

export type Settled = {
  /** Refunds that a gateway had refused for good, sent again as an operator would. */
  readonly sentAgain: number;
  /** Money whose only notification was lost after its order was over: found in the gateways' statements. */
  readonly reconciled: number;
  /** What the statements and the books still say differently when all is over. */
  readonly differences: readonly string[];
  /** How cases ended, as the banks of this environment decided. */
  readonly cases: Readonly<Record<'WIN' | 'FAIL' | 'CANCEL', number>>;
  /** Longest first, ms. */
  readonly inDoubtMs: readonly number[];
};

const HALF_HOUR_MS = 31 * 60_000;
/** A bank of this environment opens its dispute 3 s after the payment. */
const DISPUTES_AFTER_MS = 4_000;

/** The outside is well again: whatever is under way comes to its end, by itself where it can. */
export async function settle(given: Settling): Promise<Settled> {
  const { environment, ctx } = given;
  await clearFaults(environment);
  await pause(DISPUTES_AFTER_MS);
  await answerBanks(given);
  await quiet(given);
  const cases = await endCases(given);
  await quiet(given);
  // Before the shop's clock is moved: times after that are not real ones.
  const inDoubtMs = await rows.timesInDoubt(ctx.db.pool);
  await moveClock(environment, HALF_HOUR_MS);
  await until(
    'orders past their time',
    () => rows.waiting(ctx.db.pool),
    (seen) => seen.attempts + seen.orders + seen.cases === 0,
    given.withinMs,
  );
  for (const each of given.later) await each();
  await quiet(given);
  const { repaired } = await reconcile(ctx, true);
  await quiet(given);
  const sentAgain = await sendRefusedRefundsAgain(ctx);
  await quiet(given);
  const { open: differences } = await reconcile(ctx, false);
  return { sentAgain, reconciled: repaired, differences, cases, inDoubtMs };
}

/** Nothing moves any more, seen three times in a row: a notification may still be on its way. */
async function quiet({ ctx, withinMs, isHurried }: Settling): Promise<void> {
  let calm = 0;
  await until(
    'rows that do not come to their end',
    async () => {
      if (isHurried) await rows.hurry(ctx.db.pool);
      const seen = await rows.unfinished(ctx.db.pool);
      calm = seen.in_doubt + seen.inbox + seen.deliveries + seen.refunds === 0 ? calm + 1 : 0;
      return { ...seen, calm };
    },
    (seen) => seen.calm >= 3,
    withinMs,
    700,
  );
}

/**
 * Banks whose page nobody was sent to, because the answer that named it was lost, would wait for half
 * an hour. They lose patience here: found in the sandbox's own log, as its shop cannot.
 */
async function answerBanks({ environment, ctx }: Settling): Promise<void> {
  const log = await readFile(
    path.join(environment.dataDir, 'sandbox', 'environment.jsonl'),
    'utf8',
  );
  const challenges = new Map<string, string>();
  for (const line of log.split('\n').filter((each) => each.includes('"challengeId":"'))) {
    const [, number] = /"outTradeNo":"([^"]+)"/.exec(line) ?? [];
    const [, challenge] = /"challengeId":"([^"]+)"/.exec(line) ?? [];
    if (number !== undefined && challenge !== undefined) challenges.set(number, challenge);
  }
  const lost = (await rows.attempts(ctx.db.pool)).filter((each) =>
    ['SUBMITTING', 'PROCESSING', 'UNKNOWN'].includes(each.state),
  );
  for (const { id } of lost) {
    const challenge = challenges.get(id);
    const url = `${environment.sandboxUrl}/payermax/3ds/${challenge ?? ''}`;
    if (challenge !== undefined) await answerChallenge(url, 'reject').catch(() => undefined);
  }
}

/** Every dispute comes to its end, and the shop hears of it. */
async function endCases({
  environment,
  ctx,
  chance,
  withinMs,
}: Settling): Promise<Settled['cases']> {
  const ends = { WIN: 0, FAIL: 0, CANCEL: 0 };
  const known = await casesThere(environment);
  for (const { caseId } of known) {
    const result = chance.pick(['WIN', 'FAIL', 'CANCEL'] as const);
    const response = await fetch(`${environment.sandboxUrl}/payermax/cases/${caseId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ result }),
    });
    if (!response.ok) throw new Error(`the case ${caseId} cannot be ended: ${response.status}`);
    ends[result] += 1;
  }
  await until(
    'cases the shop has not heard the end of',
    async () => {
      const { rows: told } = await ctx.db.pool.query<{ n: number }>(
        `select count(*)::int4 as n from disputes where state <> 'open'`,
      );
      return told[0]?.n ?? 0;
    },
    (ended) => ended === known.length,
    withinMs,
  );
  return ends;
}

async function casesThere(environment: TestEnvironment): Promise<{ caseId: string }[]> {
  const response = await fetch(`${environment.sandboxUrl}/payermax/cases`);
  return ((await response.json()) as { cases: { caseId: string }[] }).cases;
}

/** `npm run reconcile -- --repair` of every day of this run: the last net, under everything that asks and is told. */
async function reconcile(
  ctx: Ctx,
  repairs: boolean,
): Promise<{ readonly repaired: number; readonly open: readonly string[] }> {
  const open: string[] = [];
  let repaired = 0;
  for (const day of await rows.days(ctx.db.pool)) {
    for (const provider of ['payermax', 'paypal'] as const) {
      const result = await reconcileDay(ctx, { provider, day, repairs });
      if (result.kind === 'unavailable') open.push(`${provider}: no statement: ${result.why}`);
      else {
        repaired += result.repaired.length;
        open.push(...result.open.map((each) => `${provider} ${each.class}: ${each.explanation}`));
      }
    }
  }
  return { repaired, open };
}

/** A refund that its gateway refused for good is an operator's: promised again under a new number. */
async function sendRefusedRefundsAgain(ctx: Ctx): Promise<number> {
  const failed = (await rows.refunds(ctx.db.pool)).filter((each) => each.state === 'FAILED');
  let sent = 0;
  for (const { attempt_id: attemptId, reason } of failed) {
    await ctx.db.transaction(async (tx) => {
      const paid = await tx.one(lockPaidAttempt, { attemptId });
      const wanted = {
        amount: null,
        reason: reason === 'double_payment' ? 'double_payment' : 'not_deliverable',
        source: 'operator',
      } as const;
      if ((await reserve(ctx, tx, paid, wanted)).kind === 'reserved') sent += 1;
    });
  }
  return sent;
}
