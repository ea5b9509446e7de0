import * as v from 'valibot';
import { IS_LIVING } from '../players/queries.ts';
import { statement, type RowOf } from '../../platform/db/statement.ts';

/** Hits of a kind that one search shows. One more is read, so that the output can say that there are more. */
export const MAX_HITS = 50;
const UP_TO = `limit ${MAX_HITS + 1}`;
const PROVIDERS = `('payermax', 'paypal')`;
const CLASSES = `('captured_there_unknown_here', 'captured_here_not_there', 'amount_differs', 'currency_differs',
          'refunded_there_not_here', 'refunded_here_not_there', 'state_differs', 'time_differs')`;

/** A hit in the columns that every kind has; `cid` and `name` are of the order's recipient. */
const hit = v.object({
  ...v.entriesFromList(['kind', 'id'], v.string()),
  ...v.entriesFromList(
    ['order_id', 'state', 'currency', 'project', 'server_id', 'cid', 'name'],
    v.nullable(v.string()),
  ),
  amount_minor: v.nullable(v.number()),
  at: v.date(),
});
export type Hit = RowOf<typeof findByNumber>;

const characterOf = (recipient: string) =>
  `${recipient} ->> 'server_id' as server_id, ${recipient} ->> 'cid' as cid, ${recipient} ->> 'name' as name`;

/**
 * Everything that carries a number: ours, a gateway's, or a game's reference of a mall order. Each part is an index
 * look-up, and so is the order of each hit: a limit of one leaves PostgreSQL no other plan. Quarantined messages and
 * differences of statements may have no order.
 */
export const findByNumber = statement({
  name: 'find.by_number',
  text: `select f.kind, f.id, f.order_id, f.state, f.currency, coalesce(f.project, o.project) as project,
      ${characterOf('coalesce(f.recipient, o.recipient)')}, f.amount_minor, f.at
    from (
      (select 'order' as kind, id, id as order_id, state, currency, total_minor as amount_minor, created_at as at,
          null::text as project, null::jsonb as recipient
        from orders where id = :orderId)
      union all
      (select 'order', id, id, state, currency, total_minor, created_at, null, null
        from orders where order_no = :orderNo)
      union all
      (select 'order', o.id, o.id, o.state, o.currency, o.total_minor, o.created_at, null, null
        from projects c join mall_orders m on m.project = c.code and m.ref = :text
          join orders o on o.id = m.order_id ${UP_TO})
      union all
      (select 'payment', id, order_id, state, currency, amount_minor, created_at, null, null
        from payment_attempts
        where id = :text or provider in ${PROVIDERS} and gateway_ref = :text
          or provider in ${PROVIDERS} and capture_ref = :text ${UP_TO})
      union all
      (select 'refund', id, order_id, state, currency, amount_minor, created_at, null, null
        from refunds where id = :text or gateway_ref = :text or outside_reference = :text ${UP_TO})
      union all
      (select 'dispute', dispute_id, order_id, state, currency, claimed_minor, opened_at, null, null
        from disputes where provider in ${PROVIDERS} and dispute_id = :text ${UP_TO})
      union all
      (select 'request', id, order_id, state, null, null, created_at, null, null
        from resolution_requests where id = lower(:text))
      union all
      (select 'mail', m.id, m.order_id, coalesce(d.state, r.state, w.state), null, null, m.created_at, m.project,
          coalesce(r.recipient, jsonb_build_object('server_id', p.server_id, 'cid', p.cid, 'name', p.name))
        from outbox_mails m
          left join deliveries d on d.id = m.id left join resends r on r.id = m.id left join rewards w on w.id = m.id
          left join orders bought on bought.id = m.order_id
          left join players p on p.id = coalesce(w.player_id, bought.player_id)
        where m.id = :mailId)
      union all
      (select case when q.settled_at is null then 'message' else 'settled message' end, q.id::text, a.order_id, q.reason,
          case when q.result ->> 'currency' ~ '^[A-Z]{3}$' then q.result ->> 'currency' end,
          case when q.result ->> 'currency' ~ '^[A-Z]{3}$' and q.result ->> 'amount' ~ '^[0-9]{1,15}$'
            then (q.result ->> 'amount')::int8 end,
          q.at, null, null
        from quarantine q left join payment_attempts a on a.id = q.attempt_id
        where q.attempt_id = :text
          or q.result @> jsonb_build_object('captureRef', :text::text)
          or q.result @> jsonb_build_object('gatewayRef', :text::text)
          or q.result @> jsonb_build_object('attemptId', :text::text)
          or q.result @> jsonb_build_object('refund', :text::text)
          or q.result @> jsonb_build_object('case', :text::text) ${UP_TO})
      union all
      (select case when d.settled_at is null then 'difference' else 'settled difference' end, d.id::text, a.order_id,
          d.class, null, null, d.found_at, null, null
        from reconciliation_differences d left join payment_attempts a on a.id = d.attempt_id
        where d.provider in ${PROVIDERS} and d.class in ${CLASSES} and d.subject = :text ${UP_TO})
    ) as f left join lateral (select project, recipient from orders where id = f.order_id limit 1) as o on true
    order by f.at desc, f.kind, f.id`,
  params: { text: 'text', orderId: 'text', orderNo: 'text?', mailId: 'text' },
  row: hit,
});

/** Characters by id or whole name, newest first; never an erased one. */
export const findCharacters = statement({
  name: 'find.characters',
  text: `select p.id, p.project, p.server_id, p.cid, p.name, p.flagged_at, p.seen_at
    from players p
    where p.id in (
        (select id from players where cid = any(:cids) and (:projects::text[] is null or project = any(:projects))
          and (:serverId::text is null or server_id = :serverId) ${UP_TO})
        union all
        (select id from players where lower(name) = lower(:name) and cid not like 'erased-%'
          and (:projects::text[] is null or project = any(:projects)) order by id desc ${UP_TO}))
      and ${IS_LIVING}
    order by p.id desc ${UP_TO}`,
  params: { cids: 'text[]', name: 'text', serverId: 'text?', projects: 'text[]?' },
  row: v.object({
    id: v.number(),
    ...v.entriesFromList(['project', 'server_id', 'cid', 'name'], v.string()),
    flagged_at: v.nullable(v.date()),
    seen_at: v.date(),
  }),
});

/** The newest orders of some characters. */
export const findOrdersOf = statement({
  name: 'find.orders_of_characters',
  text: `select 'order' as kind, o.id, o.id as order_id, o.state, o.currency, o.project, ${characterOf('o.recipient')},
      o.total_minor as amount_minor, o.created_at as at
    from unnest(:playerIds::int8[]) as wanted (player_id) cross join lateral (
      select * from orders where player_id = wanted.player_id order by created_at desc ${UP_TO}) as o
    order by o.created_at desc ${UP_TO}`,
  params: { playerIds: 'int8[]' },
  row: hit,
});

/** Payments of cards by their last four digits, newest first; a sum counts in each of `currencies`. */
export const findCards = statement({
  name: 'find.cards',
  text: `select 'payment' as kind, a.id, a.order_id, a.state, a.currency, o.project, ${characterOf('o.recipient')},
      a.amount_minor, a.created_at as at
    from card_ends c join payment_attempts a on a.id = c.attempt_id join orders o on o.id = a.order_id
    where c.digits = :digits and right(a.card_masked, 4) = c.digits and c.at >= :fromAt and c.at < :untilAt
      and (:amountMinor::int8 is null or a.amount_minor = :amountMinor and a.currency = any(:currencies))
      and (:projects::text[] is null or o.project = any(:projects))
    order by c.at desc ${UP_TO}`,
  params: {
    digits: 'text',
    fromAt: 'timestamptz',
    untilAt: 'timestamptz',
    amountMinor: 'int8?',
    currencies: 'text[]',
    projects: 'text[]?',
  },
  row: hit,
});
