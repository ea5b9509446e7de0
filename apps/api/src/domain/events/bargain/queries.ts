import * as v from 'valibot';
import { bargainRules } from './rules.ts';
import {
  sessionColumns,
  sessionParams,
  sessionRow,
  isActiveSession,
} from '../../players/queries.ts';
import { pastColumns, pastEntries } from '../queries.ts';
import { limitWindows } from '../../catalog/queries.ts';
import { statement, type RowOf } from '../../../platform/db/statement.ts';

/** Joins the valid coupon of `player` in an event as `c`; nulls where there is none. */
const livingCoupon = (player: string, event: string, now: string) => `left join lateral (
      select n, terms_id, drawn_minor, chosen, expires_at from bargain_coupons
      where player_id = ${player} and event_id = ${event} and expires_at > ${now}
      order by n desc limit 1) c on true`;

/** Steps with this coupon or of today as lines (steps.ts): a third of the cost of JSON. */
const stepsOf = (player: string, event: string, today: string) => `array(
        select concat_ws(' ', s.n, s.task, s.day, s.lowers_minor, s.prize_index)
        from bargain_steps s
        where s.player_id = ${player} and s.event_id = ${event} and (s.n = c.n or s.day = ${today}))`;

const coupon = {
  n: v.nullable(v.number()),
  terms_id: v.nullable(v.string()),
  drawn_minor: v.nullable(v.number()),
  chosen: v.nullable(v.string()),
  expires_at: v.nullable(v.date()),
  steps: v.array(v.string()),
};

/**
 * A player's progress in an event: valid coupon, its steps and today's, bought packs, and today's
 * net top-ups in US cents, from `todayFrom` to `todayTo`: the part of today inside the event.
 */
export const playerProgress = statement({
  name: 'bargain.standing',
  text: `select c.*, ${stepsOf(':playerId', ':eventId', ':today')} as steps,
      array(
        select i.product_id
        from orders o
        join order_items i on i.order_id = o.id
        join products g on g.project = o.project and g.product_id = i.product_id
        left join ${limitWindows(':now::timestamptz')} on w.period = g.limit_period
        where o.player_id = :playerId and o.source = 'bargain' and o.state = 'success'
          and o.created_at >= coalesce(w.since, :startsAt)
        group by i.product_id, g.limit_max
        having sum(i.count) >= coalesce(g.limit_max, 1)) as bought,
      coalesce((
        select sum(div(o.usd_minor::numeric * least(o.total_minor, net.minor), o.total_minor))
        from orders o
        cross join lateral (
          select coalesce(sum(a.captured_minor - a.refunded_minor - a.lost_minor), 0) as minor
          from payment_attempts a
          where a.order_id = o.id and a.state = 'SUCCEEDED' and a.currency = o.currency) net
        where o.player_id = :playerId and o.state = 'success' and o.paid_at >= :todayFrom and o.paid_at < :todayTo
          and o.total_minor > 0), 0)::int8 as topped_up_minor
    from (values (1)) as one (row) ${livingCoupon(':playerId', ':eventId', ':now')}`,
  params: {
    playerId: 'int8',
    eventId: 'text',
    now: 'timestamptz',
    today: 'date',
    startsAt: 'timestamptz',
    todayFrom: 'timestamptz',
    todayTo: 'timestamptz',
  },
  row: v.object({ ...coupon, bought: v.array(v.string()), topped_up_minor: v.number() }),
});
export type ProgressRow = RowOf<typeof playerProgress>;

/** Sessions with their player's coupon and steps: the whole progress of a player without orders. */
export const couponSessions = statement({
  name: 'bargain.coupon_sessions',
  text: `select ${sessionColumns}, ${pastColumns}, c.*, ${stepsOf('p.id', ':eventId', ':today')} as steps
    from sessions s join players p on p.id = s.player_id
    ${livingCoupon('p.id', ':eventId', ':now')}
    where ${isActiveSession}`,
  params: { ...sessionParams, eventId: 'text', today: 'date' },
  row: v.object({ ...sessionRow.entries, ...pastEntries, ...coupon }),
});

/** Issues a coupon unless one is valid; no row: a concurrent call was first. */
export const insertCoupon = statement({
  name: 'bargain.insert_coupon',
  text: `with terms as (
      insert into bargain_terms (id, rules) values (:termsId, :rules) on conflict do nothing
    )
    insert into bargain_coupons (player_id, event_id, n, terms_id, drawn_minor, draw, issued_at, expires_at)
    select :playerId, :eventId, coalesce(max(n), 0) + 1, :termsId, :drawnMinor, :draw, :issuedAt, :expiresAt
    from bargain_coupons where player_id = :playerId and event_id = :eventId
    having not coalesce(bool_or(expires_at > :issuedAt), false)
    on conflict do nothing
    returning n`,
  params: {
    playerId: 'int8',
    eventId: 'text',
    termsId: 'text',
    drawnMinor: 'int8',
    draw: 'jsonb',
    issuedAt: 'timestamptz',
    expiresAt: 'timestamptz',
    rules: 'jsonb',
  },
  row: v.object({ n: v.number() }),
});

export const choosePack = statement({
  name: 'bargain.choose',
  text: `update bargain_coupons set chosen = :packId where player_id = :playerId and event_id = :eventId and n = :n`,
  params: { playerId: 'int8', eventId: 'text', n: 'int4', packId: 'text' },
});

/** Inserts a step, which lowers the price, once per task and day. No row: done today. */
export const insertStep = statement({
  name: 'bargain.insert_step',
  text: `insert into bargain_steps (player_id, event_id, task, day, n, lowers_minor, prize_index, draw, at)
    values (:playerId, :eventId, :task, :day, :n, :lowersMinor, :prizeIndex, :draw, :now)
    on conflict on constraint one_step_per_task_and_day do nothing
    returning n`,
  params: {
    playerId: 'int8',
    eventId: 'text',
    task: 'text',
    day: 'date',
    n: 'int4',
    lowersMinor: 'int8',
    prizeIndex: 'int4?',
    draw: 'jsonb?',
    now: 'timestamptz',
  },
  row: v.object({ n: v.number() }),
});

/** The terms of the coupon that was valid when the order was made. */
export const termsOfOrder = statement({
  name: 'bargain.terms_of_order',
  text: `select t.rules
    from orders o
    join bargain_coupons c on c.player_id = o.player_id
      and c.issued_at <= o.created_at and c.expires_at > o.created_at
    join bargain_terms t on t.id = c.terms_id
    where o.player_id = :playerId and o.id = :orderId and o.source = 'bargain'
      and exists (
        select from order_items i
        join jsonb_array_elements(t.rules -> 'packs') pack on pack ->> 'product_id' = i.product_id
        where i.order_id = o.id)
    order by c.issued_at desc limit 1`,
  params: { playerId: 'int8', orderId: 'text' },
  row: v.object({ rules: bargainRules }),
});

export const rulesOfTerms = statement({
  name: 'bargain.rules_of_terms',
  text: `select rules from bargain_terms where id = :termsId`,
  params: { termsId: 'text' },
  row: v.object({ rules: bargainRules }),
});

const drawEntries = { server_id: v.string(), event_id: v.string(), n: v.number(), at: v.date() };

/** Draws of all characters with an id in a project, for operators who answer complaints. */

export const couponDraws = statement({
  name: 'bargain.coupon_draws',
  text: `select p.server_id, c.event_id, c.n, c.issued_at as at, c.draw
    from players p join bargain_coupons c on c.player_id = p.id
    where p.project = :project and p.cid = :cid order by c.issued_at`,
  params: { project: 'text', cid: 'text' },
  row: v.object({
    ...drawEntries,
    draw: v.object({
      ...bargainRules.entries.coupon.entries,
      total: v.number(),
      number: v.number(),
      value_minor: v.number(),
    }),
  }),
});

export const spinDraws = statement({
  name: 'bargain.spin_draws',
  text: `select p.server_id, s.event_id, s.n, s.at, s.draw, s.lowers_minor, t.rules -> 'wheel' as wheel
    from players p join bargain_steps s on s.player_id = p.id join bargain_coupons c using (player_id, event_id, n)
      join bargain_terms t on t.id = c.terms_id
    where p.project = :project and p.cid = :cid and s.task = 'spin' order by s.at`,
  params: { project: 'text', cid: 'text' },
  row: v.object({
    ...drawEntries,
    draw: v.object({
      ranges: v.array(v.object({ from: v.number(), to: v.number() })),
      total: v.number(),
      number: v.number(),
      index: v.number(),
    }),
    lowers_minor: v.number(),
    wheel: bargainRules.entries.wheel,
  }),
});
