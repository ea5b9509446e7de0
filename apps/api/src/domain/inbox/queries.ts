import * as v from 'valibot';
import { NOT_SYNCED, statement, type ValuesFor } from '../../platform/db/statement.ts';

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

/** Stores a message with its job; a repeat only when the first went to quarantine. */
export const storeInbox = statement({
  name: 'inbox.store',
  text: `with stored as (
      insert into gateway_inbox (provider, event_key, event_type, payment_number, body, received_at, next_attempt_at)
      values (:provider, :eventKey, :eventType, :paymentNumber, :body, :receivedAt, :nextAttemptAt)
      on conflict on constraint one_row_per_gateway_event do update
        set body = excluded.body, received_at = excluded.received_at, next_attempt_at = excluded.next_attempt_at,
          applied_at = null, outcome = null, attempts = 0
        where gateway_inbox.outcome = 'quarantine'
      returning id
    )
    select id from stored`,
  params: messageParams,
  row: v.object({ id: v.number() }),
});
export type Message = ValuesFor<typeof storeInbox> & { readonly provider: 'payermax' | 'paypal' };

/** Stores a message that changes no state as applied, with the card face of the receipt; no row when it is known. */
export const storeRepeat = statement({
  name: 'inbox.store_repeat',
  text: `with card as (
      ${keepCardFace}
    )
    insert into gateway_inbox (provider, event_key, event_type, payment_number, body, received_at, next_attempt_at, applied_at, outcome)
    values (:provider, :eventKey, :eventType, :paymentNumber, :body, :receivedAt, :nextAttemptAt, :receivedAt, 'none')
    on conflict on constraint one_row_per_gateway_event do nothing
    returning id`,
  params: { ...messageParams, ...cardParams },
  row: v.object({ id: v.number() }),
});

/**
 * Leases one inbox row for 15 s; null when it is applied or leased. The commit is not waited for: a lost lease lets another
 * worker apply the message, which changes nothing twice.
 */
export const takeInbox = statement({
  name: 'inbox.take',
  text: `update gateway_inbox set attempts = attempts + 1, next_attempt_at = :realNow::timestamptz + interval '15 seconds'
    where id = :inboxId and applied_at is null and (attempts = 0 or next_attempt_at <= :realNow) and ${NOT_SYNCED}
    returning id, provider, event_key, event_type, body, attempts, received_at,
      (select a.state from payment_attempts a where a.id = payment_number) as attempt_state`,
  params: { inboxId: 'int8', realNow: 'timestamptz' },
  row: v.object({
    id: v.number(),
    provider: v.picklist(['payermax', 'paypal']),
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

export const dueInbox = statement({
  name: 'inbox.due',
  text: `select id from gateway_inbox where applied_at is null and next_attempt_at <= :realNow and provider = :provider
    order by next_attempt_at limit :limit`,
  params: { realNow: 'timestamptz', limit: 'int8', provider: 'text' },
  row: v.object({ id: v.number() }),
});
