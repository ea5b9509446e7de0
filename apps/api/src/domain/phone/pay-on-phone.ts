import type { CallResult } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { cartLimitsOf } from '../catalog/cart-limits.ts';
import { findChannel, listChannels } from '../catalog/channels.ts';
import type { PaymentCaller } from '../declines/guard-attempt.ts';
import { orderToken } from '../orders/ids.ts';
import { inquireOrder } from '../orders/inquire-order.ts';
import { openPayment } from '../payments/open-payment.ts';
import { payerDataOf } from '../payments/payer-data.ts';
import type { Payer } from '../payments/purchase.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import type { LinkedOrder } from './queries.ts';

/**
 * The order as its phone sees it: as its player, but without the character's id and the order's key, which belong to the
 * session, nor the order's token, which a payment answers. An order that cannot be paid has no channels.
 */
export async function showOnPhone(
  ctx: Ctx,
  project: Project,
  linked: LinkedOrder,
  lang: string,
): Promise<CallResult<'phoneOrder'>> {
  const { id, player_id: playerId, country } = linked;
  const asked = { token: orderToken(ctx, id), lang, gameId: project.gameId, playerId };
  const { order_key: _key, token: _token, role, ...view } = await inquireOrder(ctx, asked);
  const { cid: _cid, ...named } = role;
  const isUnpaid = view.state === 'open' || view.state === 'failed';
  const isPayable = isUnpaid && view.expires_at > ctx.clock.nowMs();
  const channels = isPayable ? await listChannels(ctx, project, country, lang) : [];
  return { order: { ...view, role: named }, country, channels };
}

/**
 * Opens a payment of the phone's order by the rules of its order key (contract §4): in the country of the order, without
 * saved cards, and never another order.
 * @throws Refusal of openPayment; WRONG_STATE when the order is gone
 */
export async function payOnPhone(
  ctx: Ctx,
  project: Project,
  linked: LinkedOrder,
  wanted: {
    readonly payId: string;
    readonly totalSeen: Money | null;
    readonly payer: Payer;
    readonly lang: string;
    readonly caller: PaymentCaller;
  },
): Promise<CallResult<'phonePay'>> {
  const { country } = linked;
  const channel = findChannel(ctx, project, wanted.payId, country);
  const { payer, lang, totalSeen, caller } = wanted;
  const purchase = {
    project: project.code,
    playerId: linked.player_id,
    recipient: linked.recipient,
    lang,
    products: linked.products,
    source: linked.source,
    country,
    currency: linked.currency,
    // A page that needs no session, as the phone has none.
    redirectUrl: '',
    orderKey: linked.order_key,
    onlyOrder: linked.id,
    totalSeen,
    channel,
    caller,
    ...cartLimitsOf(project),
  };
  const redirectUrl = `/${project.code}/actInquireOrder`;
  const data = payerDataOf(channel, payer.data);
  return openPayment(ctx, purchase, { ...payer, redirectUrl, data });
}
