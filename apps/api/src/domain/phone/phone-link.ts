import type { CallResult } from '@webpay/contract/calls';
import { timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { inquireOrder } from '../orders/inquire-order.ts';
import { orderIdOfToken } from '../orders/ids.ts';
import { limitCalls } from '../players/limit-calls.ts';
import { hashToken } from '../players/session.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import {
  endLink,
  linkOfOrder,
  makeLink,
  openLink,
  orderOfLink,
  type LinkedOrder,
} from './queries.ts';

/** Time in which a phone must open a link. */
const OPENS_MS = 10 * 60_000;
/** Time that the phone then has: its order is over in half an hour, and its result may be read a little longer. */
const OPENED_MS = 60 * 60_000;
const LINK_BYTES = 32;
/** Links that a character makes in a minute, whatever its sessions (contract §2). */
const LINKS_PER_PLAYER = 10;

/** An order whose player has a session. */
export type OwnOrder = {
  readonly token: string;
  readonly playerId: number;
  readonly gameId: string;
  readonly lang: string;
};

/**
 * Makes the one-time link with which a phone opens and pays this order, and nothing else. The last link of the order ends.
 * @throws Refusal NO_SUCH_ORDER for an order of another character; WRONG_STATE when it cannot be paid; TOO_FREQUENT
 */
export async function makePhoneLink(
  ctx: Ctx,
  { token, playerId }: OwnOrder,
  userToken: string,
): Promise<CallResult<'orderPhone'>> {
  await limitCalls(ctx, `phone:${playerId}`, LINKS_PER_PLAYER, 'TOO_FREQUENT');
  const orderId = orderIdOfToken(ctx, token);
  if (orderId === null) throw new Refusal('NO_SUCH_ORDER');
  const link = ctx.randomBytes(LINK_BYTES).toString('base64url');
  const now = ctx.clock.now();
  const made = await ctx.db.maybe(makeLink, {
    orderId,
    playerId,
    linkHash: hashToken(link),
    madeBy: hashToken(userToken),
    opensUntil: new Date(now.getTime() + OPENS_MS),
    now,
  });
  if (made === null) throw new Refusal('WRONG_STATE');
  return { link, ends_at: made.ends_at.getTime() };
}

/**
 * Follows the payment from the page that made the link.
 * @param ends ends the link first: the order is paid here
 * @throws Refusal NO_SUCH_ORDER for an order of another character
 */
export async function watchPhoneLink(
  ctx: Ctx,
  own: OwnOrder,
  ends: boolean,
): Promise<CallResult<'orderPhoneState'>> {
  const order = await inquireOrder(ctx, own);
  // Only its own character's session sees the id.
  if (order.role.cid === undefined) throw new Refusal('NO_SUCH_ORDER');
  const { order_id: orderId } = order;
  const now = ctx.clock.now();
  if (ends) await ctx.db.run(endLink, { orderId, now });
  const link = await ctx.db.maybe(linkOfOrder, { orderId });
  const isOver = link === null || link.is_ended || link.ends_at <= now;
  const state = isOver ? 'ended' : link.is_opened ? 'opened' : 'waiting';
  return { state, ends_at: link?.ends_at.getTime() ?? null, order };
}

/** A call of the phone: it has no session, only its link and the key that it made itself. */
export type PhoneVisit = {
  readonly project: Project;
  readonly link: string;
  readonly key: string;
};

/**
 * Finds the order of a link. The first key that comes with a link is its phone's; the same phone may come again.
 * @throws Refusal LINK_EXPIRED for an unknown or ended link, also by its player's log-out, and with `why` `opened` for a
 * second phone; PARAMETER_ERROR for a link of another project
 */
export async function findLinkedOrder(ctx: Ctx, visit: PhoneVisit): Promise<LinkedOrder> {
  const linkHash = hashToken(visit.link);
  const keyHash = hashToken(visit.key);
  const now = ctx.clock.now();
  const found = await ctx.db.maybe(orderOfLink, { linkHash, now });
  if (found === null) throw new Refusal('LINK_EXPIRED');
  if (found.project !== visit.project.code) throw new Refusal('PARAMETER_ERROR');
  if (found.key_hash !== null) {
    if (timingSafeEqual(found.key_hash, keyHash)) return found;
    throw new Refusal('LINK_EXPIRED', { why: 'opened' });
  }
  const endsAt = new Date(now.getTime() + OPENED_MS);
  const opened = await ctx.db.maybe(openLink, { linkHash, keyHash, endsAt, now });
  if (opened !== null) return found;
  // Another phone was first, or this one sent its first call twice.
  const again = await ctx.db.maybe(orderOfLink, { linkHash, now });
  const first = again?.key_hash ?? null;
  if (again !== null && first !== null && timingSafeEqual(first, keyHash)) return again;
  throw new Refusal('LINK_EXPIRED', first === null ? null : { why: 'opened' });
}
