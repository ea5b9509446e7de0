import { paidOutcome, submittedOutcome } from '../declines/queries.ts';
import { leasedMail, linesOf } from '../mail/queries.ts';
import { statement, type ValuesFor } from '../../platform/db/statement.ts';

/** Gateway numbers are only ever filled in. The order's mark of a try is written here, so that its trigger finds it. */
const attemptAndOrder = `attempt as (
      update payment_attempts set
        state = :toState, failure = :failure,
        gateway_ref = coalesce(gateway_ref, :gatewayRef), capture_ref = coalesce(capture_ref, :captureRef),
        captured_minor = :capturedMinor, card_brand = coalesce(:cardBrand, card_brand), card_masked = coalesce(:cardMasked, card_masked),
        approve_url = coalesce(:approveUrl, approve_url), action_url = coalesce(:actionUrl, action_url), pay_code = coalesce(:payCode, pay_code),
        capture_attempts = :captureAttempts, submitted_at = :submittedAt, requested_at = :requestedAt, next_query_at = :nextQueryAt,
        queries = :queries, not_found_count = :notFoundCount, unresolved_since = :unresolvedSince, updated_at = :now
      where id = :attemptId
    ), purchase as (
      update orders set state = :orderState, reason = :orderReason, paid_at = coalesce(paid_at, :paidAt), expires_at = coalesce(:expiresAt, expires_at),
        remind_at = case when :orderState = 'waiting' then coalesce(:remindAt, remind_at) end,
        is_tried = case when :submittedAt::timestamptz is not null or :toState = 'SUCCEEDED' then true else is_tried end
      where id = :orderId
      returning paid_at
    )`;
const history = `insert into order_events (order_id, attempt_id, at, source, event, from_state, to_state, detail)
    values (:orderId, :attemptId, :now, :source, :event, :fromState, :toState, :detail)`;
const params = {
  attemptId: 'text',
  orderId: 'text',
  toState: 'text',
  failure: 'text?',
  gatewayRef: 'text?',
  captureRef: 'text?',
  capturedMinor: 'int8?',
  cardBrand: 'text?',
  cardMasked: 'text?',
  approveUrl: 'text?',
  actionUrl: 'text?',
  payCode: 'text?',
  expiresAt: 'timestamptz?',
  remindAt: 'timestamptz?',
  captureAttempts: 'int4',
  submittedAt: 'timestamptz?',
  requestedAt: 'timestamptz?',
  nextQueryAt: 'timestamptz?',
  queries: 'int4',
  notFoundCount: 'int4',
  unresolvedSince: 'timestamptz?',
  now: 'timestamptz',
  orderState: 'text',
  orderReason: 'text?',
  paidAt: 'timestamptz?',
  source: 'text',
  event: 'text',
  fromState: 'text',
  detail: 'jsonb',
} as const;

/** Writes one transition of an attempt and its order with its event, under the locks of `lockAttempt`. */
export const transitionAttempt = statement({
  name: 'payments.write_transition',
  text: `with ${attemptAndOrder}
    ${history}`,
  params,
});
export type TransitionValues = ValuesFor<typeof transitionAttempt>;

/** The same of an attempt that goes to its gateway, which counts it as under way. */
export const transitionSubmitted = statement({
  name: 'payments.write_submission',
  text: `with ${attemptAndOrder}, outcome as (
      ${submittedOutcome}
    )
    ${history}`,
  params: { ...params, project: 'text', playerId: 'int8', network: 'bytea', block: 'bytea' },
});

/**
 * The same of an attempt whose money buys the order: uses up its doubles, queues its delivery, counts the payment.
 * With `leaseUntil` the mail is the caller's to send until then; the row is that mail, or none when goods were queued before.
 */
export const transitionPaid = statement({
  name: 'payments.write_payment_with_mail',
  text: `with ${attemptAndOrder}, doubles as (
      insert into first_purchases (player_id, project, product_id, order_id, at)
      select :playerId, :project, i.product_id, i.order_id, :now
      from order_items i where i.order_id = :orderId and i.sold ? 'doubled'
      on conflict (player_id, product_id) do nothing
    ), delivery as (
      insert into deliveries (id, order_id, state, at, created_at)
      values (:deliveryId, :orderId, 'queued', :now, :now)
      on conflict on constraint one_delivery_per_order do nothing
      returning id
    ), mail as (
      insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at, lease_until, attempts)
      select id, 'purchase', :orderId, :project, :serverId, :mailAt, :giveUpAt, :now, :leaseUntil,
        case when :leaseUntil::timestamptz is null then 0 else 1 end from delivery
      returning id, give_up_at, lease_until
    ), outcome as (
      ${paidOutcome}
    ), history as (
      ${history}
    )
    select m.id, m.give_up_at, p.paid_at, ${linesOf(':orderId')} as lines
    from mail m cross join purchase p where m.lease_until is not null`,
  params: {
    ...params,
    project: 'text',
    playerId: 'int8',
    deliveryId: 'text',
    serverId: 'text',
    mailAt: 'timestamptz',
    giveUpAt: 'timestamptz',
    leaseUntil: 'timestamptz?',
  },
  row: leasedMail,
});
