import type { CallResult } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { findChannel } from '../catalog/channels.ts';
import { openPayment } from '../payments/open-payment.ts';
import { payerDataOf } from '../payments/payer-data.ts';
import type { Payer, Purchase } from '../payments/purchase.ts';
import { limitCalls } from '../players/limit-calls.ts';
import { basketOf, findMallOrder, type MallVisit } from './find-mall-order.ts';

/** Calls a minute, counted with order/create (contract §2). */
const ORDERS_PER_PLAYER = 40;

/**
 * R05: opens a payment of a mall's order by the rules of an order key (contract §4). The same channel returns the same
 * session, another one ends the previous attempt; a pending or paid order is only shown.
 * @throws Refusal of findMallOrder and openPayment
 */
export async function payMallOrder(
  ctx: Ctx,
  visit: MallVisit,
  wanted: { readonly payId: string; readonly totalSeen: Money | null; readonly payer: Payer },
): Promise<CallResult<'mallPay'>> {
  const channel = findChannel(ctx, visit.project, wanted.payId, visit.country);
  const { network, block } = visit;
  const payer = { ...wanted.payer, data: payerDataOf(channel, wanted.payer.data) };
  const { claims, order } = await findMallOrder(ctx, visit);
  await limitCalls(ctx, `order:${order.player_id}`, ORDERS_PER_PLAYER, 'TOO_FREQUENT');
  const purchase: Purchase = {
    ...basketOf(visit, claims, order.player_id, order.recipient),
    totalSeen: wanted.totalSeen,
    channel,
    // The call has no field for an image code (contract §3).
    caller: { network, block, hasImageCode: false, canProve: false, isCrowd: false },
  };
  return openPayment(ctx, purchase, payer);
}
