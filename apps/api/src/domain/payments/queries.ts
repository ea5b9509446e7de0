import * as v from 'valibot';
import { ATTEMPT_STATES, ORDER_REASONS, ORDER_STATES } from '@webpay/contract/order-states';
import { payMethod } from '../projects/queries.ts';
import { ORDER_NO, recipient } from '../orders/columns.ts';
import { NOT_SYNCED, statement, type RowOf } from '../../platform/db/statement.ts';

export const attemptColumns = `a.id, a.order_id, ${ORDER_NO}, a.n, a.pay_id, a.provider, a.merchant, a.method, a.country, a.currency, a.amount_minor,
  a.state, a.gateway_ref, a.capture_ref, a.client_key, a.session_key, a.approve_url,
  a.action_url, a.pay_code, a.session_opened_at, a.capture_attempts, a.submitted_at, a.requested_at,
  a.queries, a.not_found_count, a.unresolved_since, a.offers_saving, a.created_at,
  o.project, o.player_id, o.source, o.state as order_state, o.reason as order_reason,
  o.currency as order_currency, o.total_minor as order_total_minor,
  o.expires_at, o.returns_to_payment, o.redirect_url, o.lang, o.recipient,
  exists (select from method_stops s where s.trial_attempt_id = a.id) as tries_method`;
const selectAttempt = `select ${attemptColumns} from payment_attempts a join orders o on o.id = a.order_id`;

export const attemptRow = v.object({
  id: v.string(),
  order_id: v.string(),
  order_no: v.string(),
  n: v.number(),
  pay_id: v.string(),
  provider: v.picklist(['payermax', 'paypal']),
  /** The project's merchant when it was made; null: the default one. It never changes. */
  merchant: v.nullable(v.string()),
  method: payMethod,
  country: v.string(),
  currency: v.string(),
  amount_minor: v.number(),
  state: v.picklist(ATTEMPT_STATES),
  gateway_ref: v.nullable(v.string()),
  capture_ref: v.nullable(v.string()),
  client_key: v.nullable(v.string()),
  session_key: v.nullable(v.string()),
  approve_url: v.nullable(v.string()),
  action_url: v.nullable(v.string()),
  /** The number that a voucher is paid with. */
  pay_code: v.nullable(v.string()),
  session_opened_at: v.nullable(v.date()),
  capture_attempts: v.number(),
  submitted_at: v.nullable(v.date()),
  requested_at: v.nullable(v.date()),
  queries: v.number(),
  not_found_count: v.number(),
  unresolved_since: v.nullable(v.date()),
  /** Its card form asks whether the card is kept. */
  offers_saving: v.boolean(),
  created_at: v.date(),
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
  /** Whether its method is off and this attempt was let through to try it. */
  tries_method: v.boolean(),
});

export const attemptById = statement({
  name: 'payments.attempt_by_id',
  text: `${selectAttempt} where a.id = :attemptId`,
  params: { attemptId: 'text' },
  row: attemptRow,
});

export const attemptByGatewayRef = statement({
  name: 'payments.attempt_by_gateway_ref',
  text: `${selectAttempt} where a.provider = :provider and a.gateway_ref = :gatewayRef`,
  params: { provider: 'text', gatewayRef: 'text?' },
  row: attemptRow,
});

export const lastAttemptOfOrder = statement({
  name: 'payments.last_attempt_of_order',
  text: `${selectAttempt} where a.order_id = :orderId order by a.n desc limit 1`,
  params: { orderId: 'text' },
  row: attemptRow,
});

/** Locks the order, then the attempt, as every result requires (payments.md §3.1). */
export const lockAttempt = statement({
  name: 'payments.lock_attempt',
  text: `select ${attemptColumns} from orders o join payment_attempts a on a.order_id = o.id
    where a.id = :attemptId for no key update of o, a`,
  params: { attemptId: 'text' },
  row: attemptRow,
});

export type AttemptRow = RowOf<typeof attemptById>;

/**
 * Locks the player of a cart's order, before the order: only one of two orders from one cart is submitted at a time, and
 * lines that leave or return do not conflict with calls of the cart, which change lines under this lock.
 */
export const lockPlayerOfCartOrder = statement({
  name: 'payments.lock_player_of_cart_order',
  text: `select p.id from payment_attempts a
    join orders o on o.id = a.order_id
    join players p on p.id = o.player_id
    where a.id = :attemptId and o.source = 'cart' for no key update of p`,
  params: { attemptId: 'text' },
  row: v.object({ id: v.number() }),
});

const selectAttemptOfPlayer = `select ${attemptColumns}, p.flagged_at from payment_attempts a
    join orders o on o.id = a.order_id
    join players p on p.id = o.player_id`;
const attemptOfPlayer = v.object({ ...attemptRow.entries, flagged_at: v.nullable(v.date()) });

/**
 * Locks the player, the order, then the attempt, in this order. The player first, so that concurrent submissions of a
 * character count each other. A locked row is read as its last writer left it.
 */
export const lockAttemptOfPlayer = statement({
  name: 'payments.lock_attempt_of_player',
  text: `${selectAttemptOfPlayer} where a.id = :attemptId for no key update of p, o, a`,
  params: { attemptId: 'text' },
  row: attemptOfPlayer,
});

/** The same of the attempt whose card form is open. */
export const lockAttemptOfSession = statement({
  name: 'payments.lock_attempt_of_session',
  text: `${selectAttemptOfPlayer} where a.session_key = :sessionKey for no key update of p, o, a`,
  params: { sessionKey: 'text' },
  row: attemptOfPlayer,
});

export const fundingDeclined = statement({
  name: 'payments.funding_declined',
  text: `select exists (
      select from order_events where order_id = :orderId and attempt_id = :attemptId
        and event = 'choose_other_funding' and detail @> '{"declined": true}') as declined`,
  params: { orderId: 'text', attemptId: 'text' },
  row: v.object({ declined: v.boolean() }),
});

export const scheduleQuery = statement({
  name: 'payments.schedule_query',
  text: `update payment_attempts set next_query_at = :nextQueryAt, queries = queries + 1,
      not_found_count = not_found_count + :notFoundIncrement, gateway_ref = coalesce(gateway_ref, :gatewayRef), updated_at = :updatedAt
    where id = :attemptId and state in ('SUBMITTING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN')`,
  params: {
    attemptId: 'text',
    nextQueryAt: 'timestamptz?',
    notFoundIncrement: 'int4',
    gatewayRef: 'text?',
    updatedAt: 'timestamptz',
  },
});

/** A result with the merchant whose account said it; the default one has no name. */
const saidBy = `(:result::jsonb || jsonb_strip_nulls(jsonb_build_object('merchant', :merchant::text)))`;

/** A repeat of a result that waits already is not kept twice: a query and messages may report the same money in any order. */
export const insertQuarantine = statement({
  name: 'payments.insert_quarantine',
  text: `insert into quarantine (provider, attempt_id, source, reason, result, at)
    select :provider, :attemptId, :source, :reason, ${saidBy}, :now
    where not exists (select from quarantine q where q.attempt_id = :attemptId
      and q.reason = :reason and q.result = ${saidBy} and q.settled_at is null)`,
  params: {
    provider: 'text',
    merchant: 'text?',
    attemptId: 'text?',
    source: 'text',
    reason: 'text',
    result: 'jsonb',
    now: 'timestamptz',
  },
});

/** Settles messages of one capture that wait for an operator, once their attempt takes its money. */
export const settleWaitingMessages = statement({
  name: 'payments.settle_waiting_messages',
  text: `update quarantine set settled_at = :now, settled_because = 'its payment has taken the money'
    where attempt_id = :attemptId and reason in ('cannot_be_asked_about', 'order_differs', 'player_flagged') and settled_at is null
      and result ->> 'captureRef' = :captureRef`,
  params: { attemptId: 'text', captureRef: 'text', now: 'timestamptz' },
});

export const insertAttempt = statement({
  name: 'payments.insert_attempt',
  text: `with tax as (
      select tax_thousandths, tax_minor, tax_name from orders
      where id = :orderId and currency = :currency and total_minor = :amountMinor
    ), made as (
      insert into payment_attempts
        (id, order_id, n, pay_id, provider, merchant, method, country, currency, amount_minor, unit_minors,
         tax_thousandths, tax_minor, tax_name, state, offers_saving, next_query_at, created_at, updated_at)
      values (:attemptId, :orderId, :n, :payId, :provider, :merchant, :method, :country, :currency, :amountMinor,
        (select array_agg(i.unit_minor order by i.line) from order_items i where i.order_id = :orderId),
        (select tax_thousandths from tax), (select tax_minor from tax), (select tax_name from tax),
        :state, :offersSaving, :nextQueryAt, :createdAt, :createdAt)
      returning *
    ), history as (
      insert into order_events (order_id, attempt_id, at, source, event, to_state)
      values (:orderId, :attemptId, :createdAt, 'player', 'attempt_made', :state)
    )
    select ${attemptColumns} from made a join orders o on o.id = a.order_id`,
  params: {
    attemptId: 'text',
    orderId: 'text',
    n: 'int4',
    payId: 'text',
    provider: 'text',
    merchant: 'text?',
    method: 'text',
    country: 'text',
    currency: 'text',
    amountMinor: 'int8',
    state: 'text',
    offersSaving: 'bool',
    nextQueryAt: 'timestamptz?',
    createdAt: 'timestamptz',
  },
  row: attemptRow,
});

/**
 * Stores a card session or its renewal; an answer that lost a race changes nothing. The commit is not waited for: without the
 * session no card is charged, and the next order/create opens another.
 */
export const storeSession = statement({
  name: 'payments.store_session',
  text: `update payment_attempts a set client_key = :clientKey, session_key = :sessionKey, session_opened_at = :sessionOpenedAt, offers_saving = :offersSaving,
      updated_at = :sessionOpenedAt
    from orders o
    where a.id = :attemptId and o.id = a.order_id and a.state = 'CREATED' and a.session_opened_at is not distinct from :previousOpenedAt
      and ${NOT_SYNCED}
    returning ${attemptColumns}`,
  params: {
    attemptId: 'text',
    clientKey: 'text',
    sessionKey: 'text',
    sessionOpenedAt: 'timestamptz',
    offersSaving: 'bool',
    previousOpenedAt: 'timestamptz?',
  },
  row: attemptRow,
});

/** Restores an order's prices of the attempt that paid it, after a repricing. */
export const priceAsPaid = statement({
  name: 'payments.price_as_paid',
  text: `with paid as (
      select a.order_id, a.country, a.currency, a.amount_minor, a.unit_minors,
        a.tax_thousandths, a.tax_minor, a.tax_name
      from payment_attempts a join orders o on o.id = a.order_id
      where a.id = :attemptId and a.unit_minors is not null
        and (a.country, a.currency, a.amount_minor) is distinct from (o.country, o.currency, o.total_minor)
    ), purchase as (
      update orders o set country = p.country, currency = p.currency, total_minor = p.amount_minor,
        tax_thousandths = p.tax_thousandths, tax_minor = p.tax_minor, tax_name = p.tax_name
      from paid p where o.id = p.order_id
    ), items as (
      update order_items i set unit_minor = p.unit_minors[i.line] from paid p where i.order_id = p.order_id
    )
    insert into order_events (order_id, attempt_id, at, source, event, detail)
    select p.order_id, :attemptId, :now, :source, 'priced_as_paid',
      jsonb_build_object('total_minor', p.amount_minor, 'currency', p.currency, 'country', p.country)
    from paid p`,
  params: { attemptId: 'text', now: 'timestamptz', source: 'text' },
});

/** The card face of the receipt; a stored one stays. */
export const storeCardFace = statement({
  name: 'payments.keep_card_face',
  text: `update payment_attempts set card_brand = :cardBrand, card_masked = :cardMasked where id = :attemptId and card_masked is null`,
  params: { attemptId: 'text', cardBrand: 'text', cardMasked: 'text' },
});
