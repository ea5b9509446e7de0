import type { RowOf } from '../../platform/db/statement.ts';
import type { Ctx } from '../../context.ts';
import { dueMails, MAIL_KINDS, mailQueues } from './queries.ts';

export type DueMail = RowOf<typeof dueMails>;

/**
 * Finds due mails up to the game's free capacity for each kind and server, so that no slow server
 * or crowd of reminders delays others. Purchases come first.
 * @param freeCapacity how many more mails a project's game can take
 */
export async function findDueMails(
  ctx: Ctx,
  freeCapacity: (project: string) => number,
): Promise<readonly DueMail[]> {
  const queues = (await ctx.db.many(mailQueues))
    .map((queue) => ({ ...queue, limit: capacityOf(ctx, queue, freeCapacity(queue.project)) }))
    .filter(({ limit }) => limit > 0);
  if (queues.length === 0) return [];
  const due = await ctx.db.many(dueMails, {
    realNow: ctx.clock.real(),
    kinds: queues.map((queue) => queue.kind),
    projects: queues.map((queue) => queue.project),
    serverIds: queues.map((queue) => queue.server_id),
    limits: queues.map((queue) => queue.limit),
  });
  return due.toSorted((a, b) => MAIL_KINDS.indexOf(a.kind) - MAIL_KINDS.indexOf(b.kind));
}

function capacityOf(
  ctx: Ctx,
  queue: { readonly project: string; readonly server_id: string },
  limit: number,
): number {
  const project = ctx.catalogue.project(queue.project);
  if (project === null) return limit;
  const state = ctx.games.mailState(project.gameAddress, queue.server_id);
  if (state === 'open') return 0;
  return state === 'probe' ? Math.min(1, limit) : limit;
}
