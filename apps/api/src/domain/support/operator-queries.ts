import { merchantIn } from '../payments/event-key.ts';
import { REFUND_STATES } from '@webpay/contract/money-back';
import { ORDER_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { ARCHIVED_BEFORE, ORDER_NO, recipient } from '../orders/columns.ts';
import { IS_LIVING } from '../players/queries.ts';
import { IS_REFUSED } from '../refunds/queries.ts';
import { TOTAL_COUNT } from './queries.ts';

export const flaggedPlayers = statement({
  name: 'resolutions.flagged_players',
  text: `select p.id, p.project, p.server_id, p.cid, p.name, p.flagged_at,
      coalesce((select array_agg(distinct f.why) from player_flags f
        where f.player_id = p.id and f.cleared_at is null), '{}') as why, ${TOTAL_COUNT}
    from players p where p.flagged_at is not null and ${IS_LIVING} order by p.flagged_at limit 200`,
  row: v.object({
    id: v.number(),
    ...v.entriesFromList(['project', 'server_id', 'cid', 'name'], v.string()),
    flagged_at: v.nullable(v.date()),
    why: v.array(v.string()),
    total_count: v.number(),
  }),
});

export const flaggedByCharacter = statement({
  name: 'resolutions.flagged_by_character',
  text: `select p.id, p.server_id, p.flagged_at from players p
    where p.project = :project and p.cid = :cid and (:serverId::text is null or p.server_id = :serverId) and ${IS_LIVING} for no key update`,
  params: { project: 'text', cid: 'text', serverId: 'text?' },
  row: v.object({ id: v.number(), server_id: v.string(), flagged_at: v.nullable(v.date()) }),
});

/** Clears all flags of a player; the history of each order, or of the newest one, records it. */
export const clearFlags = statement({
  name: 'resolutions.clear_flags',
  text: `with cleared as (
      update player_flags set cleared_at = :now, cleared_because = :because
      where player_id = :playerId and cleared_at is null
      returning order_id, why
    ), player as (
      update players set flagged_at = null where id = :playerId
    ), newest as (
      select id as order_id, null::text as why from orders
      where player_id = :playerId and not exists (select from cleared) order by created_at desc limit 1
    )
    insert into order_events (order_id, at, source, event, detail)
    select order_id, :now, 'operator', 'player_cleared', jsonb_build_object('why', why, 'because', :because::text)
    from (select * from cleared union all select * from newest) as noted where order_id is not null`,
  params: { playerId: 'int8', now: 'timestamptz', because: 'text' },
});

/** Flags a player by an operator's decision; an active operator flag is not repeated. */
export const flagByHand = statement({
  name: 'resolutions.flag_by_hand',
  text: `with flag as (
      insert into player_flags (player_id, why, because, at) values (:playerId, 'operator', :because, :now)
      on conflict (player_id, project) where why = 'operator' and cleared_at is null do nothing
      returning player_id
    )
    update players p set flagged_at = coalesce(p.flagged_at, :now) from flag where p.id = flag.player_id`,
  params: { playerId: 'int8', because: 'text', now: 'timestamptz' },
});

export const paymentsOfOrder = statement({
  name: 'resolutions.payments_of_order',
  text: `select id, provider, pay_id, state, gateway_ref, capture_ref, currency, amount_minor, captured_minor,
      reserved_minor, refunded_minor, lost_minor
    from payment_attempts where order_id = :orderId order by n`,
  params: { orderId: 'text' },
  row: v.object({
    ...v.entriesFromList(['id', 'provider', 'pay_id', 'state', 'currency'], v.string()),
    gateway_ref: v.nullable(v.string()),
    capture_ref: v.nullable(v.string()),
    ...v.entriesFromList(
      ['amount_minor', 'reserved_minor', 'refunded_minor', 'lost_minor'],
      v.number(),
    ),
    captured_minor: v.nullable(v.number()),
  }),
});

export const refundsOfOrder = statement({
  name: 'resolutions.refunds_of_order',
  text: `select r.id, r.attempt_id, r.state, r.reason, r.amount_minor, r.currency, r.failure, r.gateway_ref, r.outside_reference, r.replaces,
      ${IS_REFUSED} and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor as is_refused
    from refunds r join payment_attempts a on a.id = r.attempt_id
    where r.order_id = :orderId order by r.created_at, r.id`,
  params: { orderId: 'text' },
  row: v.object({
    ...v.entriesFromList(['id', 'attempt_id', 'reason', 'currency'], v.string()),
    state: v.picklist(REFUND_STATES),
    amount_minor: v.number(),
    ...v.entriesFromList(
      ['failure', 'gateway_ref', 'outside_reference', 'replaces'],
      v.nullable(v.string()),
    ),
    is_refused: v.boolean(),
  }),
});

export const disputesOfOrder = statement({
  name: 'resolutions.cases_of_order',
  text: `select provider, dispute_id, kind, state, stage, claimed_minor, lost_minor, currency, answer_by
    from disputes where order_id = :orderId order by opened_at, dispute_id`,
  params: { orderId: 'text' },
  row: v.object({
    ...v.entriesFromList(
      ['provider', 'dispute_id', 'kind', 'state', 'stage', 'currency'],
      v.string(),
    ),
    claimed_minor: v.number(),
    lost_minor: v.number(),
    answer_by: v.nullable(v.string()),
  }),
});

export const eventsOfOrder = statement({
  name: 'resolutions.events_of_order',
  text: `select at, attempt_id, source, event, from_state, to_state, detail from order_events where order_id = :orderId order by id`,
  params: { orderId: 'text' },
  row: v.object({
    at: v.date(),
    attempt_id: v.nullable(v.string()),
    source: v.string(),
    event: v.string(),
    from_state: v.nullable(v.string()),
    to_state: v.nullable(v.string()),
    detail: v.unknown(),
  }),
});

export const openDisputes = statement({
  name: 'resolutions.open_cases',
  text: `select provider, dispute_id, kind, order_id, stage, claimed_minor, currency, answer_by, ${TOTAL_COUNT}
    from disputes where state = 'open' order by opened_at limit 200`,
  row: v.object({
    ...v.entriesFromList(
      ['provider', 'dispute_id', 'kind', 'order_id', 'stage', 'currency'],
      v.string(),
    ),
    claimed_minor: v.number(),
    answer_by: v.nullable(v.string()),
    total_count: v.number(),
  }),
});

/** Refused refunds with captured money left and no later refund pending. */
export const failedRefunds = statement({
  name: 'resolutions.failed_refunds',
  text: `select r.id, r.order_id, r.reason, r.amount_minor, r.currency, r.failure, r.retry_at, ${TOTAL_COUNT}
    from refunds r join payment_attempts a on a.id = r.attempt_id
    where ${IS_REFUSED} and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor
    order by r.updated_at limit 200`,
  row: v.object({
    ...v.entriesFromList(['id', 'order_id', 'reason', 'currency'], v.string()),
    amount_minor: v.number(),
    failure: v.nullable(v.string()),
    retry_at: v.nullable(v.date()),
    total_count: v.number(),
  }),
});

const QUARANTINED = {
  id: v.number(),
  ...v.entriesFromList(['provider', 'source', 'reason'], v.string()),
  attempt_id: v.nullable(v.string()),
  result: v.unknown(),
  at: v.date(),
};

export const unsettledMessages = statement({
  name: 'resolutions.unsettled_words',
  text: `select id, provider, attempt_id, source, reason, result, at, ${TOTAL_COUNT} from quarantine
    where settled_at is null order by id limit 200`,
  row: v.object({ ...QUARANTINED, total_count: v.number() }),
});

/** Unsettled messages about an order's payments; settled ones are in its history. */
export const resultsOfOrder = statement({
  name: 'resolutions.words_of_order',
  text: `select q.id, q.provider, q.attempt_id, q.source, q.reason, q.result, q.at
    from quarantine q join payment_attempts a on a.id = q.attempt_id
    where q.settled_at is null and a.order_id = :orderId order by q.id`,
  params: { orderId: 'text' },
  row: v.object(QUARANTINED),
});

/** The stored message of an unconfirmed reversal in quarantine. */
export const unconfirmedReversal = statement({
  name: 'resolutions.unconfirmed_reversal',
  text: `select i.provider, ${merchantIn('i.event_key')} as merchant, i.body
    from quarantine q join gateway_inbox i on i.provider = q.provider and i.event_key = q.result ->> 'event'
    where q.id = :quarantineId and q.reason = 'reversal_not_confirmed' and q.settled_at is null`,
  params: { quarantineId: 'int8' },
  row: v.object({
    provider: v.picklist(['payermax', 'paypal']),
    merchant: v.nullable(v.string()),
    body: v.custom<Buffer>((value) => Buffer.isBuffer(value)),
  }),
});

/** Settles a quarantined message and records that in its order's history, if it has an order. */
export const settleQuarantined = statement({
  name: 'resolutions.settle_word',
  text: `with settled as (
      update quarantine set settled_at = :now, settled_because = :because where id = :quarantineId and settled_at is null
      returning attempt_id, reason, result
    ), event as (
      insert into order_events (order_id, attempt_id, at, source, event, detail)
      select a.order_id, a.id, :now, 'operator', 'quarantine_settled',
        jsonb_build_object('reason', s.reason, 'because', :because::text)
      from settled s join payment_attempts a on a.id = s.attempt_id
    )
    select reason, result ->> 'refund' as refund_id, result ->> 'gatewayRef' as gateway_ref from settled`,
  params: { quarantineId: 'int8', now: 'timestamptz', because: 'text' },
  row: v.object({
    reason: v.string(),
    ...v.entriesFromList(['refund_id', 'gateway_ref'], v.nullable(v.string())),
  }),
});

/** Links a request with a failed refund to a later refund of the payment, whatever its sum. */
export const answerFailedRequest = statement({
  name: 'resolutions.answer_failed_request',
  text: `update resolution_requests q set refund_id = made.id
    from refunds made, refunds failed
    where made.id = :refundId and q.order_id = made.order_id and failed.id = q.refund_id
      and failed.state = 'FAILED' and failed.attempt_id = made.attempt_id`,
  params: { refundId: 'text' },
});

/** Currency of the payment that goes back first: an overpayment unless `allowOverpayment`. */
export const currencyToPayBack = statement({
  name: 'resolutions.currency_to_pay_back',
  text: `select coalesce((
      select a.currency
      from payment_attempts a
      cross join lateral (select exists (
        select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment') as is_overpayment) as s
      where a.order_id = o.id and a.state = 'SUCCEEDED'
        and case when s.is_overpayment
          then not :allowOverpayment and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor else true end
      order by s.is_overpayment desc, a.n limit 1), o.currency) as currency
    from orders o where o.id = :orderId`,
  params: { orderId: 'text', allowOverpayment: 'bool' },
  row: v.object({ currency: v.string() }),
});

export const orderById = statement({
  name: 'resolutions.order_by_id',
  text: `select o.id, ${ORDER_NO}, o.project, o.state, o.reason, o.currency, o.total_minor, o.recipient, o.created_at, p.flagged_at,
      ${ARCHIVED_BEFORE}
    from orders o join players p on p.id = o.player_id where o.id = coalesce((select id from orders where order_no = :orderNo), :orderId)`,
  params: { orderId: 'text', orderNo: 'text?' },
  row: v.object({
    ...v.entriesFromList(['id', 'order_no', 'project', 'currency'], v.string()),
    state: v.picklist(ORDER_STATES),
    reason: v.nullable(v.string()),
    total_minor: v.number(),
    recipient,
    created_at: v.date(),
    flagged_at: v.nullable(v.date()),
    archived_before: v.nullable(v.string()),
  }),
});
