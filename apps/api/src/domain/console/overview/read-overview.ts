import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Cause } from '@webpay/contract/console/overview-calls';
import type { Ctx } from '../../../context.ts';
import type { RowOf } from '../../../platform/db/statement.ts';
import type { Operator } from '../../operators/operator.ts';
import { inEnglish, methodName, projectName } from '../names.ts';
import { countQueues, lateBefore, unresolvedBefore } from '../queues/queue-counts.ts';
import { timesOf } from '../queues/work-rows.ts';
import { knownScopeOf } from '../scope.ts';
import { openCauses, queueAges, type CauseRow } from './cause-queries.ts';
import { causesOf, type Names } from './causes.ts';
import { chartFrom, DAY_MS, paidToday, reasonsThatGrew, salesOf, successOf } from './figures.ts';
import {
  firstSteps,
  mailboxTimes,
  moneyThatWaits,
  paymentsByPlace,
  salesByHalfHour,
  type PaymentsRow,
  type SalesRow,
} from './queries.ts';
import { shareReads } from './share-reads.ts';
import { queuesByDeadline } from './waiting-queues.ts';

/** Rows of a kind that a cause counts at most. */
const MAX_COUNTED = 1_000;

type Overview = ConsoleResult<'overview'>;
type Projects = { readonly projects: readonly string[] | null };

/** The first screen: whether anything is wrong, the figures of a day, and what waits for an operator. */
export async function readOverview(
  ctx: Ctx,
  operator: Operator,
  { project }: { readonly project?: string | undefined },
): Promise<Overview> {
  const { db } = ctx;
  const seen = { projects: knownScopeOf(ctx, operator, project) };
  const { now, real } = timesOf(ctx);
  const { sold, tried, given, at } = await readDay(ctx, seen);
  const waiting = await db.one(moneyThatWaits, { ...seen, most: MAX_COUNTED });
  const causes = await readCauses(ctx, seen);
  const counts = await countQueues(ctx, operator, { project });
  const ages = await db.one(queueAges, {
    ...seen,
    most: MAX_COUNTED,
    realNow: ctx.clock.real(),
  });
  const nameOf = (row: PaymentsRow): string => methodName(ctx, { ...row, card_brand: null });
  const sales = salesOf(sold, at);
  const { all, places } = successOf(tried, nameOf);
  return {
    now,
    causes,
    figures: {
      paid: paidToday(sales, at),
      success: all,
      mailbox: { mails: given.mails, p50_ms: whole(given.p50), p95_ms: whole(given.p95) },
      waiting: { ...waiting, oldest: real(waiting.oldest) },
    },
    queues: queuesByDeadline({
      now,
      causes,
      counts,
      requestsSince: ages.requests?.getTime() ?? null,
      approvalsUntil: real(ages.approvals_until),
      disputes: ages.disputes,
    }),
    sales,
    success: places,
    reasons: reasonsThatGrew(tried, nameOf),
    first_steps: await readFirstSteps(ctx, seen),
  };
}

type Day = {
  readonly sold: readonly SalesRow[];
  readonly tried: readonly PaymentsRow[];
  readonly given: RowOf<typeof mailboxTimes>;
  /** The shop's time of the read. */
  readonly at: number;
};
const shares = new WeakMap<object, ReturnType<typeof shareReads<Day>>>();

/** The figures of a day. In a shop with many orders they are the long part, and the same for all who see these projects. */
function readDay(ctx: Ctx, seen: Projects): Promise<Day> {
  const { db, clock } = ctx;
  const share = shares.get(db) ?? shareReads<Day>(() => clock.real().getTime());
  shares.set(db, share);
  return share(JSON.stringify(seen.projects), ctx.config.waitScale.pauses, async () => {
    const at = clock.nowMs();
    const untilAt = new Date(at);
    const dayAgo = new Date(at - DAY_MS);
    const fromAt = new Date(chartFrom(at));
    const beforeAt = new Date(at - 2 * DAY_MS);
    return {
      at,
      sold: await db.many(salesByHalfHour, { ...seen, fromAt, untilAt }),
      tried: await db.many(paymentsByPlace, { ...seen, beforeAt, fromAt: dayAgo, untilAt }),
      given: await db.one(mailboxTimes, { ...seen, fromAt: dayAgo, untilAt }),
    };
  });
}

const whole = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));

/** Times of these kinds are real ones; the others are the shop's. */
const REAL_KINDS: ReadonlySet<string> = new Set(['payment', 'refund', 'message']);

/** Open alarms of some projects, folded by cause. */
export async function readCauses(ctx: Ctx, seen: Projects): Promise<Cause[]> {
  const rows = await ctx.db.many(openCauses, {
    ...seen,
    most: MAX_COUNTED,
    before: unresolvedBefore(ctx),
    lateBefore: lateBefore(ctx),
  });
  const { now, real } = timesOf(ctx);
  const timeOf = ({ kind, since }: CauseRow): number => {
    if (since === null) return now;
    return REAL_KINDS.has(kind) ? (real(since) ?? now) : since.getTime();
  };
  return causesOf(rows, namesOf(ctx), timeOf);
}

function namesOf(ctx: Ctx): Names {
  return {
    server: (project, serverId) => {
      const server = ctx.catalogue.project(project)?.servers.get(serverId);
      const name = server === undefined ? serverId : inEnglish(ctx, project, server.name);
      return `${name || 'a server'} of ${projectName(ctx, project).name}`;
    },
    project: (project) => projectName(ctx, project).name,
    method: (project, payId) => {
      const name = methodName(ctx, { project, pay_id: payId, card_brand: null });
      return `${name} of ${projectName(ctx, project).name}`;
    },
  };
}

/** Null once a player has paid. */
async function readFirstSteps(ctx: Ctx, seen: Projects): Promise<Overview['first_steps']> {
  const has = await ctx.db.one(firstSteps, seen);
  if (has.has_sale) return null;
  return [
    {
      title: 'Import a catalogue with goods',
      detail: 'npm run catalogue -- import',
      is_done: has.has_goods,
    },
    {
      title: 'Offer a way to pay',
      detail: 'channels.yaml of the project, and the keys of the gateway',
      is_done: has.has_channels,
    },
    {
      title: 'Find the first character in the shop',
      detail: ctx.config.publicUrl,
      is_done: has.has_players,
    },
    {
      title: 'Sell the first good',
      detail: 'Pay as a player does; the order appears here at once.',
      is_done: false,
    },
  ];
}
