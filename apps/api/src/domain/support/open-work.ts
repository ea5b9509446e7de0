import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { logOutsOfOrder } from '../access/queries.ts';
import { deliveryOfOrder } from '../mail/delivery-queries.ts';
import { parkedMails, parkedMailsOfOrder } from '../mail/doubt-queries.ts';
import { readOrderNumber } from '../orders/order-number.ts';
import { owedOfOrder, owedPayments } from '../refunds/owed-queries.ts';
import {
  disputesOfOrder,
  eventsOfOrder,
  failedRefunds,
  flaggedPlayers,
  openDisputes,
  orderById,
  paymentsOfOrder,
  refundsOfOrder,
  resultsOfOrder,
  unsettledMessages,
} from './operator-queries.ts';
import { openRequests, requestById, requestsOfOrder, resendsOfOrder } from './queries.ts';
import { refusedMails, refusedMailsOfOrder, refusedRewards } from './refused-mail-queries.ts';

/** Everything that waits for an operator's decision, at most 200 of each kind. */
export async function findOpenWork({ db }: Ctx) {
  return {
    requests: await db.many(openRequests),
    flagged: await db.many(flaggedPlayers),
    disputes: await db.many(openDisputes),
    failed: await db.many(failedRefunds),
    owed: await db.many(owedPayments),
    parked: await db.many(parkedMails),
    mails: await db.many(refusedMails),
    rewards: await db.many(refusedRewards),
    messages: await db.many(unsettledMessages),
  };
}

/** An order with its money, goods and history, by its id, its number or a request's id; null: there is none. */
export async function findOrderFile({ db }: Ctx, id: string) {
  const request = await db.maybe(requestById, { requestId: id });
  const named = { orderId: request?.order_id ?? id, orderNo: readOrderNumber(id) };
  const order = await db.maybe(orderById, named);
  if (order === null) return null;
  const orderId = order.id;
  return {
    orderId,
    order,
    requests: await db.many(requestsOfOrder, { orderId }),
    payments: await db.many(paymentsOfOrder, { orderId }),
    refunds: await db.many(refundsOfOrder, { orderId }),
    disputes: await db.many(disputesOfOrder, { orderId }),
    events: (await db.many(eventsOfOrder, { orderId })).flatMap(withFirstAttempt),
    delivery: await db.maybe(deliveryOfOrder, { orderId }),
    resends: await db.many(resendsOfOrder, { orderId }),
    owed: await db.many(owedOfOrder, { orderId }),
    parked: await db.many(parkedMailsOfOrder, { orderId }),
    mails: await db.many(refusedMailsOfOrder, { orderId }),
    messages: await db.many(resultsOfOrder, { orderId }),
    logOuts: await db.many(logOutsOfOrder, { orderId }),
  };
}

/** One event tells an order and the payment that is made with it. The oldest first. */
function withFirstAttempt(event: RowOf<typeof eventsOfOrder>) {
  if (event.event !== 'order_made' || event.attempt_id === null) return [event];
  return [event, { ...event, event: 'attempt_made', to_state: 'CREATED', detail: {} }];
}
