import type { OrderEntry } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { textIn } from '../projects/texts.ts';
import { orderToken } from './ids.ts';
import type { ShownOrder } from './view-queries.ts';

/** An order as its player sees it (contract §4); `cid` only in the character's session. */
export function viewOrder(
  ctx: Pick<Ctx, 'orderTokenKey'>,
  order: ShownOrder,
  reader: { readonly project: Project; readonly lang: string; readonly isOwn: boolean },
): OrderEntry {
  const text = (texts: Readonly<Record<string, string>>) =>
    textIn(texts, reader.lang, reader.project.lang_default);
  const { cid, ...role } = order.recipient;
  return {
    order_id: order.id,
    order_no: order.order_no,
    token: orderToken(ctx, order.id),
    state: order.state,
    reason: order.reason,
    items: order.items.map((item) => ({
      product_id: item.product_id,
      name: text(item.sold.name),
      image: item.sold.image,
      count: item.count,
      price: fromMinor(item.unit_minor, order.currency),
      subtotal: fromMinor(item.unit_minor * item.count, order.currency),
      bonus:
        item.sold.bonus === null
          ? null
          : { name: text(item.sold.bonus.name), count: item.sold.bonus.count },
      ...(item.sold.doubled === true ? { doubled: true as const } : {}),
    })),
    total: fromMinor(order.total_minor, order.currency),
    role: reader.isOwn ? { ...role, cid } : role,
    created_at: order.created_at.getTime(),
    expires_at: order.expires_at.getTime(),
    delivery: {
      state: order.delivery_state ?? 'none',
      reason: order.delivery_state === 'retrying' ? order.delivery_reason : null,
      at: order.delivery_at?.getTime() ?? null,
    },
    refunded_at: order.refunded_at?.getTime() ?? null,
    ...(order.part_back_minor > 0
      ? { refunded: fromMinor(order.part_back_minor, order.currency) }
      : {}),
    surplus: order.overpayments.map((each) => ({
      amount: fromMinor(each.amount_minor, each.currency),
      back_at: each.back_at,
    })),
    source: order.source,
    ...(order.has_code ? { has_code: true as const } : {}),
    ...(order.timed_out ? { timed_out: true as const } : {}),
  };
}
