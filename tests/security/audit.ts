import path from 'node:path';
import { runResolve } from '../../apps/api/src/operator/resolve-verbs.ts';
import { judge } from '../chaos/judge.ts';
import { seeded } from '../chaos/seeded.ts';
import { settle } from '../chaos/settle.ts';
import type { Field } from './field.ts';
import { linesOf } from './logs.ts';
import { brokenRules } from './rules.ts';

export type Audit = {
  /** What does not hold, a sentence each; none when all is well. */
  readonly wrong: readonly string[];
  /** How many captures there were, and how they ended. */
  readonly captures: Readonly<Record<string, number>>;
  readonly orders: Readonly<Record<string, number>>;
  readonly requests: number;
};

const SETTLED_WITHIN_MS = 600_000;

/**
 * After everything that was tried: what is under way comes to its end, and then the gateways' statement is held against
 * rows and books (as the torture does), no rule of the shop is broken, and nothing of it failed.
 */
export async function audit(field: Field, seed: number): Promise<Audit> {
  const { environment, ctx } = field;
  const failures = [
    ...(environment.processes.server.pid() === field.serverPid
      ? []
      : ['the server had to be started again']),
    ...wrongStatuses(field),
    ...(await wrongCalls(field)),
    ...(await errorsLogged(field)),
  ];
  const rules = await brokenRules(ctx.db.pool);
  await settleLies(field);
  const settled = await settle({
    environment,
    ctx,
    chance: seeded(seed),
    later: [],
    withinMs: SETTLED_WITHIN_MS,
    isHurried: true,
  });
  const verdict = await judge(environment, ctx.db.pool);
  const wrong = [...failures, ...rules, ...verdict.wrong, ...settled.differences];
  return {
    wrong: wrong.filter((each) => !isAboutALie(field, each)),
    captures: verdict.captures,
    orders: verdict.orders,
    requests: [...field.wire.statuses.values()].reduce((sum, count) => sum + count, 0),
  };
}

function isAboutALie(field: Field, sentence: string): boolean {
  const [, about] = /^in quarantine: \S+ \S+ (\S+)$/.exec(sentence) ?? [];
  return about !== undefined && field.liedAbout.has(about);
}

/** Words that a gateway's own key signed and that are not true wait for a person: this one deals with them. */
async function settleLies({ ctx, liedAbout }: Field): Promise<void> {
  const { rows } = await ctx.db.pool.query<{ id: string; attempt_id: string }>(
    'select id::text, attempt_id from quarantine where settled_at is null and attempt_id is not null',
  );
  for (const { id, attempt_id: attemptId } of rows) {
    if (liedAbout.has(attemptId))
      await runResolve(ctx, ['settle', id, '--because', 'It was a lie.']);
  }
}

function wrongStatuses({ wire }: Field): string[] {
  return [...wire.statuses]
    .filter(([status]) => status >= 500)
    .map(([status, count]) => `${count} requests were answered ${status}`);
}

async function wrongCalls({ environment }: Field): Promise<string[]> {
  const text = await (await fetch(`${environment.metricsUrl}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('webpay_calls_total{') && line.includes('code="500"'))
    .map((line) => `counted as our fault: ${line}`);
}

/** What a server logs as an error of its own; alerts tell an operator something and are none. */
async function errorsLogged({ environment }: Field): Promise<string[]> {
  const isError = (line: string): boolean =>
    /^\{"level":[56]0/.test(line) && !line.includes('"alarm":');
  const lines = await Promise.all(
    ['server.log', 'worker.log'].map((name) =>
      linesOf(path.join(environment.dataDir, 'logs', name), isError),
    ),
  );
  return lines.flat().map((line) => `logged as an error: ${line.slice(0, 500)}`);
}
