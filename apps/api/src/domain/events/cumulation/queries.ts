import * as v from 'valibot';
import { statement, type RowOf } from '../../../platform/db/statement.ts';

/** Orders that count from `startsAt` until before `endsAt`: paid where the event is open, and not fully refunded. */
const COUNTS = `o.player_id = :playerId and o.paid_at >= :startsAt and o.paid_at < :endsAt and o.state = 'success'
      and (:countries::text[] is null or o.country = any (:countries::text[]))`;

const COUNTING = {
  playerId: 'int8',
  startsAt: 'timestamptz',
  endsAt: 'timestamptz',
  countries: 'text[]?',
} as const;

/** The first successful payment that is no overpayment bought the goods. */
export const playerRecord = statement({
  name: 'cumulation.player_standing',
  text: `select
      coalesce((select jsonb_agg(jsonb_build_object(
          'usd_minor', o.usd_minor,
          'paid_at_ms', round(extract(epoch from o.paid_at) * 1000),
          'captured_minor', coalesce(paid.captured_minor, 0),
          'back_minor', coalesce(paid.refunded_minor + paid.lost_minor, 0)))
        from orders o left join lateral (
          select a.captured_minor, a.refunded_minor, a.lost_minor from payment_attempts a
          where a.order_id = o.id and a.state = 'SUCCEEDED' and not exists (
            select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment')
          order by a.n limit 1) paid on true
        where ${COUNTS}), '[]') as orders,
      coalesce((select jsonb_agg(jsonb_build_object('task_id', task_id, 'kind', kind, 'day', day, 'goal', goal))
        from rewards where player_id = :playerId and event_id = :eventId and kind in ('points', 'days', 'daily')), '[]') as claimed`,
  params: { ...COUNTING, eventId: 'text' },
  row: v.object({
    orders: v.array(
      v.object({
        /** Price in US cents; null: no dollar price, so it brings a day but no points. */
        usd_minor: v.nullable(v.number()),
        paid_at_ms: v.number(),
        /** Captured and returned amounts in the payment's currency. */
        captured_minor: v.number(),
        back_minor: v.number(),
      }),
    ),
    claimed: v.array(
      v.object({
        task_id: v.string(),
        kind: v.picklist(['points', 'days', 'daily']),
        day: v.string(),
        goal: v.number(),
      }),
    ),
  }),
});
export type PlayerRecord = RowOf<typeof playerRecord>;

/** Locks the orders that count: concurrent refunds take the same locks, so they finish or wait. */
export const lockPaidOrders = statement({
  name: 'cumulation.hold_paid_orders',
  text: `select o.id from orders o where ${COUNTS} order by o.id for share`,
  params: COUNTING,
  row: v.object({ id: v.string() }),
});
