import { ATTEMPT_STATES, ORDER_REASONS, ORDER_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { recipient } from '../orders/sql.ts';

const attemptColumns = `
  a.id, a.order_id, a.n, a.pay_id, a.provider, a.method, a.country, a.currency, a.amount_minor,
  a.state, a.failure, a.gateway_ref, a.capture_ref, a.client_key, a.session_key, a.approve_url,
  a.action_url, a.session_opened_at, a.capture_attempts, a.submitted_at, a.requested_at,
  a.next_query_at, a.queries, a.not_found_count, a.unresolved_since,
  o.project, o.player_id, o.source, o.state as order_state, o.reason as order_reason,
  o.currency as order_currency, o.total_minor as order_total_minor,
  o.expires_at, o.returns_to_payment, o.redirect_url, o.lang,
  o.recipient`;

const attemptRow = v.object({
  id: v.string(),
  order_id: v.string(),
  n: v.number(),
  pay_id: v.string(),
  provider: v.picklist(['payermax', 'paypal']),
  method: v.picklist(['card', 'wallet', 'apple_pay']),
  country: v.string(),
  currency: v.string(),
  amount_minor: v.number(),
  state: v.picklist(ATTEMPT_STATES),
  failure: v.nullable(v.picklist(['declined', 'insufficient_balance', 'cancelled', 'error'])),
  gateway_ref: v.nullable(v.string()),
  capture_ref: v.nullable(v.string()),
  client_key: v.nullable(v.string()),
  session_key: v.nullable(v.string()),
  approve_url: v.nullable(v.string()),
  action_url: v.nullable(v.string()),
  session_opened_at: v.nullable(v.date()),
  capture_attempts: v.number(),
  submitted_at: v.nullable(v.date()),
  requested_at: v.nullable(v.date()),
  next_query_at: v.nullable(v.date()),
  queries: v.number(),
  not_found_count: v.number(),
  unresolved_since: v.nullable(v.date()),
  project: v.string(),
  player_id: v.number(),
  source: v.picklist(['cart', 'direct', 'bargain', 'card', 'mall']),
  order_state: v.picklist(ORDER_STATES),
  order_reason: v.nullable(v.picklist(ORDER_REASONS)),
  order_currency: v.string(),
  order_total_minor: v.number(),
  expires_at: v.date(),
  returns_to_payment: v.boolean(),
  redirect_url: v.string(),
  lang: v.string(),
  recipient,
});

export const attemptById = statement({
  name: 'payments.attempt_by_id',
  text: `select ${attemptColumns} from payment_attempts a join orders o on o.id = a.order_id where a.id = :attemptId`,
  params: { attemptId: 'text' },
  row: attemptRow,
});

export const attemptBySession = statement({
  name: 'payments.attempt_by_session',
  text: `select ${attemptColumns} from payment_attempts a join orders o on o.id = a.order_id
    where a.session_key = :sessionKey`,
  params: { sessionKey: 'text' },
  row: attemptRow,
});

export const attemptByGatewayRef = statement({
  name: 'payments.attempt_by_gateway_ref',
  text: `select ${attemptColumns} from payment_attempts a join orders o on o.id = a.order_id
    where a.provider = :provider and a.gateway_ref = :gatewayRef`,
  params: { provider: 'text', gatewayRef: 'text' },
  row: attemptRow,
});

/** The order's newest attempt, whatever its state. */
export const lastAttemptOfOrder = statement({
  name: 'payments.last_attempt_of_order',
  text: `select ${attemptColumns} from payment_attempts a join orders o on o.id = a.order_id
    where a.order_id = :orderId order by a.n desc limit 1`,
  params: { orderId: 'text' },
  row: attemptRow,
});

/** Locks the order first, then the attempt: every word is applied under both (payments.md §3.1). */
export const lockAttempt = statement({
  name: 'payments.lock_attempt',
  text: `select ${attemptColumns} from orders o join payment_attempts a on a.order_id = o.id
    where a.id = :attemptId for update of o, a`,
  params: { attemptId: 'text' },
  row: attemptRow,
});

export type AttemptRow = RowOf<typeof attemptById>;

/** Of two orders made from one cart only one is submitted at a time: their player's row comes first. */
export const lockPlayerOfCartOrder = statement({
  name: 'payments.lock_player_of_cart_order',
  text: `select p.id from payment_attempts a
    join orders o on o.id = a.order_id
    join players p on p.id = o.player_id
    where a.id = :attemptId and o.source = 'cart' for no key update of p`,
  params: { attemptId: 'text' },
  row: v.object({ id: v.number() }),
});

/** Whether another payment bought the order's goods: not one that came too late for them and goes back. */
export const otherSuccess = statement({
  name: 'payments.other_success',
  text: `select exists (
      select from payment_attempts a where a.order_id = :orderId and a.id <> :attemptId and a.state = 'SUCCEEDED' and not exists (
        select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment')) as paid`,
  params: { orderId: 'text', attemptId: 'text' },
  row: v.object({ paid: v.boolean() }),
});

/** Whether a wallet ever refused the money of this attempt. */
export const fundingDeclined = statement({
  name: 'payments.funding_declined',
  text: `select exists (
      select from order_events where order_id = :orderId and attempt_id = :attemptId
        and event = 'choose_other_funding' and detail @> '{"declined": true}') as declined`,
  params: { orderId: 'text', attemptId: 'text' },
  row: v.object({ declined: v.boolean() }),
});
