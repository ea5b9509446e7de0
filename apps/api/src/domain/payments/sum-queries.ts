import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

export const ageOfPlayer = `age as (
      select not exists (
        select from orders p
        where p.player_id = :playerId and p.state = 'success' and p.paid_at <= :now::timestamptz - interval '1 day'
      ) as is_new
    )`;
/** One row, `sumsRow`, for a statement that begins with `ageOfPlayer`. */
export const selectSums = `select age.is_new,
      coalesce(sum(o.usd_minor) filter (where o.created_at >= :dayStart), 0)::int8 as of_day,
      coalesce(sum(o.usd_minor) filter (where age.is_new), 0)::int8 as of_first_day
    from age left join orders o on o.player_id = :playerId and o.id <> :exceptOrderId
      and o.created_at >= case when age.is_new then '-infinity'::timestamptz else :dayStart end
      and (o.state in ('success', 'waiting') or (o.state = 'open' and o.expires_at > :now)
        or (o.state in ('failed', 'timeout') and exists (
          select from payment_attempts a join late_queries l on l.attempt_id = a.id
          where a.order_id = o.id and a.method <> 'wallet' and l.payable_until > :now
            and (a.state = 'EXPIRED' or a.failure = 'cancelled'))))
    group by age.is_new`;
export const sumParams = {
  playerId: 'int8',
  exceptOrderId: 'text',
  dayStart: 'timestamptz',
  now: 'timestamptz',
} as const;
export const sumsRow = v.object({
  is_new: v.boolean(),
  of_day: v.number(),
  of_first_day: v.number(),
});

/**
 * US cents of a player's orders that are paid or can be paid, of the day and, for a new character, of all days. An order that
 * its player left at the bank can be paid there. A character is new until a day after its first payment that was not
 * refunded; the age of its row does not count.
 */
export const boughtSums = statement({
  name: 'payments.bought_sums',
  text: `with ${ageOfPlayer}
    ${selectSums}`,
  params: sumParams,
  row: sumsRow,
});
export type BoughtSums = RowOf<typeof boughtSums>;
