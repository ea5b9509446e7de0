import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import type { ValuesFor } from '../../platform/db/statement.ts';
import { Refusal } from '../../errors.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { ordersOfPlayer, listPosition } from './view-queries.ts';
import { viewOrder } from './view-order.ts';

/** Contract §3. */
const PAGE = 20;

/**
 * F19: a character's orders whose payment was tried, newest first, 20 a page.
 * @param input.before the last order's id, or a time in ms since the epoch
 * @throws Refusal NO_SUCH_ORDER for another player's order in `before`
 */
export async function listOrders(
  ctx: Ctx,
  input: {
    readonly project: Project;
    readonly playerId: number;
    readonly lang: string;
    readonly before: string | null;
  },
): Promise<CallResult<'userOrders'>> {
  const { project, playerId, lang } = input;
  const edge = await edgeOf(ctx, playerId, input.before);
  const orders = await ctx.db.many(ordersOfPlayer, { playerId, ...edge, limit: PAGE });
  return orders.map((order) => viewOrder(ctx, order, { project, lang, isOwn: true }));
}

type Edge = Pick<ValuesFor<typeof ordersOfPlayer>, 'beforeAt' | 'beforeId'>;

async function edgeOf(ctx: Ctx, playerId: number, before: string | null): Promise<Edge> {
  if (before === null) return { beforeAt: null, beforeId: null };
  // An id has exactly 20 characters, a time fewer.
  if (before.length < 20) return { beforeAt: new Date(Number(before)), beforeId: null };
  const position = await ctx.db.maybe(listPosition, { orderId: before, playerId });
  if (position === null) throw new Refusal('NO_SUCH_ORDER');
  return { beforeAt: position.created_at, beforeId: before };
}
