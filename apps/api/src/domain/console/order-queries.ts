import { DISPUTE_STATES, REFUND_STATES } from '@webpay/contract/money-back';
import { ATTEMPT_STATES, DELIVERY_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { ARCHIVED_BEFORE, ORDER_NO } from '../orders/columns.ts';
import { IS_REFUSED } from '../refunds/queries.ts';
import { IS_REFUSED_RESEND } from '../support/refused-mail-queries.ts';

const PROVIDERS = v.picklist(['payermax', 'paypal']);
const texts = v.record(v.string(), v.string());

/** An order by its id or its number, where the operator sees its project; `projects` null: all. */
export const orderHead = statement({
  name: 'console.order_head',
  text: `select o.id, ${ORDER_NO}, o.project, o.player_id, o.source, o.country, o.currency, o.total_minor, o.lang,
      coalesce(o.recipient ->> 'server_id', '') as server_id, coalesce(o.recipient ->> 'server_name', '') as server_name,
      coalesce(o.recipient ->> 'cid', '') as cid, coalesce(o.recipient ->> 'name', '') as name,
      o.created_at, o.expires_at, o.paid_at, p.flagged_at, ${ARCHIVED_BEFORE},
      (select m.ref from mall_orders m where m.order_id = o.id) as mall_ref
    from orders o join players p on p.id = o.player_id and p.project = o.project
    where o.id = coalesce((select id from orders where order_no = :orderNo), :orderId)
      and (:projects::text[] is null or o.project = any(:projects))`,
  params: { orderId: 'text', orderNo: 'text?', projects: 'text[]?' },
  row: v.object({
    ...v.entriesFromList(
      ['id', 'order_no', 'project', 'source', 'country', 'currency', 'lang', 'server_id'],
      v.string(),
    ),
    ...v.entriesFromList(['server_name', 'cid', 'name'], v.string()),
    player_id: v.number(),
    total_minor: v.number(),
    created_at: v.date(),
    expires_at: v.date(),
    paid_at: v.nullable(v.date()),
    flagged_at: v.nullable(v.date()),
    archived_before: v.nullable(v.string()),
    mall_ref: v.nullable(v.string()),
  }),
});
export type OrderHead = RowOf<typeof orderHead>;

const OVERPAID = (attempt: string) => `exists (
        select from refunds double where double.attempt_id = ${attempt} and double.reason = 'double_payment')`;

export const paymentsToExplain = statement({
  name: 'console.payments_of_order',
  text: `select a.id, a.provider, a.merchant, a.pay_id, a.state, a.currency, a.amount_minor, coalesce(a.captured_minor, 0) as captured_minor,
      a.reserved_minor, a.refunded_minor, a.lost_minor, ${OVERPAID('a.id')} as is_overpayment,
      a.card_brand, right(a.card_masked, 4) as last_four, a.created_at, a.submitted_at, a.unresolved_since, a.queries,
      a.next_query_at, a.gateway_ref, a.capture_ref, a.method <> 'redirect' and a.pay_code is not null as has_code, q.due_at as late_query_at, q.payable_until,
      a.tax_thousandths, a.tax_minor, a.tax_name
    from payment_attempts a left join late_queries q on q.attempt_id = a.id
    where a.order_id = :orderId order by a.n`,
  params: { orderId: 'text' },
  row: v.object({
    ...v.entriesFromList(['id', 'pay_id', 'currency'], v.string()),
    provider: PROVIDERS,
    state: v.picklist(ATTEMPT_STATES),
    ...v.entriesFromList(
      [
        'amount_minor',
        'captured_minor',
        'reserved_minor',
        'refunded_minor',
        'lost_minor',
        'queries',
      ],
      v.number(),
    ),
    is_overpayment: v.boolean(),
    has_code: v.boolean(),
    ...v.entriesFromList(
      ['merchant', 'card_brand', 'last_four', 'gateway_ref', 'capture_ref'],
      v.nullable(v.string()),
    ),
    created_at: v.date(),
    /** Shop's clock, but for `unresolved_since` and `next_query_at`. */
    ...v.entriesFromList(
      ['submitted_at', 'unresolved_since', 'next_query_at', 'late_query_at', 'payable_until'],
      v.nullable(v.date()),
    ),
    tax_thousandths: v.nullable(v.number()),
    tax_minor: v.nullable(v.number()),
    tax_name: v.nullable(texts),
  }),
});
export type PaymentToExplain = RowOf<typeof paymentsToExplain>;

/** The delivery, then the resends; times of the outbox are real time. */
export const mailsOfOrder = statement({
  name: 'console.mails_of_order',
  text: `select g.id, g.kind, g.state, g.reason, g.recipient, g.mail_id, g.request_id, g.is_to_decide, g.created_at, g.at,
      coalesce(m.attempts, 0) as attempts, m.maybe_given_at is not null as is_maybe_given,
      case when m.ended_at is null then m.next_attempt_at end as next_attempt_at,
      case when m.ended_at is null then m.give_up_at end as give_up_at,
      case when m.ended_at is null then m.held_since end as held_since,
      case when m.ended_at is null then m.parked_at end as parked_at,
      (select coalesce(e.detail ->> 'why', e.detail ->> 'because') from order_events e
        where e.order_id = :orderId and (
          g.kind = 'purchase' and e.event in ('mail_retrying', 'mail_rejected', 'mail_parked', 'delivery_cancelled')
          or g.kind = 'resend' and e.event in ('second_mail_retrying', 'second_mail_rejected', 'second_mail_parked')
            and e.detail ->> 'redelivery' = g.id)
        order by e.id desc limit 1) as why
    from (
      select d.id, 'purchase' as kind, d.state, d.reason, o.recipient, d.mail_id, null::text as request_id,
          false as is_to_decide, d.created_at, d.at
        from deliveries d join orders o on o.id = d.order_id where d.order_id = :orderId
      union all
      select r.id, 'resend', r.state, r.reason, r.recipient, r.mail_id, r.request_id, ${IS_REFUSED_RESEND},
          r.created_at, r.at
        from resends r where r.order_id = :orderId
    ) as g left join outbox_mails m on m.id = g.id
    order by g.kind, g.created_at, g.id`,
  params: { orderId: 'text' },
  row: v.object({
    id: v.string(),
    kind: v.picklist(['purchase', 'resend']),
    state: v.picklist(DELIVERY_STATES),
    reason: v.nullable(v.picklist(['mailbox_full', 'maintenance', 'error'])),
    recipient: v.unknown(),
    ...v.entriesFromList(['mail_id', 'request_id', 'why'], v.nullable(v.string())),
    is_to_decide: v.boolean(),
    is_maybe_given: v.boolean(),
    attempts: v.number(),
    created_at: v.date(),
    at: v.date(),
    ...v.entriesFromList(
      ['next_attempt_at', 'give_up_at', 'held_since', 'parked_at'],
      v.nullable(v.date()),
    ),
  }),
});
export type MailOfOrder = RowOf<typeof mailsOfOrder>;

/** `next_attempt_at` and `requested_at` are real time. */
export const refundsToExplain = statement({
  name: 'console.refunds_of_order',
  text: `select r.id, r.attempt_id, a.provider, ${OVERPAID('r.attempt_id')} as is_overpayment, r.state, r.amount_minor,
      r.currency, r.reason, r.failure, r.gateway_ref, r.outside_reference, r.next_attempt_at, r.requested_at, r.created_at, r.updated_at, r.retry_at,
      ${IS_REFUSED} and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor as is_refused
    from refunds r join payment_attempts a on a.id = r.attempt_id
    where r.order_id = :orderId order by r.created_at, r.id`,
  params: { orderId: 'text' },
  row: v.object({
    ...v.entriesFromList(['id', 'attempt_id', 'currency'], v.string()),
    provider: PROVIDERS,
    is_overpayment: v.boolean(),
    state: v.picklist(REFUND_STATES),
    amount_minor: v.number(),
    reason: v.picklist(['double_payment', 'not_deliverable', 'resolution', 'operator', 'external']),
    ...v.entriesFromList(['failure', 'gateway_ref', 'outside_reference'], v.nullable(v.string())),
    next_attempt_at: v.nullable(v.date()),
    requested_at: v.nullable(v.date()),
    created_at: v.date(),
    updated_at: v.date(),
    retry_at: v.nullable(v.date()),
    is_refused: v.boolean(),
  }),
});
export type RefundToExplain = RowOf<typeof refundsToExplain>;

export const disputesToExplain = statement({
  name: 'console.disputes_of_order',
  text: `select provider, dispute_id, attempt_id, kind, state, stage, outcome, reason_code, answer_by, currency, claimed_minor,
      lost_minor, opened_at, ended_at
    from disputes where order_id = :orderId order by opened_at, dispute_id, attempt_id`,
  params: { orderId: 'text' },
  row: v.object({
    provider: PROVIDERS,
    ...v.entriesFromList(['dispute_id', 'attempt_id', 'stage', 'currency'], v.string()),
    kind: v.picklist(['chargeback', 'dispute', 'fraud', 'complaint', 'reversal']),
    state: v.picklist(DISPUTE_STATES),
    ...v.entriesFromList(['outcome', 'reason_code', 'answer_by'], v.nullable(v.string())),
    claimed_minor: v.number(),
    lost_minor: v.number(),
    opened_at: v.date(),
    ended_at: v.nullable(v.date()),
  }),
});
export type DisputeToExplain = RowOf<typeof disputesToExplain>;

/** The newest entries of an order's history. */
export const newestEvents = statement({
  name: 'console.newest_events_of_order',
  text: `select at, attempt_id, source, event, from_state, to_state, detail
    from order_events where order_id = :orderId order by id desc limit :limit`,
  params: { orderId: 'text', limit: 'int8' },
  row: v.object({
    at: v.date(),
    ...v.entriesFromList(['source', 'event'], v.string()),
    ...v.entriesFromList(['attempt_id', 'from_state', 'to_state'], v.nullable(v.string())),
    detail: v.unknown(),
  }),
});
export type NewestEvent = RowOf<typeof newestEvents>;

/** The newest messages of gateways about some payments, by our numbers and by theirs. */
export const messagesOfPayments = statement({
  name: 'console.messages_of_payments',
  text: `select provider, event_type, body, received_at, outcome from gateway_inbox
    where payment_number = any(:numbers) order by received_at desc, id desc limit :limit`,
  params: { numbers: 'text[]', limit: 'int8' },
  row: v.object({
    provider: v.string(),
    event_type: v.string(),
    body: v.custom<Buffer>((value) => Buffer.isBuffer(value)),
    received_at: v.date(),
    outcome: v.nullable(v.string()),
  }),
});

export const goodsOfOrder = statement({
  name: 'console.goods_of_order',
  text: `select product_id, count, unit_minor, sold from order_items where order_id = :orderId order by line`,
  params: { orderId: 'text' },
  row: v.object({
    product_id: v.string(),
    count: v.number(),
    unit_minor: v.number(),
    sold: v.unknown(),
  }),
});

/** A character's tried orders, money captured by currency, and disputes. */
export const figuresOfPlayer = statement({
  name: 'console.figures_of_player',
  text: `select
      (select count(*) from orders o where o.player_id = :playerId and o.is_tried is not false)::int4 as orders,
      (select count(*) from orders o join disputes c on c.order_id = o.id where o.player_id = :playerId)::int4 as disputes,
      coalesce((select jsonb_agg(jsonb_build_object('currency', s.currency, 'minor', s.minor) order by s.minor desc, s.currency)
        from (
          select a.currency, sum(a.captured_minor)::int8 as minor
          from orders o join payment_attempts a on a.order_id = o.id and a.state = 'SUCCEEDED'
          where o.player_id = :playerId group by a.currency) s), '[]') as paid`,
  params: { playerId: 'int8' },
  row: v.object({
    orders: v.number(),
    disputes: v.number(),
    paid: v.array(v.object({ currency: v.string(), minor: v.number() })),
  }),
});
