import type { TaskList } from 'graphile-worker';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { applyInbox } from '../domain/inbox/apply-inbox.ts';
import { sendMail } from '../domain/mail/send-mail.ts';
import { reportFailure } from '../platform/monitoring/report-failure.ts';
import type { Bulkhead } from '../platform/resilience/bulkhead.ts';
import { inboxQueue, mailQueue } from './queues.ts';

const mail = v.object({ mailId: v.string(), project: v.string() });
const inbox = v.object({ inboxId: v.number(), provider: v.optional(v.string()) });

/**
 * Runs queued jobs: each finds its row and runs one domain operation in the queue of its game or
 * gateway. The queue retries none, because a row's sweep (sweeps.ts) finds lost and failed jobs.
 */
export function tasksOf(ctx: Ctx, bulkhead: Bulkhead): TaskList {
  const guarded =
    (name: string, work: (payload: unknown) => Promise<void> | void) =>
    async (payload: unknown) => {
      try {
        await work(payload);
      } catch (error) {
        reportFailure(ctx, error, { job: name }, 'a job failed; its row waits for the sweep');
      }
    };
  return {
    send_mail: guarded('send_mail', (payload) => {
      const { mailId, project } = v.parse(mail, payload);
      bulkhead.push(mailQueue(project), mailId, () => sendMail(ctx, mailId));
    }),
    apply_inbox: guarded('apply_inbox', (payload) => {
      const { inboxId, provider } = v.parse(inbox, payload);
      if (provider === undefined) return;
      bulkhead.push(inboxQueue(provider), String(inboxId), () => applyInbox(ctx, inboxId));
    }),
  };
}
