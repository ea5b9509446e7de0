import type { Ctx } from '../context.ts';
import type { DueMail } from '../domain/mail/find-due.ts';
import type { MailKind } from '../domain/mail/queries.ts';
import type { Bulkhead } from '../platform/resilience/bulkhead.ts';
import { pushMail } from './queues.ts';

/** Labels of the backlog metric of each kind of mail. */
const MAIL_LABELS: Readonly<Record<MailKind, string>> = {
  purchase: 'deliveries',
  resend: 'redeliveries',
  reward: 'rewards',
  reminder: 'rewards',
};

/** Measures the backlog by kind of mail. */
export function countDueMails(
  ctx: Ctx,
  mails: readonly DueMail[],
  when: 'due' | 'overdue' = 'due',
): void {
  for (const label of new Set(Object.values(MAIL_LABELS))) {
    const count = mails.filter(({ kind }) => MAIL_LABELS[kind] === label).length;
    ctx.metrics.sweepBacklog.set({ kind: `${label}_${when}` }, count);
  }
}

/** Hands mails to their games' queues and measures the backlog by kind. */
export function mailWork(
  ctx: Ctx,
  bulkhead: Bulkhead,
  mails: readonly DueMail[],
  when: 'due' | 'overdue',
): (() => Promise<unknown>)[] {
  countDueMails(ctx, mails, when);
  return mails.map(
    ({ id, project }) =>
      async () =>
        pushMail(ctx, bulkhead, id, project),
  );
}
