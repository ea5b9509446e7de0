import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { soldItem } from '../orders/columns.ts';

/**
 * Conditions on a mail found by its id or order. `num_nonnulls` keeps the planner from the partial
 * indexes of waiting mails, which grow while a game is in maintenance.
 */
export const IS_WAITING = `num_nonnulls(ended_at) = 0`;
export const IS_SENDABLE = `num_nonnulls(ended_at, held_since) = 0`;
/** Order `o` waits for its player. */
export const ORDER_WAITS = `o.state = 'waiting' and o.reason is not distinct from 'action' and o.expires_at > :now`;

/** The same, and this process has the account that knows whether it was paid. */
export const PLAYER_IS_AWAITED = `${ORDER_WAITS} and exists (select from payment_attempts a where a.order_id = o.id and a.state = 'REQUIRES_ACTION'
          and a.provider || coalesce('/' || a.merchant, '') = any (:accounts::text[]))`;

export const MAIL_KINDS = ['purchase', 'resend', 'reward', 'reminder'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** The goods of an order for its mail. */
export const linesOf = (orderId: string) =>
  `(select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'count', i.count, 'sold', i.sold) order by i.line)
        from order_items i where i.order_id = ${orderId})`;
const lines = v.nullable(
  v.array(v.object({ product_id: v.string(), count: v.number(), sold: soldItem })),
);

/** A mail that the statement of its payment leased. */
export const leasedMail = v.object({
  id: v.string(),
  give_up_at: v.date(),
  paid_at: v.date(),
  lines,
});
export type LeasedMail = v.InferOutput<typeof leasedMail>;

/**
 * Leases one mail for 15 s (the game has 10 s); no row when it has ended, is not due, held or
 * leased, its order is no longer paid, or no longer waits for the payment that it reminds of. The mail's key makes a second sending harmless. A lease
 * that ran out had no answer: the mail may have been given.
 */
export const takeMail = statement({
  name: 'mail.take',
  text: `with taken as (
      update outbox_mails m set lease_until = :realNow::timestamptz + interval '15 seconds', attempts = attempts + 1,
        maybe_given_at = coalesce(maybe_given_at, case when lease_until is not null then :realNow::timestamptz end)
      where id = :id and ${IS_SENDABLE} and next_attempt_at <= :realNow
        and (lease_until is null or lease_until <= :realNow)
        and (order_id is null or (select o.state from orders o where o.id = m.order_id) = 'success')
        and (kind <> 'reminder' or coalesce((select ${PLAYER_IS_AWAITED} from orders o where o.id = m.id), true))
      returning *
    )
    select t.id, t.kind, t.order_id, coalesce(o.order_no, o.id) as order_no, t.project, t.attempts, t.refused, t.give_up_at,
      coalesce(d.state, r.state, w.state) as state, coalesce(o.lang, w.lang) as lang, o.paid_at,
      case when o.id is not null then jsonb_build_object('minor', o.total_minor, 'currency', o.currency,
        'paid_at', floor(extract(epoch from coalesce(o.paid_at, o.created_at)) * 1000)) end as sale,
      coalesce(r.recipient, o.recipient,
        jsonb_build_object('server_id', w.server_id, 'cid', p.cid, 'name', p.name)) as recipient,
      ${linesOf('t.order_id')} as lines,
      w.items, w.mail, w.event_id, w.kind as reward_kind,
      case when q.id is not null then jsonb_build_object('order', coalesce(q.order_no, q.id),
        'until', floor(extract(epoch from q.expires_at) * 1000)) end as waits,
      (t.maybe_given_at is not null or coalesce(d.reason, r.reason, w.reason, '') = 'error') as maybe_given
    from taken t
      left join orders o on o.id = t.order_id
      left join deliveries d on d.id = t.id
      left join resends r on r.id = t.id
      left join rewards w on w.id = t.id
      left join orders q on q.id = t.id and t.kind = 'reminder'
      left join players p on p.id = w.player_id`,
  params: { id: 'text', realNow: 'timestamptz', now: 'timestamptz', accounts: 'text[]' },
  row: v.object({
    id: v.string(),
    kind: v.picklist(MAIL_KINDS),
    order_id: v.nullable(v.string()),
    order_no: v.nullable(v.string()),
    project: v.string(),
    attempts: v.number(),
    // Attempts that the game refused; a worker's death is none.
    refused: v.number(),
    give_up_at: v.date(),
    state: v.picklist(['queued', 'retrying']),
    lang: v.string(),
    paid_at: v.nullable(v.date()),
    // The order's price, and its payment in ms since the epoch; null: no order.
    sale: v.nullable(v.object({ minor: v.number(), currency: v.string(), paid_at: v.number() })),
    recipient: v.object({ server_id: v.string(), cid: v.string(), name: v.string() }),
    lines,
    items: v.nullable(soldItem.entries.contents),
    mail: v.nullable(
      v.object({
        text: v.picklist(['reward', 'starts_soon', 'started', 'ends_soon', 'pay_soon']),
        event: v.optional(v.record(v.string(), v.string())),
        at: v.optional(v.number()),
      }),
    ),
    event_id: v.nullable(v.string()),
    reward_kind: v.nullable(v.string()),
    // The order whose payment the mail reminds of, until when in ms since the epoch.
    waits: v.nullable(v.object({ order: v.string(), until: v.number() })),
    // An earlier attempt ended without an answer.
    maybe_given: v.boolean(),
  }),
});
export type MailToSend = RowOf<typeof takeMail>;

/**
 * Records the end of an attempt in the outbox, its owner and the order's history; only the attempt
 * that holds the mail (same count) writes. Locks the outbox row before the owner's. A parked mail
 * waits for an operator.
 */
export const recordAttempt = statement({
  name: 'mail.record_attempt',
  text: `with mail as (
      update outbox_mails set lease_until = null, next_attempt_at = :nextAttemptAt,
        refused = refused + case when :state = 'retrying' then 1 else 0 end,
        ended_at = case when :state <> 'retrying' then :now::timestamptz end,
        maybe_given_at = coalesce(maybe_given_at, case when :maybeGiven then :realNow::timestamptz end),
        silent_since = case when :isSilent then coalesce(silent_since, :realNow::timestamptz) end,
        silence_alerted_at = case when :isSilent then silence_alerted_at end,
        parked_at = case when :isParked then :realNow::timestamptz end,
        held_since = coalesce(held_since, case when :isParked then :realNow::timestamptz end)
      where id = :id and attempts = :attempts and ${IS_WAITING}
      returning id, kind, order_id
    ), delivery as (
      update deliveries d set state = :state, reason = :reason, mail_id = :mailId, at = :now
      from mail where d.id = mail.id and mail.kind = 'purchase'
    ), resend as (
      update resends r set state = :state, reason = :reason, mail_id = :mailId, at = :now
      from mail where r.id = mail.id and mail.kind = 'resend'
    ), reward as (
      update rewards w set state = :state, reason = :reason, mail_id = :mailId, at = :now,
        refused_why = case when :state = 'rejected' then :why end
      from mail where w.id = mail.id and mail.kind in ('reward', 'reminder')
    ), history as (
      insert into order_events (order_id, at, source, event, from_state, to_state, detail)
      select order_id, :now, 'game', case kind when 'purchase' then 'mail_' else 'second_mail_' end
          || case when :isParked then 'parked' else :state end,
        :fromState, :state,
        case kind when 'resend' then jsonb_build_object('redelivery', id) else '{}'::jsonb end
          || jsonb_build_object('tries', :attempts::int4, 'why', :why::text)
      from mail where order_id is not null
    )
    select id from mail`,
  params: {
    id: 'text',
    attempts: 'int4',
    state: 'text',
    fromState: 'text',
    reason: 'text?',
    nextAttemptAt: 'timestamptz',
    mailId: 'text?',
    now: 'timestamptz',
    realNow: 'timestamptz',
    why: 'text?',
    isSilent: 'bool',
    maybeGiven: 'bool',
    isParked: 'bool',
  },
  row: v.object({ id: v.string() }),
});

/** The refunded order of a mail, locked. */
export const refundedOrderOfMail = statement({
  name: 'mail.refunded_order',
  text: `select o.id as "orderId" from outbox_mails m join orders o on o.id = m.order_id
    where m.id = :id and o.state = 'refunded' and ${IS_WAITING} for no key update of o`,
  params: { id: 'text' },
  row: v.object({ orderId: v.string() }),
});

/** Ends an unleased mail of a refunded order. */
export const cancelRefunded = statement({
  name: 'mail.cancel_refunded',
  text: `with mail as (
      update outbox_mails m set ended_at = :now, held_since = null, lease_until = null
      from orders o
      where m.id = :id and o.id = m.order_id and o.state = 'refunded' and ${IS_WAITING}
        and (m.lease_until is null or m.lease_until <= :realNow)
      returning m.id, m.kind, m.order_id
    ), delivery as (
      update deliveries d set state = 'cancelled', reason = null, at = :now from mail where d.id = mail.id
    ), resend as (
      update resends r set state = 'cancelled', reason = null, at = :now from mail where r.id = mail.id
    )
    insert into order_events (order_id, at, source, event, to_state)
    select order_id, :now, 'worker',
      case kind when 'purchase' then 'delivery_cancelled' else 'second_mail_cancelled' end, 'cancelled' from mail`,
  params: { id: 'text', realNow: 'timestamptz', now: 'timestamptz' },
});

/** Kinds and servers of waiting mails: one index step each, however many mails wait. */
export const mailQueues = statement({
  name: 'mail.queues',
  text: `with recursive queues as (
      (select kind, project, server_id from outbox_mails where ended_at is null and held_since is null
        order by kind, project, server_id limit 1)
      union all
      select next.kind, next.project, next.server_id from queues cross join lateral (
        select m.kind, m.project, m.server_id from outbox_mails m
        where ended_at is null and held_since is null
          and (m.kind, m.project, m.server_id) > (queues.kind, queues.project, queues.server_id)
        order by m.kind, m.project, m.server_id limit 1) next
    )
    select kind, project, server_id from queues`,
  row: v.object({ kind: v.picklist(MAIL_KINDS), project: v.string(), server_id: v.string() }),
});

/** Due mails, oldest first, at most `limits` of each kind and server. */
export const dueMails = statement({
  name: 'mail.due',
  text: `select due.id, queue.kind, queue.project
    from unnest(:kinds::text[], :projects::text[], :serverIds::text[], :limits::int4[])
      as queue (kind, project, server_id, most)
    cross join lateral (
      select m.id from outbox_mails m
      where m.kind = queue.kind and m.project = queue.project and m.server_id = queue.server_id
        and ended_at is null and held_since is null
        and m.next_attempt_at <= :realNow and (m.lease_until is null or m.lease_until <= :realNow)
      order by m.next_attempt_at limit queue.most) due`,
  params: {
    realNow: 'timestamptz',
    kinds: 'text[]',
    projects: 'text[]',
    serverIds: 'text[]',
    limits: 'int4[]',
  },
  row: v.object({ id: v.string(), kind: v.picklist(MAIL_KINDS), project: v.string() }),
});

/** Mails of every game past their seven days: refused or parked after one more attempt. */
export const overdueMails = statement({
  name: 'mail.overdue',
  text: `select id, kind, project from outbox_mails
    where ended_at is null and held_since is null and give_up_at <= :realNow and next_attempt_at <= :realNow
    order by give_up_at limit :limit`,
  params: { realNow: 'timestamptz', limit: 'int8' },
  row: v.object({ id: v.string(), kind: v.picklist(MAIL_KINDS), project: v.string() }),
});
