import type { OrderView } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { unreachable } from '../../platform/unreachable.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { textIn } from '../projects/texts.ts';
import { shownPicture } from './code-picture.ts';
import { orderIdOfToken } from './ids.ts';
import { boughtElsewhere, gaveWay } from './queries.ts';
import { orderForView, type OrderForView } from './view-queries.ts';
import { viewOrder } from './view-order.ts';

/**
 * C10: an order as its player sees it (contract §4). Only the character's own session sees the
 * character id, the order key and the bank's address.
 * @throws Refusal NO_SUCH_ORDER; PARAMETER_ERROR when the caller names another game
 */
export async function inquireOrder(
  ctx: Ctx,
  input: {
    readonly token: string;
    readonly lang: string;
    readonly gameId: string;
    readonly playerId: number | null;
    /** The order, if it was read with the session of this call. */
    readonly known?: OrderForView | undefined;
  },
): Promise<OrderView> {
  const order = input.known ?? (await findByToken(ctx, input.token));
  const project = ctx.catalogue.project(order.project);
  if (project === null) throw new Refusal('NO_SUCH_ORDER');
  if (project.gameId !== input.gameId) throw new Refusal('PARAMETER_ERROR');
  const isOwn = input.playerId === order.player_id;
  const isUnpaid = order.state === 'open' || order.state === 'failed';
  const { action, order_key } = order;
  const failed = isOwn ? order.failed : null;
  const wallet = failed !== null ? walletOf(ctx, project, failed.pay_id, input.lang) : null;
  const ended = failed !== null ? endedCodeOf(ctx, project, failed, input.lang) : null;
  // A game's order number is no key for the shop's pages.
  const hasKey = isOwn && isUnpaid && order_key !== null && order.source !== 'mall';
  const taken = await takenByOther(ctx, order);
  const shown = isOwn && action !== null ? actionOf(ctx, project, action, input.lang) : undefined;
  return {
    ...viewOrder(ctx, order, { project, lang: input.lang, isOwn }),
    website_code: order.project,
    ...(hasKey ? { order_key } : {}),
    bought_elsewhere: taken !== null,
    ...(shown !== undefined ? { action: shown } : {}),
    ...(wallet !== null ? { failed_wallet: wallet } : {}),
    ...(ended !== null ? { ended_code: ended } : {}),
    next_poll_ms:
      taken === 'for_now'
        ? LAST_POLL_MS
        : nextPollMs(order, ctx.clock.nowMs(), ctx.clock.real().getTime()),
  };
}

/** Whether another order took the cart (docs/decisions/0009) or a limited product. */
async function takenByOther(ctx: Ctx, order: OrderForView): Promise<'for_good' | 'for_now' | null> {
  const isUnpaid = order.state === 'open' || order.state === 'failed';
  if (isUnpaid && order.source === 'cart') {
    if ((await ctx.db.one(boughtElsewhere, { orderId: order.id })).bought) return 'for_good';
  }
  if (order.state !== 'failed' || order.reason !== 'cancelled') return null;
  const gone = await ctx.db.one(gaveWay, { orderId: order.id, now: ctx.clock.now() });
  if (!gone.is_taken) return null;
  return gone.may_come_back ? 'for_now' : 'for_good';
}

function actionOf(
  ctx: Ctx,
  project: Project,
  { url, code, pay_id, method, at: askedAt }: NonNullable<OrderForView['action']>,
  lang: string,
): OrderView['action'] {
  const facts = ctx.config.methods.get(pay_id);
  const name = channelName(project, pay_id, lang);
  if (code !== null && method !== 'redirect') {
    const called = name ?? facts?.name['en'] ?? pay_id;
    if (method === 'qr') {
      const ends_at = (askedAt ?? ctx.clock.nowMs()) + (facts?.lifeMs ?? 0);
      return { kind: 'qr', code, ends_at, pay_id, name: called, apps: [...(facts?.apps ?? [])] };
    }
    const at = facts?.confirmsAt === 'bank' ? 'bank' : 'shop';
    return { kind: 'code', code, at, name: called, is_refundable: facts?.isRefundable ?? false };
  }
  if (url === null) return undefined;
  if (method === 'wallet') return { kind: 'redirect', url, at: 'wallet' };
  if (method !== 'redirect') return { kind: 'redirect', url, at: 'bank' };
  const at = facts?.confirmsAt === 'bank' ? 'bank' : 'wallet';
  const picture = code === null ? null : shownPicture(ctx, code);
  return {
    kind: 'redirect',
    url,
    at,
    ...(name !== null ? { name } : {}),
    ...(picture !== null ? { picture } : {}),
  };
}

/** The name of a local wallet; null for cards, PayPal and bank pages, whose decline text says 'bank'. */
function walletOf(ctx: Ctx, project: Project, payId: string, lang: string): string | null {
  const method = ctx.config.methods.get(payId);
  const isWallet = method?.flow === 'redirect' && method.confirmsAt === 'wallet';
  return isWallet ? channelName(project, payId, lang) : null;
}

/** The method whose QR code expired unpaid, so that its player can make another; null: the attempt ended otherwise. */
function endedCodeOf(
  ctx: Ctx,
  project: Project,
  { pay_id, state }: NonNullable<OrderForView['failed']>,
  lang: string,
): OrderView['ended_code'] | null {
  if (state !== 'EXPIRED' || ctx.config.methods.get(pay_id)?.flow !== 'qr') return null;
  const name = channelName(project, pay_id, lang);
  return name === null ? null : { pay_id, name };
}

/** null: the method is no longer in the catalogue. */
function channelName(project: Project, payId: string, lang: string): string | null {
  const channel = project.channels.find((each) => each.pay_id === payId);
  return channel === undefined ? null : textIn(channel.data.name, lang, project.lang_default);
}

/** @throws Refusal NO_SUCH_ORDER */
export async function findByToken(ctx: Ctx, token: string): Promise<OrderForView> {
  const orderId = orderIdOfToken(ctx, token);
  const order = orderId === null ? null : await ctx.db.maybe(orderForView, { orderId });
  if (order === null) throw new Refusal('NO_SUCH_ORDER');
  return order;
}

const FIRST_POLL_MS = 1_000;
const LAST_POLL_MS = 5_000;
const GROWING_FOR_MS = 60_000;
/** PayerMax closes unpaid orders after 1800 s (payments.md §1.1) and reports it later. */
const GATEWAY_CLOSES_AFTER_MS = 31 * 60_000;

/** Polls start at 1 s and grow to 5 s over the order's first minute; null: nothing will change. */
function nextPollMs(order: OrderForView, nowMs: number, realMs: number): number | null {
  const isGoingBack = order.overpayments.some((each) => each.back_at === null);
  switch (order.state) {
    case 'failed':
    case 'timeout': {
      if (isGoingBack) return LAST_POLL_MS;
      // The bank's page of an abandoned attempt may still be open and succeed.
      const since = order.given_up_after?.getTime() ?? -Infinity;
      return realMs - since < GATEWAY_CLOSES_AFTER_MS ? LAST_POLL_MS : null;
    }
    case 'refunded':
      return null;
    case 'success':
      // A cancelled delivery goes on polling: its money is refunded.
      if (order.delivery_state === 'delivered' || order.is_parked)
        return isGoingBack ? LAST_POLL_MS : null;
      break;
    case 'open':
    case 'waiting':
      break;
    default:
      return unreachable('order state', order.state);
  }
  const age = Math.max(0, nowMs - order.created_at.getTime());
  const grown = FIRST_POLL_MS + ((LAST_POLL_MS - FIRST_POLL_MS) * age) / GROWING_FOR_MS;
  return Math.round(Math.min(LAST_POLL_MS, grown));
}
