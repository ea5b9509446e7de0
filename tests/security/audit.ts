import { runResolve } from '../../apps/api/src/operator/resolve-verbs.ts';
import { violations, type Verdict } from '../support/judge.ts';
import { seeded } from '../chaos/seeded.ts';
import { settleAndJudge } from '../chaos/settle.ts';
import { linesOf, logOf } from './logs.ts';
import type { Target } from './target.ts';

export type Audit = Pick<Verdict, 'wrong' | 'captures' | 'orders'> & { readonly requests: number };

const SETTLED_WITHIN_MS = 600_000;

/** Checks that the servers met no error, lets all work end, and judges rows, ledger and statements. */
export async function audit(shop: Target, seed: number): Promise<Audit> {
  const { environment, ctx } = shop;
  const failures = [
    ...(environment.processes.server.pid() === shop.serverPid
      ? []
      : ['the server was started again']),
    ...[...shop.statuses]
      .filter(([status]) => status >= 500)
      .map(([status, count]) => `${count} requests were answered ${status}`),
    ...(await callsAnswered500(shop)),
    ...(await errorsLogged(shop)),
    ...(await violations(ctx.db.pool)),
  ];
  await settleLies(shop);
  const settling = { environment, ctx, chance: seeded(seed), later: [], isHurried: true };
  const { verdict } = await settleAndJudge(
    { ...settling, withinMs: SETTLED_WITHIN_MS },
    shop.falselyReported,
  );
  const { wrong, captures, orders } = verdict;
  const requests = [...shop.statuses.values()].reduce((sum, count) => sum + count, 0);
  return { wrong: [...failures, ...wrong], captures, orders, requests };
}

/** Settles the quarantined messages of false webhooks, as an operator does. */
async function settleLies({ ctx, falselyReported }: Target): Promise<void> {
  const { rows } = await ctx.db.pool.query<{ id: string }>(
    'select id::text from quarantine where settled_at is null and attempt_id = any($1)',
    [[...falselyReported]],
  );
  for (const { id } of rows) await runResolve(ctx, ['settle', id, '--because', 'It was a lie.']);
}

async function callsAnswered500({ environment }: Target): Promise<string[]> {
  const text = await (await fetch(`${environment.metricsUrl}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('webpay_calls_total{') && line.includes('code="500"'));
}

/** Errors in the logs of server and worker; alerts to operators are no errors. */
async function errorsLogged(shop: Target): Promise<string[]> {
  const isError = (line: string): boolean =>
    /^\{"level":[56]0/.test(line) && !line.includes('"alarm":');
  const lines = await Promise.all(
    ['server.log', 'worker.log'].map((name) => linesOf(logOf(shop, name), isError)),
  );
  return lines.flat().map((line) => `logged as an error: ${line.slice(0, 500)}`);
}
