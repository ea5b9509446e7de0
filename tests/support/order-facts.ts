import type { OrderStates } from '../../apps/api/src/domain/console/order-cause.ts';
import {
  mainMail,
  mainPayment,
  type Dispute,
  type Mail,
  type OrderFacts,
  type Payment,
  type Refund,
} from '../../apps/api/src/domain/console/order-facts.ts';

/** Facts of orders for tests of the console's words: an order of 4.99 USD at noon, in any state. */

export const NOON = Date.UTC(2026, 10, 23, 12);
const MINUTE = 60_000;
const ORDER_ID = 'a1b2c3d4e5f6g7h8i9j0';

export function paymentOf(changes: Partial<Payment> = {}): Payment {
  const state = changes.state ?? 'SUCCEEDED';
  return {
    id: `A${ORDER_ID}_1`,
    provider: 'payermax',
    method: 'Visa ••1111',
    hasCode: false,
    state,
    currency: 'USD',
    amount: 499,
    captured: state === 'SUCCEEDED' ? 499 : 0,
    reserved: 0,
    refunded: 0,
    lost: 0,
    isOverpayment: false,
    createdAt: NOON - 10 * MINUTE,
    submittedAt: state === 'CREATED' ? null : NOON - 9 * MINUTE,
    unresolvedSince: null,
    queries: 0,
    nextQueryAt: null,
    lateQueryAt: null,
    payableUntil: null,
    gatewayRef: 'T20261123',
    captureRef: null,
    ...changes,
  };
}

export function mailOf(changes: Partial<Mail> = {}): Mail {
  const state = changes.state ?? 'delivered';
  const isWaiting = state === 'queued' || state === 'retrying';
  return {
    id: 'd0000000000000000001',
    kind: 'purchase',
    state,
    reason: null,
    name: 'NovaStar',
    server: 'Dawnharbor',
    attempts: state === 'queued' ? 0 : 1,
    nextAt: isWaiting ? NOON + MINUTE : null,
    giveUpAt: isWaiting ? NOON + 7 * 24 * 60 * MINUTE : null,
    heldSince: null,
    parkedAt: null,
    isMaybeGiven: false,
    why: null,
    mailId: state === 'delivered' ? 'm-5e07c2' : null,
    createdAt: NOON - 8 * MINUTE,
    at: NOON - 8 * MINUTE + 1_100,
    isToDecide: false,
    requestId: null,
    ...changes,
  };
}

export function refundOf(changes: Partial<Refund> = {}): Refund {
  return {
    id: `R${ORDER_ID}_1`,
    attemptId: `A${ORDER_ID}_1`,
    provider: 'payermax',
    isOverpayment: false,
    state: 'PENDING',
    amount: 499,
    currency: 'USD',
    reason: 'operator',
    failure: null,
    gatewayRef: null,
    bankNumber: null,
    nextAt: NOON + MINUTE,
    sentAt: NOON - 2 * MINUTE,
    createdAt: NOON - 3 * MINUTE,
    at: NOON - MINUTE,
    retryAt: null,
    isRefused: changes.state === 'FAILED',
    ...changes,
  };
}

export function disputeOf(changes: Partial<Dispute> = {}): Dispute {
  const state = changes.state ?? 'open';
  return {
    id: 'PP-R-KVX-10442987',
    provider: 'paypal',
    attemptId: `A${ORDER_ID}_1`,
    kind: 'dispute',
    state,
    stage: 'WAITING_FOR_SELLER_RESPONSE',
    reasonCode: 'ITEM_NOT_RECEIVED',
    outcome: null,
    currency: 'USD',
    claimed: 499,
    lost: state === 'lost' ? 499 : 0,
    openedAt: NOON - 5 * MINUTE,
    endedAt: state === 'open' ? null : NOON - MINUTE,
    answerBy: '2026-12-01T00:00:00.000Z',
    ...changes,
  };
}

type Given = Omit<Partial<OrderFacts>, 'states' | 'order'> & {
  readonly state: OrderStates['state'];
  readonly reason?: OrderStates['reason'];
  readonly order?: Partial<OrderFacts['order']>;
};

/** Facts whose sums and flags follow from the rows, as the database's triggers keep them. */
export function factsOf({ state, reason = null, order, ...rows }: Given): OrderFacts {
  const refunds = rows.refunds ?? [];
  const lostOf = (id: string) =>
    (rows.disputes ?? []).reduce((sum, each) => sum + (each.attemptId === id ? each.lost : 0), 0);
  const sumOf = (id: string, wanted: (refund: Refund) => boolean) =>
    refunds.reduce(
      (sum, each) => sum + (each.attemptId === id && wanted(each) ? each.amount : 0),
      0,
    );
  const payments = (rows.payments ?? []).map((each) => ({
    ...each,
    reserved: sumOf(each.id, (refund) => refund.state !== 'SUCCEEDED' && refund.state !== 'FAILED'),
    refunded: sumOf(each.id, (refund) => refund.state === 'SUCCEEDED'),
    lost: lostOf(each.id),
  }));
  const facts = {
    now: NOON,
    mails: [],
    disputes: [],
    quarantined: [],
    owed: [],
    requests: [],
    ...rows,
    payments,
    refunds,
    order: {
      id: ORDER_ID,
      project: 'miniflix',
      total: 499,
      currency: 'USD',
      createdAt: NOON - 11 * MINUTE,
      expiresAt: NOON + 19 * MINUTE,
      paidAt: payments.some((each) => each.captured > 0) ? NOON - 8 * MINUTE : null,
      name: 'NovaStar',
      server: 'Dawnharbor',
      serverId: '112',
      cid: '204518763',
      playerId: '7',
      flaggedSince: null,
      ...order,
    },
  };
  return { ...facts, states: statesOf(facts, state, reason) };
}

function statesOf(
  facts: Omit<OrderFacts, 'states'>,
  state: OrderStates['state'],
  reason: OrderStates['reason'],
): OrderStates {
  const main = mainPayment(facts);
  const mail = mainMail(facts);
  const over = facts.payments.filter(({ isOverpayment }) => isOverpayment);
  const goods = main === null || main.isOverpayment ? null : main;
  return {
    state,
    reason,
    attempt: facts.payments.at(-1)?.state ?? null,
    mail:
      mail === null
        ? null
        : {
            state: mail.state,
            reason: mail.reason,
            isHeld: mail.heldSince !== null,
            isParked: mail.parkedAt !== null,
          },
    currency: facts.order.currency,
    captured: goods?.captured ?? 0,
    reserved: goods?.reserved ?? 0,
    refunded: goods?.refunded ?? 0,
    lost: goods?.lost ?? 0,
    isRefundRefused: facts.refunds.some((each) => each.isRefused && !each.isOverpayment),
    hasOverpayment: over.some((each) => each.captured > each.refunded + each.lost),
    hadOverpayment: over.some((each) => each.captured > 0),
    disputes: facts.disputes.map((each) => each.state),
    quarantined: facts.quarantined.length,
  };
}
