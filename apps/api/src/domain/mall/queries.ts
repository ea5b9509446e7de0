import * as v from 'valibot';
import { ORDER_STATES } from '@webpay/contract/order-states';
import { recipient } from '../orders/columns.ts';
import { statement, type RowOf } from '../../platform/db/statement.ts';

export const orderByRef = statement({
  name: 'mall.order_by_ref',
  text: `select m.order_id, m.claims_key, o.player_id, o.recipient, o.state, o.country, o.expires_at
    from mall_orders m join orders o on o.id = m.order_id
    where m.project = :project and m.ref = :ref`,
  params: { project: 'text', ref: 'text' },
  row: v.object({
    ...v.entriesFromList(['order_id', 'claims_key', 'country'], v.string()),
    player_id: v.number(),
    recipient,
    state: v.picklist(ORDER_STATES),
    expires_at: v.date(),
  }),
});
export type MallOrderRow = RowOf<typeof orderByRef>;

/** Returns no row when the reference is taken. */
export const insertRef = statement({
  name: 'mall.insert_ref',
  text: `insert into mall_orders (project, ref, order_id, claims_key, created_at)
    values (:project, :ref, :orderId, :claimsKey, :createdAt)
    on conflict on constraint one_order_per_mall_ref do nothing
    returning order_id`,
  params: {
    project: 'text',
    ref: 'text',
    orderId: 'text',
    claimsKey: 'text',
    createdAt: 'timestamptz',
  },
  row: v.object({ order_id: v.string() }),
});
