import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '../../apps/api/src/context.ts';
import { reconcileDay } from '../../apps/api/src/domain/reconciliation/reconcile-day.ts';
import { reserve } from '../../apps/api/src/domain/refunds/reserve.ts';
import { lockPaidAttempt } from '../../apps/api/src/domain/refunds/lock-rows.ts';
import { answerChallenge, postJson } from '../support/shopper.ts';
import { clearFaults } from '../support/shared-environment.ts';
import { moveClock } from '../support/shop-days.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { judge, readOutside } from '../support/judge.ts';
import { until } from './retry.ts';
import * as rows from './rows.ts';
import type { Chance } from './seeded.ts';

type Settling = {
  readonly environment: TestEnvironment;
  readonly ctx: Ctx;
  readonly chance: Chance;
  /** Actions of payers after the end of their orders. */
  readonly later: readonly (() => Promise<void>)[];
  readonly withinMs: number;
  /** Cuts real waits of minutes short (`rows.hurry`). */
  readonly isHurried: boolean;
};

export type Settled = {
  /** Refunds that a gateway refused, sent again as an operator does. */
  readonly sentAgain: number;
  /** Payments found by reconciliation alone: their only webhook was lost. */
  readonly reconciled: number;
  readonly differences: readonly string[];
  readonly disputes: Readonly<Record<'WIN' | 'FAIL' | 'CANCEL', number>>;
  /** Times in UNKNOWN, ms, longest first. */
  readonly unresolvedMs: readonly number[];
};

const PAST_EXPIRY_MS = 31 * 60_000;
/** Late queries of expired attempts start two minutes later. */
const LATE_MS = PAST_EXPIRY_MS + 5 * 60_000;
/** The sandbox opens a dispute 3 s after the payment. */
const DISPUTES_AFTER_MS = 4_000;

/** Lets all work end, then judges rows, ledger and statements. */
export async function settleAndJudge(given: Settling, falselyReported: Iterable<string> = []) {
  const { pool } = given.ctx.db;
  const settled = await settle(given);
  const verdict = await judge(pool, await readOutside(given.environment, pool, falselyReported));
  return { settled, verdict: { ...verdict, wrong: [...verdict.wrong, ...settled.differences] } };
}

/** Ends all faults and brings every order, payment, refund and dispute to its end. */
async function settle(given: Settling): Promise<Settled> {
  const { environment, ctx } = given;
  const { pool } = ctx.db;
  await clearFaults(environment);
  await pause(DISPUTES_AFTER_MS);
  await answerBanks(given);
  await quiet(given);
  const disputes = await endDisputes(given);
  await quiet(given);
  // Read before the clock moves.
  const unresolvedMs = await rows.timesUnresolved(pool);
  await moveClock(environment, PAST_EXPIRY_MS);
  await until(
    'orders past their expiry',
    () => rows.waiting(pool),
    (seen) => Object.values(seen).every((count) => count === 0),
    given.withinMs,
  );
  for (const each of given.later) await each();
  await quiet(given);
  await askLate(given);
  const { repaired } = await reconcile(ctx, true);
  await quiet(given);
  const sentAgain = await sendRefusedRefundsAgain(ctx);
  await quiet(given);
  const { open: differences } = await reconcile(ctx, false);
  return { sentAgain, reconciled: repaired, differences, disputes, unresolvedMs };
}

/** Waits until nothing moves in three consecutive looks: a webhook may still be on its way. */
async function quiet({ ctx, withinMs, isHurried }: Settling): Promise<void> {
  let calm = 0;
  await until(
    'rows that do not end',
    async () => {
      if (isHurried) await rows.hurry(ctx.db.pool);
      const seen = await rows.unfinished(ctx.db.pool);
      calm = Object.values(seen).every((count) => count === 0) ? calm + 1 : 0;
      return { ...seen, calm };
    },
    (seen) => seen.calm >= 3,
    withinMs,
    700,
  );
}

/** Lets the shop query ended attempts, so that late payments without a webhook are found. */
async function askLate(given: Settling): Promise<void> {
  const { environment, ctx, withinMs } = given;
  await moveClock(environment, LATE_MS);
  await until(
    'ended attempts without their late query',
    () => rows.lateQueriesDue(ctx.db.pool, new Date(Date.now() + LATE_MS)),
    (due) => due === 0,
    withinMs,
  );
  await quiet(given);
}

/** Rejects bank challenges whose address was lost, as found in the sandbox's own log. */
async function answerBanks({ environment, ctx }: Settling): Promise<void> {
  const log = await readFile(path.join(environment.dataDir, 'sandbox', 'world.jsonl'), 'utf8');
  const challenges = new Map<string, string>();
  for (const line of log.split('\n').filter((each) => each.includes('"challengeId":"'))) {
    const [, number] = /"outTradeNo":"([^"]+)"/.exec(line) ?? [];
    const [, challenge] = /"challengeId":"([^"]+)"/.exec(line) ?? [];
    if (number !== undefined && challenge !== undefined) challenges.set(number, challenge);
  }
  for (const id of await rows.attemptsInDoubt(ctx.db.pool)) {
    const challenge = challenges.get(id);
    const url = `${environment.sandboxUrl}/payermax/3ds/${challenge ?? ''}`;
    if (challenge !== undefined) await answerChallenge(url, 'reject').catch(() => undefined);
  }
}

/**
 * Ends each dispute at its bank and waits until the shop knows. Refunded payments never lose their dispute: only an
 * operator could settle that (tests/model has the case).
 */
async function endDisputes({ environment, ctx, chance, withinMs }: Settling) {
  const ends = { WIN: 0, FAIL: 0, CANCEL: 0 };
  const address = `${environment.sandboxUrl}/payermax/cases`;
  // Verified edge: the sandbox's tests check this shape.
  const { cases } = (await (await fetch(address)).json()) as {
    cases: { caseId: string; outTradeNo: string }[];
  };
  const paidBack = new Set(await rows.attemptsPaidBack(ctx.db.pool));
  for (const { caseId, outTradeNo } of cases) {
    const kept = ['WIN', 'CANCEL'] as const;
    const result = chance.pick(paidBack.has(outTradeNo) ? kept : ([...kept, 'FAIL'] as const));
    await postJson(`${address}/${caseId}`, { result });
    ends[result] += 1;
  }
  await until(
    'disputes whose end the shop does not know',
    () => rows.endedDisputes(ctx.db.pool),
    (ended) => ended === cases.length,
    withinMs,
  );
  return ends;
}

/** `npm run reconcile -- --repair` of every day of this run. */
async function reconcile(ctx: Ctx, repairs: boolean) {
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

/** Reserves each refused refund again under a new number, as an operator does. */
async function sendRefusedRefundsAgain(ctx: Ctx): Promise<number> {
  let sent = 0;
  for (const { attempt_id: attemptId, reason } of await rows.failedRefunds(ctx.db.pool)) {
    await ctx.db.transaction(async (tx) => {
      const wanted = {
        amount: null,
        reason: reason === 'double_payment' ? 'double_payment' : 'not_deliverable',
        source: 'operator',
      } as const;
      const paid = await lockPaidAttempt(tx, attemptId);
      if ((await reserve(ctx, tx, paid, wanted)).kind === 'reserved') sent += 1;
    });
  }
  return sent;
}
