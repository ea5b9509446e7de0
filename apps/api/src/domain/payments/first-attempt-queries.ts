import * as v from 'valibot';
import { orderParams, orderRows } from '../orders/queries.ts';
import { declineParams, declineRow, declineTables, selectDeclines } from '../declines/queries.ts';
import { statement } from '../../platform/db/statement.ts';
import { goodsParams, goodsRow, selectGoods } from '../catalog/queries.ts';
import { attemptColumns, attemptRow } from './queries.ts';
import { ageOfPlayer, selectSums, sumParams, sumsRow } from './sum-queries.ts';

/**
 * Under the player's lock: the order with this key, whether there are cards or stops to read at all, the declines that count
 * for a new attempt, the goods as sold now, and the player's sums.
 */
export const orderFacts = statement({
  name: 'orders.facts_of_purchase',
  text: `with ${declineTables}, declines as (
      ${selectDeclines}
    ), ${ageOfPlayer}, sums as (
      ${selectSums}
    )
    select declines.*, to_jsonb(sums) as sums, k.id, k.products_key,
      (select jsonb_agg(to_jsonb(g)) from (${selectGoods}) g) as goods,
      exists (select from card_purchases where player_id = :playerId) as has_cards,
      exists (select from method_stops
        where project = :project and pay_id = :payId and country in ('*', :country)) as has_stops
    from declines cross join sums left join orders k on k.player_id = :playerId and k.order_key = :orderKey`,
  params: {
    ...declineParams,
    ...sumParams,
    ...goodsParams,
    orderKey: 'text?',
    payId: 'text',
    country: 'text',
  },
  row: v.object({
    ...declineRow.entries,
    sums: sumsRow,
    goods: v.nullable(v.array(goodsRow)),
    id: v.nullable(v.string()),
    products_key: v.nullable(v.string()),
    has_cards: v.boolean(),
    has_stops: v.boolean(),
  }),
});
export type OrderRow = { readonly id: string; readonly products_key: string };

/** Inserts a new order with its items, its first attempt and their one event, which names the attempt. */
export const insertOrderWithAttempt = statement({
  name: 'payments.insert_order_with_attempt',
  text: `with ${orderRows}, made as (
      insert into payment_attempts
        (id, order_id, n, pay_id, provider, merchant, method, country, currency, amount_minor, unit_minors,
         tax_thousandths, tax_minor, tax_name, state, offers_saving, next_query_at, created_at, updated_at)
      values (:attemptId, :orderId, 1, :payId, :provider, :merchant, :method, :country, :currency, :totalMinor, :unitMinors,
        :taxThousandths, :taxMinor, :taxName, :state, :offersSaving, :nextQueryAt, :createdAt, :createdAt)
      returning *
    ), history as (
      insert into order_events (order_id, attempt_id, at, source, event, to_state, detail)
      values
        (:orderId, :attemptId, :createdAt, 'player', 'order_made', 'open', jsonb_build_object('total_minor', :totalMinor::int8, 'currency', :currency::text))
    )
    select ${attemptColumns} from made a join purchase o on o.id = a.order_id`,
  params: {
    ...orderParams,
    attemptId: 'text',
    payId: 'text',
    provider: 'text',
    merchant: 'text?',
    method: 'text',
    state: 'text',
    offersSaving: 'bool',
    nextQueryAt: 'timestamptz?',
  },
  row: attemptRow,
});
