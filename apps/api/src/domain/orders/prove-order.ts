import type { Receipt } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { taxIncluded, taxRateOf, type Texts } from '../projects/project-data.ts';
import { textIn } from '../projects/texts.ts';
import { historyOf } from './history.ts';
import { refundsOfOrder } from './history-queries.ts';
import { eventsOfOrder, proofOfOrder, type Payment, type ProofOfOrder } from './view-queries.ts';
import { orderIdOfToken } from './ids.ts';

/** F19: the receipt of an order. @throws Refusal NO_SUCH_ORDER, for another's order too */
export async function proveOrder(
  ctx: Ctx,
  input: {
    readonly token: string;
    readonly project: Project;
    readonly playerId: number;
    readonly lang: string;
  },
): Promise<Receipt> {
  const { project, playerId, lang } = input;
  const orderId = orderIdOfToken(ctx, input.token);
  const order = orderId === null ? null : await ctx.db.maybe(proofOfOrder, { orderId, playerId });
  if (orderId === null || order === null) throw new Refusal('NO_SUCH_ORDER');
  const events = await ctx.db.many(eventsOfOrder, { orderId });
  const refunds = await ctx.db.many(refundsOfOrder, { orderId });
  const refunded = refunds
    .filter((refund) => refund.is_done && !refund.is_double)
    .reduce((sum, refund) => sum + refund.amount_minor, 0);
  const describe = (payment: Payment) => paidWith(payment, project, lang);
  // A chargeback has no refund row. It may have taken a part.
  const back = refunded + order.lost_minor;
  const returned = order.state === 'refunded' && back === 0 ? order.total_minor : back;
  return {
    order_id: order.id,
    order_no: order.order_no,
    paid_at: order.paid_at?.getTime() ?? null,
    paid_with: order.payment === null ? null : describe(order.payment),
    refunded: returned === 0 ? null : fromMinor(returned, order.currency),
    tax: taxOf(order, project, lang, order.total_minor - returned),
    seller: {
      name: project.seller?.name ?? textIn(project.name, lang, project.lang_default),
      address: project.seller?.address ?? null,
    },
    history: historyOf(order, events, refunds, describe),
  };
}

/** The tax stored with the payment. For payments of older releases it is computed by the catalogue's rate, and marked. */
function taxOf(
  order: ProofOfOrder,
  project: Project,
  lang: string,
  remainingMinor: number,
): Receipt['tax'] {
  if (order.paid_at === null) return null;
  const { currency, total_minor: total, tax_thousandths: thousandths, tax_minor: kept } = order;
  const nameIn = (name: Texts) => textIn(name, lang, project.lang_default);
  if (thousandths === null) {
    const rate = taxRateOf(project.tax, order.country, order.paid_at);
    if (rate === null) return null;
    const amount = fromMinor(taxIncluded(remainingMinor, rate.percent), currency);
    return { name: nameIn(rate.name), percent: rate.percent, amount, by_current_rate: true };
  }
  if (order.tax_name === null) return null;
  const percent = thousandths / 1_000;
  const isWhole = remainingMinor === total && kept !== null;
  const minor = isWhole ? kept : taxIncluded(remainingMinor, percent);
  return { name: nameIn(order.tax_name), percent, amount: fromMinor(minor, currency) };
}

/** The method and the numbers that a player shows to a bank. */
function paidWith(
  payment: Payment,
  project: Project,
  lang: string,
): NonNullable<Receipt['paid_with']> {
  const channel = project.channels.find(({ pay_id }) => pay_id === payment.pay_id);
  const last4 = payment.card_masked?.slice(-4) ?? '';
  return {
    pay_id: payment.pay_id,
    name: channel ? textIn(channel.data.name, lang, project.lang_default) : payment.pay_id,
    card: /^\d{4}$/.test(last4) ? { brand: payment.card_brand ?? '', last4 } : null,
    reference: payment.reference,
    number: payment.attempt_id,
  };
}
