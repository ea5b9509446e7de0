import { DISPUTE_STATES } from '@webpay/contract/money-back';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { IS_LIVING } from '../players/sql.ts';

const KINDS = ['chargeback', 'dispute', 'fraud', 'complaint', 'reversal'] as const;

/** Under the order's lock, so that a case that is not there yet is made once. */
export const disputeOfPayment = statement({
  name: 'cases.of_payment',
  text: `select state, claimed_minor from cases
    where provider = $1 and case_id = $2 and attempt_id = $3 for update`,
  params: ['text', 'text', 'text'],
  row: v.object({
    state: v.picklist(DISPUTE_STATES),
    claimed_minor: v.number(),
  }),
});

/** Whether a case of this number is about a payment that is none of these. */
export const isDisputeOfOthers = statement({
  name: 'cases.is_of_others',
  text: `select exists (
      select from cases where provider = $1 and case_id = $2 and attempt_id <> all ($3)) as is_so`,
  params: ['text', 'text', 'text[]'],
  row: v.object({ is_so: v.boolean() }),
});

/** A payment as its gateway is asked about it. */
export const capturedPayment = statement({
  name: 'cases.captured_payment',
  text: `select capture_ref, captured_minor, currency, reserved_minor + refunded_minor > 0 as has_part_back
    from payment_attempts where id = $1 and state = 'SUCCEEDED'`,
  params: ['text'],
  row: v.object({
    capture_ref: v.nullable(v.string()),
    captured_minor: v.nullable(v.number()),
    currency: v.string(),
    has_part_back: v.nullable(v.boolean()),
  }),
});

export const disputesOfAttempt = statement({
  name: 'cases.of_attempt',
  text: `select case_id, kind, state, lost_minor from cases where attempt_id = $1 order by opened_at, case_id`,
  params: ['text'],
  row: v.object({
    case_id: v.string(),
    kind: v.picklist(KINDS),
    state: v.picklist(DISPUTE_STATES),
    lost_minor: v.number(),
  }),
});

export const openDispute = statement({
  name: 'cases.open',
  text: `with made as (
      insert into cases (provider, case_id, order_id, attempt_id, kind, state, stage, outcome, reason_code, answer_by,
        currency, claimed_minor, fee_minor, opened_at, updated_at)
      values ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9, $10, $11, $12, $13, $13)
    )
    insert into order_events (order_id, attempt_id, at, source, event, to_state, detail)
    values ($3, $4, $13, 'webhook', 'case_opened', 'open',
      jsonb_build_object('case', $2::text, 'kind', $5::text, 'claimed_minor', $11::int8, 'reason', $8::text))`,
  params: [
    'text',
    'text',
    'text',
    'text',
    'text',
    'text',
    'text?',
    'text?',
    'text?',
    'text',
    'int8',
    'int8',
    'timestamptz',
  ],
});

/** What the gateway says newly of an open case; nothing but its own words. */
export const noteDispute = statement({
  name: 'cases.note',
  text: `update cases set stage = $3, outcome = $4, reason_code = coalesce($5, reason_code),
      answer_by = coalesce($6, answer_by), updated_at = $7
    where provider = $1 and case_id = $2 and attempt_id = $8`,
  params: ['text', 'text', 'text', 'text?', 'text?', 'text?', 'timestamptz', 'text'],
});

export const endDispute = statement({
  name: 'cases.end',
  text: `with ended as (
      update cases set state = $3, stage = $4, outcome = $5, lost_minor = $6, fee_minor = greatest(fee_minor, $7),
        updated_at = $8, ended_at = $8
      where provider = $1 and case_id = $2 and attempt_id = $9
      returning order_id, attempt_id, case_id
    )
    insert into order_events (order_id, attempt_id, at, source, event, from_state, to_state, detail)
    select order_id, attempt_id, $8, 'webhook', 'case_' || $3, 'open', $3,
      jsonb_build_object('case', case_id, 'lost_minor', $6::int8, 'outcome', $5::text)
    from ended`,
  params: ['text', 'text', 'text', 'text', 'text?', 'int8', 'int8', 'timestamptz', 'text'],
});

export const hasOpenDispute = statement({
  name: 'cases.has_open',
  text: `select exists (select from cases where order_id = $1 and state = 'open') as is_so`,
  params: ['text'],
  row: v.object({ is_so: v.boolean() }),
});

/** Flags the player of an order (V07), once a reason while it stands, and says so in the order's history. Whoever was forgotten orders nothing. */
export const flagPlayer = statement({
  name: 'cases.flag_player',
  text: `with flag as (
      insert into player_flags (player_id, order_id, why, at)
      select p.id, o.id, $2, $3 from orders o join players p on p.id = o.player_id
      where o.id = $1 and ${IS_LIVING}
      on conflict (order_id, why) where cleared_at is null do nothing
      returning player_id
    ), player as (
      update players p set flagged_at = coalesce(p.flagged_at, $3) from flag where p.id = flag.player_id
    )
    insert into order_events (order_id, at, source, event, detail)
    select $1, $3, 'webhook', 'player_flagged', jsonb_build_object('why', $2::text) from flag`,
  params: ['text', 'text', 'timestamptz'],
});

/** Whether a refund was handed to its gateway, and nobody knows yet how it ended. */
export const hasRefundUnderWay = statement({
  name: 'cases.refund_under_way',
  text: `select exists (
      select from refunds where attempt_id = $1 and state in ('SUBMITTING', 'PENDING', 'UNKNOWN')) as is_so`,
  params: ['text'],
  row: v.object({ is_so: v.boolean() }),
});
