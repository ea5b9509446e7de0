import * as v from 'valibot';
import { ORDER_NO } from '../../orders/columns.ts';

/** Parts of the queues' statements: the order of a row, its buyer, and the operator's projects. */

/** Columns of an order `o`, for rows that always have one. */
export const ORDER_COLUMNS = `o.id as order_id, ${ORDER_NO}, o.project, o.player_id,
      coalesce(o.recipient ->> 'server_id', '') as server_id, coalesce(o.recipient ->> 'server_name', '') as server_name,
      coalesce(o.recipient ->> 'cid', '') as cid, coalesce(o.recipient ->> 'name', '') as name`;
export const orderColumns = {
  ...v.entriesFromList(
    ['order_id', 'order_no', 'project', 'server_id', 'server_name', 'cid', 'name'],
    v.string(),
  ),
  player_id: v.number(),
};
export type OrderColumns = {
  readonly order_id: string;
  readonly order_no: string;
  readonly project: string;
  readonly player_id: number;
  readonly server_id: string;
  readonly server_name: string;
  readonly cid: string;
  readonly name: string;
};

/** The same of an order that a row may lack. */
export const perhapsOrderColumns = {
  ...v.entriesFromList(['order_id', 'order_no', 'project'], v.nullable(v.string())),
  ...v.entriesFromList(['server_id', 'server_name', 'cid', 'name'], v.string()),
  player_id: v.nullable(v.number()),
};

/** The order of each row, read after it: an order has its own index, whatever the rows are. */
export const orderOfEach = (orderId: string) =>
  `cross join lateral (select * from orders where id = ${orderId} offset 0) as o`;

/** Whether the operator sees a project; `:projects` null: all, also rows without one. */
export const isSeen = (project: string) =>
  `(:projects::text[] is null or ${project} = any(:projects))`;

/** Rows of one cause that a page shows, and rows that a list looks at. */
export const MAX_OF_GROUP = 50;
export const MAX_OF_LIST = 2_000;
