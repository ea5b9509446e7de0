import type { Role } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { hasOpenDispute } from '../disputes/queries.ts';
import { GIVE_UP_AFTER_MS } from '../mail/rules.ts';
import { deliveryOfOrder } from '../mail/delivery-queries.ts';
import { newId } from '../orders/ids.ts';
import { cidOf, lookUpRole } from '../players/look-up-role.ts';
import {
  insertResend,
  resendsOfOrder,
  decideRequest,
  lockRequest,
  requestById,
} from './queries.ts';
import type { AtEnd } from './pay-back.ts';
import { refused } from './rules.ts';

/**
 * Resends an order's goods to the intended character of the same project, after a role look-up. Allowed once an order,
 * and again only after the game refused (docs/decisions/0014).
 * @throws Refusal MAINTENANCE, GATEWAY_SILENT: the game does not answer
 */
export async function approveResend(
  ctx: Ctx,
  decision: {
    readonly requestId: string;
    readonly serverId: string;
    readonly cid: string;
    readonly because: string | null;
  },
  finish?: AtEnd<{ readonly orderId: string; readonly recipient: Role }>,
) {
  const { requestId, because } = decision;
  const asked = await ctx.db.maybe(requestById, { requestId });
  if (asked === null) return refused('no_such_request');
  if (asked.kind !== 'wrong_recharge') return refused('asks_for_something_else');
  const project = ctx.catalogue.project(asked.project);
  if (project === null) return refused('no_such_project');
  const server = project.servers.get(decision.serverId);
  if (server === undefined) return refused('no_such_server');
  const cid = cidOf(project, decision.cid);
  const { server_id: gaveServer, cid: gaveCid } = asked.recipient;
  if (gaveServer === server.server_id && gaveCid === cid) return refused('same_character');
  const found = await lookUpRole(ctx, project, server, cid, project.lang_default);
  if (found.kind !== 'found') return refused('no_such_character');
  return ctx.db.transaction(async (tx) => {
    const request = await tx.one(lockRequest, { requestId });
    if (request.state === 'rejected') return refused('decided_already');
    if (request.order_state !== 'success') return refused('not_paid_any_more');
    const { order_id: orderId } = request;
    const delivery = await tx.maybe(deliveryOfOrder, { orderId });
    if (delivery?.state !== 'delivered') return refused('not_delivered_yet');
    if ((await tx.one(hasOpenDispute, { orderId })).is_so) return refused('case_open');
    const earlier = await tx.many(resendsOfOrder, { orderId });
    if (earlier.some(({ state }) => state !== 'rejected'))
      return refused('delivered_again_already');
    const real = ctx.clock.real();
    const now = ctx.clock.now();
    const recipient = found.role;
    const times = {
      nextAttemptAt: real,
      giveUpAt: new Date(real.getTime() + GIVE_UP_AFTER_MS),
      now,
    };
    await tx.one(insertResend, { resendId: newId(ctx), requestId, orderId, recipient, ...times });
    const detail = { to: { server_id: server.server_id, cid } };
    const outcome = { toState: 'approved', because, refundId: null, detail };
    await tx.run(decideRequest, { ...outcome, requestId, now });
    await finish?.(tx, { orderId, recipient });
    return { kind: 'done', recipient } as const;
  });
}
