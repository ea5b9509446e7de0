import { merchantIn } from '../payments/event-key.ts';
import * as v from 'valibot';
import { NOT_SYNCED, statement } from '../../platform/db/statement.ts';

const messageParams = {
  provider: 'text',
  eventKey: 'text',
  eventType: 'text',
  paymentNumber: 'text?',
  body: 'bytea',
  receivedAt: 'timestamptz',
  nextAttemptAt: 'timestamptz',
} as const;
const keepCardFace = `update payment_attempts set card_brand = :cardBrand, card_masked = :cardMasked
      where id = :attemptId and state = 'SUCCEEDED' and card_masked is null and :cardMasked::text is not null`;
const cardParams = { attemptId: 'text', cardBrand: 'text?', cardMasked: 'text?' } as const;

/**
 * Stores a message once; again when the first went to quarantine. One about a payment that succeeded here with the same sum and
 * numbers changes no state: it is stored as applied, with the card face of the receipt. A worker decides about any other.
 */
export const storeMessage = statement({
  name: 'inbox.store_message',
  text: `with known as (
      select a.id from payment_attempts a
      where a.id = :attemptId and a.state = 'SUCCEEDED' and a.provider = :provider and a.merchant is not distinct from :merchant
        and a.amount_minor = :amountMinor and a.currency = :currency and a.capture_ref = :captureRef
        and a.gateway_ref = :gatewayRef
    ), stored as (
      insert into gateway_inbox (provider, event_key, event_type, payment_number, body, received_at, next_attempt_at, applied_at, outcome)
      select :provider, :eventKey, :eventType, :paymentNumber, :body, :receivedAt, :nextAttemptAt,
        case when k.id is not null then :receivedAt::timestamptz end, case when k.id is not null then 'none' end
      from (values (1)) as message (one) left join known k on true
      on conflict on constraint one_row_per_gateway_event do update
        set body = excluded.body, received_at = excluded.received_at, next_attempt_at = excluded.next_attempt_at,
          applied_at = null, outcome = null, attempts = 0
        where gateway_inbox.outcome = 'quarantine'
      returning id, applied_at is not null as is_applied
    ), card as (
      ${keepCardFace} and exists (select from stored where is_applied)
    )
    select id, is_applied from stored`,
  params: {
    ...messageParams,
    merchant: 'text?',
    attemptId: 'text?',
    amountMinor: 'int8?',
    currency: 'text?',
    gatewayRef: 'text?',
    captureRef: 'text?',
    cardBrand: 'text?',
    cardMasked: 'text?',
  },
  row: v.object({ id: v.number(), is_applied: v.boolean() }),
});

/** The values of a message that tells no payment. */
export const NO_PAYMENT = {
  attemptId: null,
  amountMinor: null,
  currency: null,
  gatewayRef: null,
  captureRef: null,
  cardBrand: null,
  cardMasked: null,
} as const;

/**
 * Leases one inbox row for 15 s; null when it is applied or leased. The commit is not waited for: a lost lease lets another
 * worker apply the message, which changes nothing twice.
 */
export const takeInbox = statement({
  name: 'inbox.take',
  text: `update gateway_inbox set attempts = attempts + 1, next_attempt_at = :realNow::timestamptz + interval '15 seconds'
    where id = :inboxId and applied_at is null and (attempts = 0 or next_attempt_at <= :realNow) and ${NOT_SYNCED}
    returning id, provider, ${merchantIn('event_key')} as merchant, event_key, event_type, body, attempts, received_at,
      (select a.state from payment_attempts a where a.id = payment_number) as attempt_state`,
  params: { inboxId: 'int8', realNow: 'timestamptz' },
  row: v.object({
    id: v.number(),
    provider: v.picklist(['payermax', 'paypal']),
    /** The merchant whose keys verified it; null: the default one. */
    merchant: v.nullable(v.string()),
    event_key: v.string(),
    event_type: v.string(),
    body: v.custom<Buffer>((value) => Buffer.isBuffer(value)),
    attempts: v.number(),
    received_at: v.date(),
    /** The payment that the message names, read without a lock. */
    attempt_state: v.nullable(v.string()),
  }),
});

/** Settles a message that changes no state, with the card face of the receipt. */
export const settleRepeat = statement({
  name: 'inbox.settle_repeat',
  text: `with card as (
      ${keepCardFace}
    )
    update gateway_inbox set applied_at = :now, outcome = 'none' where id = :inboxId and applied_at is null`,
  params: { ...cardParams, inboxId: 'int8', now: 'timestamptz' },
});

export const settleInbox = statement({
  name: 'inbox.settle',
  text: `update gateway_inbox set applied_at = :now, outcome = :outcome where id = :inboxId and applied_at is null`,
  params: { inboxId: 'int8', now: 'timestamptz', outcome: 'text' },
});

/** Moves the next question about a message ahead. */
export const postponeInbox = statement({
  name: 'inbox.postpone',
  text: `update gateway_inbox set next_attempt_at = :nextAttemptAt where id = :inboxId and applied_at is null`,
  params: { inboxId: 'int8', nextAttemptAt: 'timestamptz' },
});

/** Settles a notice about a saved card without its body, which names the gateway's token. */
export const settleCardNews = statement({
  name: 'inbox.settle_card_news',
  text: `update gateway_inbox set applied_at = :now, outcome = 'saved_card', body = '' where id = :inboxId and applied_at is null`,
  params: { inboxId: 'int8', now: 'timestamptz' },
});

export const dueInbox = statement({
  name: 'inbox.due',
  text: `select id from gateway_inbox where applied_at is null and next_attempt_at <= :realNow and provider = :provider
    order by next_attempt_at limit :limit`,
  params: { realNow: 'timestamptz', limit: 'int8', provider: 'text' },
  row: v.object({ id: v.number() }),
});
