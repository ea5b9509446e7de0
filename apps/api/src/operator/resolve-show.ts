import type { Ctx } from '../context.ts';
import { logOutsOfOrder } from '../domain/access/queries.ts';
import { deliveryOfOrder } from '../domain/deliveries/sql.ts';
import { owedPayments } from '../domain/refunds/queries.ts';
import {
  disputesOfOrder,
  eventsOfOrder,
  orderById,
  paymentsOfOrder,
  refundsOfOrder,
  resultsOfOrder,
} from '../domain/support/operator-queries.ts';
import {
  resendsOfOrder,
  refusedMails,
  requestById,
  requestsOfOrder,
} from '../domain/support/queries.ts';
import { StartError } from '../platform/start-error.ts';
import {
  afterRefusal,
  afterResult,
  at,
  detailOf,
  inOneLine,
  sum,
  told,
  wayBack,
  who,
} from './resolve-words.ts';

/** What `npm run resolve -- show` prints: all that is known of an order, named by itself or by a request about it. */
export async function showOrder(ctx: Ctx, id: string): Promise<string> {
  const request = await ctx.db.maybe(requestById, { requestId: id });
  const orderId = request?.order_id ?? id;
  const order = await ctx.db.maybe(orderById, { orderId });
  if (order === null) throw new StartError(`There is no request and no order ${id}.`);
  const [requests, payments, refunds, cases, events, delivery, again, owed, mails, words, logOuts] =
    await Promise.all([
      ctx.db.many(requestsOfOrder, { orderId }),
      ctx.db.many(paymentsOfOrder, { orderId }),
      ctx.db.many(refundsOfOrder, { orderId }),
      ctx.db.many(disputesOfOrder, { orderId }),
      ctx.db.many(eventsOfOrder, { orderId }),
      ctx.db.maybe(deliveryOfOrder, { orderId }),
      ctx.db.many(resendsOfOrder, { orderId }),
      ctx.db.many(owedPayments),
      ctx.db.many(refusedMails),
      ctx.db.many(resultsOfOrder, { orderId }),
      ctx.db.many(logOutsOfOrder, { orderId }),
    ]);
  return [
    ...(requests.length === 0 ? ['request   none'] : []),
    ...requests.flatMap((each) => [
      `request   ${each.id}  ${each.kind}  ${each.state}  filed ${at(each.created_at)} for ${each.year}`,
      ...each.text.split('\n').map((line) => `  > ${line}`),
      ...(each.because === null ? [] : [`answer    ${inOneLine(each.because)}`]),
    ]),
    `player    ${order.project} ${who(order.recipient)}${order.flagged_at === null ? '' : '  FLAGGED'}`,
    ...logOuts.map((each) => `log-out   ${at(each.at)}  because "${inOneLine(each.because)}"`),
    `order     ${orderId}  ${order.state}${inBrackets(order.reason)}  ${sum(order.total_minor, order.currency)}  opened ${at(order.created_at)}`,
    ...payments.map(
      (each) =>
        `payment   ${each.id}  ${each.pay_id} by ${each.provider}  ${each.state}  ${sum(each.amount_minor, each.currency)}  there ${each.capture_ref ?? each.gateway_ref ?? 'no number'}  captured ${sum(each.captured_minor ?? 0, each.currency)}, reserved ${sum(each.reserved_minor, each.currency)}, refunded ${sum(each.refunded_minor, each.currency)}, lost ${sum(each.lost_minor, each.currency)}`,
    ),
    ...owed
      .filter((each) => each.order_id === orderId)
      .map(
        (each) =>
          `owed      ${sum(each.owed_minor, each.currency)} of ${each.id}  ${each.why}  → ${wayBack(each)}`,
      ),
    `delivery  ${delivery === null ? 'none' : `${delivery.state}${inBrackets(delivery.reason)}${delivery.held_since === null ? '' : ', held by a case'}`}`,
    ...again.map((each) => `again     ${each.id}  ${each.state}  to ${who(each.recipient)}`),
    ...mails
      .filter((each) => each.order_id === orderId)
      .flatMap(afterRefusal)
      .map((command) => `  → ${command}`),
    ...refunds.flatMap((each) => [
      `refund    ${each.id}  of ${each.attempt_id}  ${each.state}  ${sum(each.amount_minor, each.currency)}  ${each.reason}${each.failure === null ? '' : `  ${inOneLine(each.failure)}`}${each.gateway_ref === null ? '' : `  there ${each.gateway_ref}`}${each.replaces === null ? '' : `  instead of ${each.replaces}`}`,
      ...(each.is_refused ? [`  → ${wayBack({ order_id: orderId, refused: each.id })}`] : []),
    ]),
    ...cases.map(
      (each) =>
        `case      ${each.provider} ${each.dispute_id}  ${each.kind}  ${each.state} (${each.stage})  claims ${sum(each.claimed_minor, each.currency)}, lost ${sum(each.lost_minor, each.currency)}${each.answer_by === null ? '' : `  answer by ${each.answer_by}`}`,
    ),
    ...words.flatMap((each) => [
      `word      ${each.id}  ${at(each.at)}  ${each.provider}  ${each.reason} (${each.source})  of ${each.attempt_id}  ${told(each.result)}`,
      ...afterResult(each).map((command) => `  → ${command}`),
    ]),
    'history',
    ...events.map(
      (each) =>
        `  ${at(each.at)}  ${each.source}  ${each.event}${each.to_state === null ? '' : `  → ${each.to_state}`}${detailOf(each.detail, refunds)}`,
    ),
  ].join('\n');
}

function inBrackets(reason: string | null): string {
  return reason === null ? '' : ` (${reason})`;
}
