import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { followNotices } from '../platform/db/notices.ts';
import type { Bulkhead } from '../platform/resilience/bulkhead.ts';
import { pushInbox, pushMail, pushNotice } from './queues.ts';

/** Texts of `webpay_work` (migrations 0024 and 0035). */
const work = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.object({ mailId: v.string(), project: v.string() }),
    v.object({ noticeId: v.string(), project: v.string() }),
    v.object({ inboxId: v.number(), provider: v.string() }),
  ]),
);

/**
 * Processes rows as soon as they are written, in the queue of their game or gateway. Each row's sweep
 * (sweeps.ts) finds a row whose notice was lost. Every worker hears every notice; the row's lease lets one do the work.
 */
export function followWork(ctx: Ctx, bulkhead: Bulkhead): { stop(): void } {
  // A pooler in transaction mode loses the notices: the sweeps find the rows within a second.
  if (ctx.config.databasePooler === 'transaction') return { stop: () => undefined };
  const hear = (notice: string | null): void => {
    if (notice === null) return;
    const due = v.safeParse(work, notice);
    // A later version may announce kinds of work that this one does not know.
    if (!due.success) return;
    const { output } = due;
    if ('mailId' in output) pushMail(ctx, bulkhead, output.mailId, output.project);
    else if ('noticeId' in output) pushNotice(ctx, bulkhead, output.noticeId, output.project);
    else pushInbox(ctx, bulkhead, output.inboxId, output.provider);
  };
  return followNotices(ctx.db.pool, 'listen webpay_work', hear, (error) =>
    ctx.log.warn({ err: error }, 'no notices of new work; the sweeps find it'),
  );
}
