import type { Ctx } from '../context.ts';
import { purgeLinks, purgeOldCodes } from '../domain/access/queries.ts';
import { purgeOutcomes } from '../domain/declines/queries.ts';
import { anchorHeads } from '../domain/audit/anchor-heads.ts';
import { signHourly } from '../domain/audit/sign-hourly.ts';
import { watchDeclines } from '../domain/declines/outcomes.ts';
import { remindersDue } from '../domain/events/reminders/send-reminders.ts';
import { dueNotices } from '../domain/game-notices/queries.ts';
import { findDueMails } from '../domain/mail/find-due.ts';
import { remindOfPayments } from '../domain/mail/payment-reminders.ts';
import { overdueMails } from '../domain/mail/queries.ts';
import { dueInbox } from '../domain/inbox/queries.ts';
import { purgeSteps } from '../domain/actions/queries.ts';
import { publicationsDue } from '../domain/actions/publish-planned.ts';
import { openingsDue } from '../domain/actions/open-by-itself.ts';
import { reportBrokenLimits } from '../domain/actions/limits.ts';
import { purgeSignIns } from '../domain/operators/queries.ts';
import { askEndedAttempt } from '../domain/payments/ask-ended-attempt.ts';
import {
  attemptsLeftBehind,
  expiredOrders,
  takeDueQueries,
  takeLateQueries,
} from '../domain/payments/due-queries.ts';
import { expireOrder } from '../domain/payments/expire-order.ts';
import { resolveIndeterminate } from '../domain/payments/resolve-indeterminate.ts';
import { dueDays } from '../domain/reconciliation/due-days.ts';
import { purgeOldCounters } from '../domain/players/queries.ts';
import { pushRefund } from '../domain/refunds/push-refund.ts';
import { takeDueRefunds } from '../domain/refunds/queries.ts';
import { takeRetries } from '../domain/refunds/retry-queries.ts';
import { createMonthPartitions } from '../domain/retention/purge-queries.ts';
import { dueRetention, reportLateRetention } from '../domain/retention/run-daily.ts';
import { cardsDue } from '../domain/saved-cards/push-card.ts';
import { retryRefusedRefund } from '../domain/support/refund-again.ts';
import { dueMessages } from '../domain/webhooks/queries.ts';
import { watchEndpoints } from '../domain/webhooks/watch-endpoints.ts';
import type { Statement } from '../platform/db/statement.ts';
import { reportSilentMails, reportUnresolved } from '../domain/row-metrics/report-unresolved.ts';
import type { Bulkhead } from '../platform/resilience/bulkhead.ts';
import type { Watched } from './queries.ts';
import { mailWork } from './mail-work.ts';
import { mailQueue, pushInbox, pushNotice, pushWebhook } from './queues.ts';

/** Rows of one kind in a sweep; the next sweep, a second later, takes more. */
const BATCH = 50;
/** Messages of one endpoint in a sweep. */
const WEBHOOK_BATCH = 200;
/** Watched sweeps also run without a look, in case the two should ever differ. */
const SAFETY_MS = 30_000;
/** Keys of operators' steps. */
const KEYS_KEPT_MS = 48 * 3_600_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Months whose partitions exist in advance. */
const MONTHS_AHEAD = 2;

export type Sweep = {
  readonly kind: string;
  /** Runs as soon as a row may be due, looked for every second; and in any case every `everyMs`. */
  readonly watched?: Watched;
  readonly everyMs: number;
  /** Finds the due rows and returns one function for each. `signal`: the worker stops. */
  due(ctx: Ctx, bulkhead: Bulkhead, signal: AbortSignal): Promise<(() => Promise<unknown>)[]>;
};

/** One sweep for each gateway, so that a slow one does not delay the other. */
function gatewaySweeps(provider: 'payermax' | 'paypal'): readonly Sweep[] {
  const now = ({ clock }: Ctx) => ({ realNow: clock.real(), limit: BATCH, provider });
  return [
    {
      kind: `attempts_in_doubt/${provider}`,
      watched: 'attempts',
      everyMs: SAFETY_MS,
      due: async (ctx) => {
        const rows = await ctx.db.many(takeDueQueries, now(ctx));
        return rows.map(
          ({ id }) =>
            () =>
              resolveIndeterminate(ctx, id),
        );
      },
    },
    {
      kind: `late_queries/${provider}`,
      watched: 'late_queries',
      everyMs: SAFETY_MS,
      due: async (ctx) => {
        const now = ctx.clock.now();
        const rows = await ctx.db.many(takeLateQueries, { now, limit: BATCH, provider });
        return rows.map((row) => () => askEndedAttempt(ctx, row));
      },
    },
    {
      kind: `refunds_due/${provider}`,
      watched: 'refunds',
      everyMs: SAFETY_MS,
      due: async (ctx) => {
        const rows = await ctx.db.many(takeDueRefunds, now(ctx));
        return rows.map(
          ({ id }) =>
            () =>
              pushRefund(ctx, id),
        );
      },
    },
    {
      kind: `refunds_refused/${provider}`,
      everyMs: MINUTE_MS,
      due: async (ctx) => {
        const time = ctx.clock.now();
        const laterAt = new Date(time.getTime() + HOUR_MS);
        const rows = await ctx.db.many(takeRetries, { now: time, laterAt, limit: BATCH, provider });
        return rows.map(
          ({ id }) =>
            () =>
              retryRefusedRefund(ctx, id),
        );
      },
    },
    {
      kind: `inbox_not_applied/${provider}`,
      watched: 'inbox',
      everyMs: SAFETY_MS,
      due: async (ctx, bulkhead) => {
        const rows = await ctx.db.many(dueInbox, now(ctx));
        return rows.map(
          ({ id }) =>
            async () =>
              pushInbox(ctx, bulkhead, id, provider),
        );
      },
    },
  ];
}

function expirySweep(
  when: Pick<Sweep, 'kind' | 'watched' | 'everyMs'>,
  due: Statement<
    { order_id: string; attempt_id: string | null },
    { readonly now: Date; readonly limit: number }
  >,
): Sweep {
  return {
    ...when,
    due: async (ctx) => {
      const rows = await ctx.db.many(due, { now: ctx.clock.now(), limit: BATCH });
      return rows.map(
        (row) => () => expireOrder(ctx, { orderId: row.order_id, attemptId: row.attempt_id }),
      );
    },
  };
}

/** Finds every row whose transition is due (architecture: "the row is the truth"). */
export const SWEEPS: readonly Sweep[] = [
  ...gatewaySweeps('payermax'),
  ...gatewaySweeps('paypal'),
  expirySweep({ kind: 'orders_past_expiry', watched: 'expiry', everyMs: SAFETY_MS }, expiredOrders),
  expirySweep({ kind: 'attempts_left_behind', everyMs: MINUTE_MS }, attemptsLeftBehind),
  {
    kind: 'mails_due',
    watched: 'mails',
    everyMs: SAFETY_MS,
    due: async (ctx, bulkhead) => {
      const due = await findDueMails(ctx, (project) => bulkhead.capacity(mailQueue(project)));
      return mailWork(ctx, bulkhead, due, 'due');
    },
  },
  {
    kind: 'mails_overdue',
    everyMs: MINUTE_MS,
    due: async (ctx, bulkhead) => {
      const realNow = ctx.clock.real();
      const rows = await ctx.db.many(overdueMails, { realNow, limit: 10 * BATCH });
      return mailWork(ctx, bulkhead, rows, 'overdue');
    },
  },
  {
    kind: 'game_notices_due',
    watched: 'game_notices',
    everyMs: SAFETY_MS,
    due: async (ctx, bulkhead) => {
      const rows = await ctx.db.many(dueNotices, { realNow: ctx.clock.real(), limit: BATCH });
      return rows.map(
        ({ id, project }) =>
          async () =>
            pushNotice(ctx, bulkhead, id, project),
      );
    },
  },
  {
    kind: 'webhooks_due',
    watched: 'webhooks',
    everyMs: SAFETY_MS,
    due: async (ctx, bulkhead) => {
      const rows = await ctx.db.many(dueMessages, {
        realNow: ctx.clock.real(),
        limit: WEBHOOK_BATCH,
      });
      return rows.map(
        ({ id, endpoint_id: endpointId }) =>
          async () =>
            pushWebhook(ctx, bulkhead, id, endpointId),
      );
    },
  },
  {
    kind: 'webhooks_to_watch',
    everyMs: MINUTE_MS,
    due: async (ctx) => [() => watchEndpoints(ctx)],
  },
  { kind: 'doubts_to_tell', everyMs: 10_000, due: async (ctx) => [() => reportUnresolved(ctx)] },
  { kind: 'silence_to_tell', everyMs: 10_000, due: async (ctx) => [() => reportSilentMails(ctx)] },
  {
    kind: 'limits_to_tell',
    watched: 'limits',
    everyMs: MINUTE_MS,
    due: async (ctx) => [() => reportBrokenLimits(ctx)],
  },
  { kind: 'openings_due', watched: 'openings', everyMs: SAFETY_MS, due: openingsDue },
  { kind: 'saved_cards_due', watched: 'saved_cards', everyMs: SAFETY_MS, due: cardsDue },
  { kind: 'publications_due', watched: 'publications', everyMs: SAFETY_MS, due: publicationsDue },
  {
    kind: 'payment_reminders_due',
    watched: 'payment_reminders',
    everyMs: SAFETY_MS,
    due: async (ctx) => [() => remindOfPayments(ctx)],
  },
  { kind: 'bells_due', everyMs: 5_000, due: remindersDue },
  { kind: 'statements_due', everyMs: MINUTE_MS, due: dueDays },
  {
    kind: 'old_counters',
    everyMs: MINUTE_MS,
    due: async ({ db, clock }) => [() => db.run(purgeOldCounters, { now: clock.real() })],
  },
  {
    kind: 'old_declines',
    everyMs: MINUTE_MS,
    due: async ({ db, clock }) => {
      const dayAgo = new Date(clock.nowMs() - 24 * HOUR_MS);
      return [() => db.run(purgeOutcomes, { before: dayAgo })];
    },
  },
  { kind: 'declines_to_tell', everyMs: MINUTE_MS, due: async (ctx) => [() => watchDeclines(ctx)] },
  {
    kind: 'old_links',
    everyMs: MINUTE_MS,
    due: async ({ db, clock }) => [() => db.run(purgeLinks, { now: clock.now() })],
  },
  {
    kind: 'partitions_to_create',
    everyMs: HOUR_MS,
    due: async ({ db }) => [() => db.one(createMonthPartitions, { ahead: MONTHS_AHEAD })],
  },
  {
    kind: 'old_codes',
    everyMs: MINUTE_MS,
    due: async ({ db, clock }) => [() => db.run(purgeOldCodes, { now: clock.now() })],
  },
  {
    kind: 'old_sign_ins',
    everyMs: MINUTE_MS,
    due: async ({ db, clock }) => [() => db.run(purgeSignIns, { realNow: clock.real() })],
  },
  {
    kind: 'old_steps',
    everyMs: MINUTE_MS,
    due: async ({ db, clock }) => {
      const before = new Date(clock.real().getTime() - KEYS_KEPT_MS);
      return [() => db.run(purgeSteps, { before })];
    },
  },
  {
    kind: 'audit_head_due',
    everyMs: MINUTE_MS,
    due: async (ctx, _bulkhead, signal) => [
      () => signHourly(ctx, signal),
      () => anchorHeads(ctx, signal),
    ],
  },
  {
    kind: 'retention_due',
    everyMs: MINUTE_MS,
    due: (ctx, _bulkhead, signal) => dueRetention(ctx, signal),
  },
  {
    kind: 'retention_to_tell',
    everyMs: MINUTE_MS,
    due: async (ctx) => [() => reportLateRetention(ctx)],
  },
];
