import { NOTICE_KINDS } from '@webpay/contract/game-shapes';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { ORDER_NO } from '../orders/columns.ts';

/** Keeps the planner on the index of the id or the order, not on the partial ones of waiting rows (mail/queries.ts). */
const IS_WAITING = (notice: string) => `num_nonnulls(${notice}.ended_at, ${notice}.parked_at) = 0`;
/** An earlier notice of the order is still to be told. */
const HAS_EARLIER = `exists (
        select from game_notices e where e.order_id = n.order_id and e.seq < n.seq and ${IS_WAITING('e')})`;

/** Writes a notice once, if the order's project wants notices. */
export const insertNotice = statement({
  name: 'game_notices.insert',
  text: `insert into game_notices (id, kind, order_id, project, amount_minor, total_minor, currency, next_attempt_at, give_up_at, created_at)
    select :id, :kind, o.id, o.project, :amountMinor, :totalMinor, :currency, :realNow, :giveUpAt, :now
    from orders o join projects p on p.code = o.project
    where o.id = :orderId and p.data @> '{"game_notices": true}'
    on conflict (id) do nothing`,
  params: {
    id: 'text',
    kind: 'text',
    orderId: 'text',
    amountMinor: 'int8',
    totalMinor: 'int8',
    currency: 'text',
    realNow: 'timestamptz',
    giveUpAt: 'timestamptz',
    now: 'timestamptz',
  },
});

/** Leases one due notice for 15 s (the game has 10 s); no row when it is not to be sent now. */
export const takeNotice = statement({
  name: 'game_notices.take',
  text: `with taken as (
      update game_notices n set lease_until = :realNow::timestamptz + interval '15 seconds', attempts = attempts + 1
      where id = :id and ${IS_WAITING('n')} and next_attempt_at <= :realNow
        and (lease_until is null or lease_until <= :realNow) and not ${HAS_EARLIER}
      returning *
    )
    select t.id, t.kind, t.project, t.order_id, ${ORDER_NO}, t.amount_minor, t.total_minor, o.total_minor as price_minor,
      t.currency, t.attempts, t.give_up_at, t.created_at, coalesce(o.recipient ->> 'server_id', '') as server_id,
      coalesce(o.recipient ->> 'cid', '') as cid,
      (select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'count', i.count) order by i.line)
        from order_items i where i.order_id = t.order_id) as products
    from taken t join orders o on o.id = t.order_id`,
  params: { id: 'text', realNow: 'timestamptz' },
  row: v.object({
    ...v.entriesFromList(
      ['id', 'project', 'order_id', 'order_no', 'currency', 'server_id', 'cid'],
      v.string(),
    ),
    kind: v.picklist(NOTICE_KINDS),
    ...v.entriesFromList(['amount_minor', 'total_minor', 'price_minor', 'attempts'], v.number()),
    give_up_at: v.date(),
    // The shop's clock.
    created_at: v.date(),
    products: v.nullable(v.array(v.object({ product_id: v.string(), count: v.number() }))),
  }),
});
export type NoticeToTell = RowOf<typeof takeNotice>;

/** Records the end of an attempt; only the attempt that holds the notice (same count) writes. */
export const recordTold = statement({
  name: 'game_notices.record',
  text: `with notice as (
      update game_notices n set lease_until = null, next_attempt_at = :nextAttemptAt, why = :why,
        ended_at = case when :isTold then :now::timestamptz end,
        parked_at = case when :isParked then :realNow::timestamptz end
      where id = :id and attempts = :attempts and ${IS_WAITING('n')}
      returning id, order_id
    ), history as (
      insert into order_events (order_id, at, source, event, detail)
      select order_id, :now, 'game', case when :isTold then 'game_told' else 'game_not_told' end,
        jsonb_build_object('notice', id, 'tries', :attempts::int4, 'why', :why::text)
      from notice where :isTold or :isParked
    )
    select id from notice`,
  params: {
    id: 'text',
    attempts: 'int4',
    nextAttemptAt: 'timestamptz',
    why: 'text?',
    isTold: 'bool',
    isParked: 'bool',
    now: 'timestamptz',
    realNow: 'timestamptz',
  },
  row: v.object({ id: v.string() }),
});

/** Due notices, oldest first, one of each order. */
export const dueNotices = statement({
  name: 'game_notices.due',
  text: `select n.id, n.project from game_notices n
    where ended_at is null and parked_at is null and next_attempt_at <= :realNow
      and (lease_until is null or lease_until <= :realNow) and not ${HAS_EARLIER}
    order by next_attempt_at limit :limit`,
  params: { realNow: 'timestamptz', limit: 'int8' },
  row: v.object({ id: v.string(), project: v.string() }),
});

/** A notice under its lock, to be sent again. `is_leased`: a worker sends it now. */
export const noticeUnderLock = statement({
  name: 'game_notices.under_lock',
  text: `select ended_at is not null as has_ended, parked_at is not null as is_parked,
      lease_until is not null and lease_until > :realNow as is_leased
    from game_notices where id = :id for no key update`,
  params: { id: 'text', realNow: 'timestamptz' },
  row: v.object(v.entriesFromList(['has_ended', 'is_parked', 'is_leased'], v.boolean())),
});

/** Makes a waiting notice due, or a parked one again, until `giveUpAt`. */
export const makeNoticeDue = statement({
  name: 'game_notices.make_due',
  text: `update game_notices set next_attempt_at = least(next_attempt_at, :realNow), parked_at = null,
      give_up_at = case when parked_at is null then give_up_at else :giveUpAt end
    where id = :id`,
  params: { id: 'text', realNow: 'timestamptz', giveUpAt: 'timestamptz' },
});
