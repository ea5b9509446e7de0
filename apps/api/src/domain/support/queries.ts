import { REFUND_STATES, RESOLUTION_KINDS, RESOLUTION_STATES } from '@webpay/contract/money-back';
import { DELIVERY_STATES, ORDER_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { recipient } from '../orders/columns.ts';
import { wasReleased } from '../refunds/queries.ts';

/** Total rows, for lists of the first 200. */
export const TOTAL_COUNT = 'count(*) over ()::int4 as total_count';

/** The facts that decide whether a player may file on an order; read under its lock. */
export const orderToFile = statement({
  name: 'resolutions.order_to_file',
  text: `select o.player_id, o.state,
      (select d.state from deliveries d where d.order_id = o.id) as delivery,
      coalesce((select sum(a.captured_minor - a.reserved_minor - a.refunded_minor - a.lost_minor)
        from payment_attempts a where a.order_id = o.id and a.state = 'SUCCEEDED'), 0)::int8 as left_minor
    from orders o where o.id = :orderId`,
  params: { orderId: 'text' },
  row: v.object({
    player_id: v.number(),
    state: v.picklist(ORDER_STATES),
    delivery: v.nullable(v.picklist(DELIVERY_STATES)),
    left_minor: v.number(),
  }),
});

/** Inserts one request a player and year; concurrent ones return no row. */
export const insertRequest = statement({
  name: 'resolutions.insert',
  text: `with made as (
      insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at)
      values (:requestId, :playerId, :orderId, :year, :kind, :text, 'open', :createdAt)
      on conflict on constraint one_request_per_player_and_year do nothing
      returning id, order_id
    ), event as (
      insert into order_events (order_id, at, source, event, to_state, detail)
      select order_id, :createdAt, 'player', 'resolution_requested', 'open',
        jsonb_build_object('request', id, 'kind', :kind::text)
      from made
    )
    select id from made`,
  params: {
    requestId: 'text',
    playerId: 'int8',
    orderId: 'text',
    year: 'int4',
    kind: 'text',
    text: 'text',
    createdAt: 'timestamptz',
  },
  row: v.object({ id: v.string() }),
});

const requestColumns = `q.id, q.order_id, q.year, q.kind, q.text, q.state, q.because, q.created_at, q.decided_at`;

const requestRow = v.object({
  ...v.entriesFromList(['id', 'order_id', 'text'], v.string()),
  year: v.number(),
  kind: v.picklist(RESOLUTION_KINDS),
  state: v.picklist(RESOLUTION_STATES),
  because: v.nullable(v.string()),
  created_at: v.date(),
  decided_at: v.nullable(v.date()),
});

/**
 * Requests with their outcome: the refund, or the latest resend that the game has not refused. A
 * failed outcome gives way to a later refund of the order; a settled refused resend is left out.
 */
export const requestsOfPlayer = statement({
  name: 'resolutions.of_player',
  text: `select ${requestColumns}, r.amount_minor as refund_minor, r.currency as refund_currency,
      r.state as refund_state, r.updated_at as refund_at,
      case when d.settled_at is null then d.recipient end as sent_to, d.state as sent_state, d.at as sent_at
    from resolution_requests q
    left join lateral (
      select recipient, state, at, settled_at from resends where request_id = q.id
      order by state = 'rejected', created_at desc limit 1
    ) d on true
    left join lateral (
      select amount_minor, currency, state, updated_at from refunds f
      where f.order_id = q.order_id and f.reason <> 'double_payment' and not ${wasReleased('f')}
        and (f.id = q.refund_id
          or f.created_at >= q.decided_at and (q.refund_id is not null or d.state in ('rejected', 'cancelled')))
      order by f.id = q.refund_id and f.state <> 'FAILED' desc nulls last, f.created_at desc, f.id desc limit 1
    ) r on true
    where q.player_id = :playerId order by q.created_at desc, q.id desc limit 100`,
  params: { playerId: 'int8' },
  row: v.object({
    ...requestRow.entries,
    refund_minor: v.nullable(v.number()),
    refund_currency: v.nullable(v.string()),
    refund_state: v.nullable(v.picklist(REFUND_STATES)),
    refund_at: v.nullable(v.date()),
    sent_to: v.nullable(recipient),
    sent_state: v.nullable(v.picklist(DELIVERY_STATES)),
    sent_at: v.nullable(v.date()),
  }),
});

const operatorColumns = `${requestColumns}, q.refund_id, o.project, o.state as order_state, o.currency, o.total_minor,
  o.recipient, p.flagged_at`;

const operatorRow = v.object({
  ...requestRow.entries,
  refund_id: v.nullable(v.string()),
  project: v.string(),
  order_state: v.picklist(ORDER_STATES),
  currency: v.string(),
  total_minor: v.number(),
  recipient,
  flagged_at: v.nullable(v.date()),
});
export type RequestRow = RowOf<typeof requestById>;

export const openRequests = statement({
  name: 'resolutions.open',
  text: `select ${operatorColumns}, ${TOTAL_COUNT}
    from resolution_requests q join orders o on o.id = q.order_id join players p on p.id = q.player_id
    where q.state = 'open' order by q.created_at limit 200`,
  row: v.object({ ...operatorRow.entries, total_count: v.number() }),
});

export const requestById = statement({
  name: 'resolutions.by_id',
  text: `select ${operatorColumns}
    from resolution_requests q join orders o on o.id = q.order_id join players p on p.id = q.player_id
    where q.id = :requestId`,
  params: { requestId: 'text' },
  row: operatorRow,
});

export const requestsOfOrder = statement({
  name: 'resolutions.of_order',
  text: `select ${requestColumns} from orders o join resolution_requests q on q.player_id = o.player_id and q.order_id = o.id
    where o.id = :orderId order by q.created_at`,
  params: { orderId: 'text' },
  row: requestRow,
});

/** Locks the order, then the request: concurrent operators decide one after the other. */
export const lockRequest = statement({
  name: 'resolutions.lock',
  text: `select ${operatorColumns}
    from orders o join resolution_requests q on q.order_id = o.id join players p on p.id = q.player_id
    where q.id = :requestId for no key update of o, q`,
  params: { requestId: 'text' },
  row: operatorRow,
});

export const decideRequest = statement({
  name: 'resolutions.decide',
  text: `with decided as (
      update resolution_requests set state = :toState, because = :because, refund_id = :refundId, decided_at = :now
      where id = :requestId
      returning order_id, kind
    )
    insert into order_events (order_id, at, source, event, from_state, to_state, detail)
    select order_id, :now, 'operator', 'resolution_' || :toState, 'open', :toState,
      jsonb_build_object('request', :requestId::text, 'kind', kind, 'because', :because::text) || :detail::jsonb
    from decided`,
  params: {
    requestId: 'text',
    toState: 'text',
    because: 'text?',
    refundId: 'text?',
    now: 'timestamptz',
    detail: 'jsonb',
  },
});

export const noteOperatorRefund = statement({
  name: 'resolutions.note_operator_refund',
  text: `insert into order_events (order_id, at, source, event, detail)
    values (:orderId, :now, 'operator', 'refund_ordered', jsonb_build_object('refund', :refundId::text, 'because', :because::text))`,
  params: { orderId: 'text', now: 'timestamptz', refundId: 'text', because: 'text' },
});

export const resendsOfOrder = statement({
  name: 'resolutions.resends_of_order',
  text: `select r.id, r.state, r.reason, r.recipient, m.lease_until, m.held_since, m.parked_at, r.at,
      m.maybe_given_at is not null as maybe_given
    from resends r left join outbox_mails m on m.id = r.id where r.order_id = :orderId order by r.created_at`,
  params: { orderId: 'text' },
  row: v.object({
    id: v.string(),
    state: v.picklist(DELIVERY_STATES),
    reason: v.nullable(v.string()),
    recipient,
    lease_until: v.nullable(v.date()),
    held_since: v.nullable(v.date()),
    parked_at: v.nullable(v.date()),
    maybe_given: v.boolean(),
    at: v.date(),
  }),
});

/** Inserts a resend with its mail; no row while another resend is active. */
export const insertResend = statement({
  name: 'resolutions.insert_redelivery',
  text: `with made as (
      insert into resends (id, request_id, order_id, recipient, state, at, created_at)
      values (:resendId, :requestId, :orderId, :recipient, 'queued', :now, :now)
      on conflict (order_id) where state <> 'rejected' do nothing
      returning id, order_id, recipient
    ), mail as (
      insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at)
      select made.id, 'resend', o.id, o.project, coalesce(made.recipient ->> 'server_id', ''), :nextAttemptAt, :giveUpAt, :now
      from made join orders o on o.id = made.order_id
      returning id, project
    )
    select id from mail`,
  params: {
    resendId: 'text',
    requestId: 'text',
    orderId: 'text',
    recipient: 'jsonb',
    nextAttemptAt: 'timestamptz',
    giveUpAt: 'timestamptz',
    now: 'timestamptz',
  },
  row: v.object({ id: v.string() }),
});
