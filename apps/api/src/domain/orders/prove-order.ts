import type { Receipt } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { taxIncluded, taxRateOf } from '../projects/project-data.ts';
import { textIn } from '../projects/texts.ts';
import { historyOf } from './history.ts';
import {
  eventsOfOrder,
  proofOfOrder,
  refundsOfOrder,
  type Payment,
  type ProofOfOrder,
} from './queries.ts';
import { orderIdOfToken } from './ids.ts';
import { paidWith } from './paid-with.ts';

/**
 * F19: the proof of an order for the player it was made for: how it was paid and under which
 * numbers, what went back, the tax in it, who sold it, and its life.
 * @throws Refusal NO_SUCH_ORDER, for another character's order too
 */
export async function proveOrder(
  ctx: Ctx,
  input: {
    readonly token: string;
    readonly project: Project;
    readonly playerId: number;
    readonly lang: string;
  },
): Promise<Receipt> {
  const { project, lang } = input;
  const id = orderIdOfToken(ctx, input.token);
  const order =
    id === null
      ? null
      : await ctx.db.maybe(proofOfOrder, { orderId: id, playerId: input.playerId });
  if (order === null) throw new Refusal('NO_SUCH_ORDER');
  const events = await ctx.db.many(eventsOfOrder, { orderId: order.id });
  const refunds = await ctx.db.many(refundsOfOrder, { orderId: order.id });
  const refunded = refunds
    .filter((refund) => refund.is_done && !refund.is_double)
    .reduce((sum, refund) => sum + refund.amount_minor, 0);
  const tell = (payment: Payment) => paidWith(payment, { project, lang });
  // What a bank took back stands in no refund of ours.
  const gone = order.state === 'refunded' && refunded === 0 ? order.total_minor : refunded;
  return {
    order_id: order.id,
    paid_at: order.paid_at?.getTime() ?? null,
    paid_with: order.payment === null ? null : tell(order.payment),
    refunded: gone === 0 ? null : fromMinor(gone, order.currency),
    tax: taxOf(order, project, lang, order.total_minor - gone),
    seller: {
      name: project.seller?.name ?? textIn(project.name, lang, project.lang_default),
      address: project.seller?.address ?? null,
    },
    history: historyOf(order, events, refunds, tell),
  };
}

function taxOf(
  order: ProofOfOrder,
  project: Project,
  lang: string,
  keptMinor: number,
): Receipt['tax'] {
  if (order.paid_at === null) return null;
  const rate = taxRateOf(project.tax, order.country, order.paid_at);
  if (rate === null) return null;
  return {
    name: textIn(rate.name, lang, project.lang_default),
    percent: rate.percent,
    amount: fromMinor(taxIncluded(keptMinor, rate.percent), order.currency),
  };
}
