import type { Ctx } from '../context.ts';
import { sendMessage } from '../domain/webhooks/send-message.ts';
import { tellGame } from '../domain/game-notices/tell-game.ts';
import { applyInbox } from '../domain/inbox/apply-inbox.ts';
import { sendMail } from '../domain/mail/send-mail.ts';
import { reportFailure } from '../platform/monitoring/alert.ts';
import { createBulkhead, type Bulkhead } from '../platform/resilience/bulkhead.ts';
import { asRoot } from '../platform/tracing/trace.ts';

/** Concurrent calls to one game or one gateway; other rows wait in the database. */
const CONCURRENCY = 10;
/** Calls queued ahead for one key, which bounds the burst to a game that recovers. */
const AHEAD = 54;
const WAITING = 1_000;

/** Opens the worker's queues for outgoing calls, one for each game and gateway. */
export function openQueues(ctx: Ctx): Bulkhead {
  const bulkhead = createBulkhead(
    { concurrency: CONCURRENCY, ahead: AHEAD, waiting: WAITING },
    (error, queue) =>
      reportFailure(ctx, error, { job: queue }, 'a job failed; its row waits for the sweep'),
  );
  ctx.metrics.watchCalls(() => bulkhead.running());
  return bulkhead;
}

export const mailQueue = (project: string): string => `mail/${project}`;

const job = (kind: string) => ({ name: `job ${kind}`, kind: 'consumer' }) as const;

export function pushMail(ctx: Ctx, bulkhead: Bulkhead, id: string, project: string): void {
  bulkhead.push(mailQueue(project), id, () =>
    asRoot(ctx.trace, job('mail'), () => sendMail(ctx, id)),
  );
}

/** A queue of its own: a game that does not answer notices delays no mail. */
export function pushNotice(ctx: Ctx, bulkhead: Bulkhead, id: string, project: string): void {
  bulkhead.push(`notice/${project}`, id, () =>
    asRoot(ctx.trace, job('notice'), () => tellGame(ctx, id)),
  );
}

/** A queue of each endpoint: a receiver that does not answer delays neither mails nor other endpoints. */
export function pushWebhook(ctx: Ctx, bulkhead: Bulkhead, id: number, endpointId: string): void {
  bulkhead.push(`webhook/${endpointId}`, String(id), () =>
    asRoot(ctx.trace, job('webhook'), () => sendMessage(ctx, id)),
  );
}

export function pushInbox(ctx: Ctx, bulkhead: Bulkhead, id: number, provider: string): void {
  bulkhead.push(`inbox/${provider}`, String(id), () =>
    asRoot(ctx.trace, job(`inbox/${provider}`), () => applyInbox(ctx, id)),
  );
}
