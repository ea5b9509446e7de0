import type { TaskList } from 'graphile-worker';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { reportFailure } from '../platform/monitoring/alert.ts';
import type { Bulkhead } from '../platform/resilience/bulkhead.ts';
import { pushInbox, pushMail } from './queues.ts';

const mail = v.object({ mailId: v.string(), project: v.string() });
const inbox = v.object({ inboxId: v.number(), provider: v.optional(v.string()) });

/**
 * Runs queued jobs: each finds its row and runs one domain operation in the queue of its game or
 * gateway. The queue retries none, because a row's sweep (sweeps.ts) finds lost and failed jobs.
 */
export function tasksOf(ctx: Ctx, bulkhead: Bulkhead): TaskList {
  const guarded = (name: string, work: (payload: unknown) => void) => async (payload: unknown) => {
    try {
      work(payload);
    } catch (error) {
      reportFailure(ctx, error, { job: name }, 'a job failed; its row waits for the sweep');
    }
  };
  return {
    send_mail: guarded('send_mail', (payload) => {
      const { mailId, project } = v.parse(mail, payload);
      pushMail(ctx, bulkhead, mailId, project);
    }),
    apply_inbox: guarded('apply_inbox', (payload) => {
      const { inboxId, provider } = v.parse(inbox, payload);
      if (provider !== undefined) pushInbox(ctx, bulkhead, inboxId, provider);
    }),
  };
}
