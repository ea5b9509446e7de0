import * as v from 'valibot';
import { DISPUTE_STATES } from '@webpay/contract/money-back';
import { statement } from '../../platform/db/statement.ts';

const KINDS = ['chargeback', 'dispute', 'fraud', 'complaint', 'reversal'] as const;

const KEY = { provider: 'text', disputeId: 'text', attemptId: 'text' } as const;
const TOLD = { stage: 'text', outcome: 'text?', reasonCode: 'text?', answerBy: 'text?' } as const;

/** Locks the dispute row. A new one is inserted once under the order's lock. */
export const disputeOfPayment = statement({
  name: 'disputes.of_payment',
  text: `select state, claimed_minor from disputes
    where provider = :provider and dispute_id = :disputeId and attempt_id = :attemptId for update`,
  params: KEY,
  row: v.object({ state: v.picklist(DISPUTE_STATES), claimed_minor: v.number() }),
});

/** Whether a dispute of this number names a payment outside the list. */
export const isDisputeOfOthers = statement({
  name: 'disputes.is_of_others',
  text: `select exists (
      select from disputes where provider = :provider and dispute_id = :disputeId and attempt_id <> all (:attemptIds)) as is_so`,
  params: { provider: 'text', disputeId: 'text', attemptIds: 'text[]' },
  row: v.object({ is_so: v.boolean() }),
});

export const capturedPayment = statement({
  name: 'disputes.captured_payment',
  text: `select coalesce((select f.merchant_number from found_money f where f.attempt_id = a.id), a.id) as merchant_number,
      capture_ref, captured_minor, currency, reserved_minor + refunded_minor > 0 as has_part_back
    from payment_attempts a where id = :attemptId and state = 'SUCCEEDED'`,
  params: { attemptId: 'text' },
  row: v.object({
    /** The payment's number at the gateway. */
    merchant_number: v.string(),
    capture_ref: v.nullable(v.string()),
    captured_minor: v.nullable(v.number()),
    currency: v.string(),
    has_part_back: v.nullable(v.boolean()),
  }),
});

export const disputesOfAttempt = statement({
  name: 'disputes.of_attempt',
  text: `select dispute_id, kind, lost_minor from disputes where attempt_id = :attemptId order by opened_at, dispute_id`,
  params: { attemptId: 'text' },
  row: v.object({ dispute_id: v.string(), kind: v.picklist(KINDS), lost_minor: v.number() }),
});

export const openDispute = statement({
  name: 'disputes.open',
  text: `with made as (
      insert into disputes (provider, dispute_id, order_id, attempt_id, kind, state, stage, outcome, reason_code, answer_by,
        currency, claimed_minor, fee_minor, opened_at, updated_at)
      values (:provider, :disputeId, :orderId, :attemptId, :kind, 'open', :stage, :outcome, :reasonCode, :answerBy, :currency, :claimedMinor, :feeMinor, :openedAt, :openedAt)
    )
    insert into order_events (order_id, attempt_id, at, source, event, to_state, detail)
    values (:orderId, :attemptId, :openedAt, 'webhook', 'case_opened', 'open',
      jsonb_build_object('case', :disputeId::text, 'kind', :kind::text, 'claimed_minor', :claimedMinor::int8, 'reason', :reasonCode::text))`,
  params: {
    ...KEY,
    ...TOLD,
    orderId: 'text',
    kind: 'text',
    currency: 'text',
    claimedMinor: 'int8',
    feeMinor: 'int8',
    openedAt: 'timestamptz',
  },
});

/** Stores the gateway's newer fields of an open dispute. */
export const noteDispute = statement({
  name: 'disputes.note',
  text: `update disputes set stage = :stage, outcome = :outcome, reason_code = coalesce(:reasonCode, reason_code),
      answer_by = coalesce(:answerBy, answer_by), updated_at = :updatedAt
    where provider = :provider and dispute_id = :disputeId and attempt_id = :attemptId`,
  params: { ...KEY, ...TOLD, updatedAt: 'timestamptz' },
});

export const endDispute = statement({
  name: 'disputes.end',
  text: `with ended as (
      update disputes set state = :toState, stage = :stage, outcome = :outcome, lost_minor = :lostMinor, fee_minor = greatest(fee_minor, :feeMinor),
        updated_at = :now, ended_at = :now
      where provider = :provider and dispute_id = :disputeId and attempt_id = :attemptId
      returning order_id, attempt_id, dispute_id
    )
    insert into order_events (order_id, attempt_id, at, source, event, from_state, to_state, detail)
    select order_id, attempt_id, :now, 'webhook', 'case_' || :toState, 'open', :toState,
      jsonb_build_object('case', dispute_id, 'lost_minor', :lostMinor::int8, 'outcome', :outcome::text)
    from ended`,
  params: {
    ...KEY,
    toState: 'text',
    stage: 'text',
    outcome: 'text?',
    lostMinor: 'int8',
    feeMinor: 'int8',
    now: 'timestamptz',
  },
});

export const hasOpenDispute = statement({
  name: 'disputes.has_open',
  text: `select exists (select from disputes where order_id = :orderId and state = 'open') as is_so`,
  params: { orderId: 'text' },
  row: v.object({ is_so: v.boolean() }),
});

/** Refunds that wait here, newest first. `was_sent`: its gateway did not know a request of it. */
export const reservedRefunds = statement({
  name: 'disputes.reserved_refunds',
  text: `select id, amount_minor, requested_at is not null as was_sent from refunds
    where attempt_id = :attemptId and state = 'RESERVED' order by created_at desc, id desc`,
  params: { attemptId: 'text' },
  row: v.object({ id: v.string(), amount_minor: v.number(), was_sent: v.boolean() }),
});

/** Whether a submitted refund is unresolved. */
export const hasRefundUnderWay = statement({
  name: 'disputes.refund_under_way',
  text: `select exists (
      select from refunds where attempt_id = :attemptId and state in ('SUBMITTING', 'PENDING', 'UNKNOWN')) as is_so`,
  params: { attemptId: 'text' },
  row: v.object({ is_so: v.boolean() }),
});
