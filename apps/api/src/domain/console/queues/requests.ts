import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { OrderRow } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../../context.ts';
import type { Refused } from '../../operators/operator.ts';
import { orderRows } from '../order-rows.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { FROM_NEWEST, FROM_OLDEST, pageOf, readPlace, STALE } from './cursor.ts';
import {
  countDecidedRequests,
  countOpenRequests,
  decidedRequestPage,
  openRequestPage,
  type RequestOfList,
} from './request-queries.ts';

const LIMIT = 50;
/** A count beyond it only says that there are more. */
const MAX_COUNTED = 10_000;

type RequestRow = ConsoleResult<'requests'>['items'][number];

/** Players' requests: open ones, the longest waiting first, or decided ones, the latest first. */
export async function listRequestPage(
  ctx: Ctx,
  operator: Sees,
  input: ConsoleInput<'requests'>,
): Promise<ConsoleResult<'requests'> | Refused> {
  const { state = 'open', limit = LIMIT, after } = input;
  const list = `requests_${state}`;
  const isOpen = state === 'open';
  const first = isOpen ? FROM_OLDEST : FROM_NEWEST;
  const place = after === undefined ? first : readPlace(ctx, list, after);
  if (place === null) return STALE;
  const filter = { projects: scopeOf(operator, input.project), kind: input.kind ?? null };
  const rows = await ctx.db.many(isOpen ? openRequestPage : decidedRequestPage, {
    ...filter,
    ...place,
    limit: limit + 1,
  });
  const counting = isOpen ? countOpenRequests : countDecidedRequests;
  const { count } = await ctx.db.one(counting, { ...filter, most: MAX_COUNTED });
  const { shown, next } = pageOf(ctx, list, rows, limit);
  const orders = await ordersOf(ctx, shown);
  return {
    items: shown.flatMap((row) => {
      const order = orders.get(row.order_id);
      return order === undefined ? [] : [requestRow(row, order)];
    }),
    next,
    count,
    now: ctx.clock.nowMs(),
  };
}

async function ordersOf(
  ctx: Ctx,
  rows: readonly { readonly order_id: string }[],
): Promise<ReadonlyMap<string, OrderRow>> {
  const ids = [...new Set(rows.map(({ order_id: id }) => id))];
  return new Map((await orderRows(ctx, ids)).map((order) => [order.id, order]));
}

export function requestRow(row: RequestOfList, order: OrderRow): RequestRow {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    created_at: row.created_at.getTime(),
    decided_at: row.decided_at?.getTime() ?? null,
    decided_by: row.decided_by,
    text: row.text,
    lang: row.lang,
    order_id: row.order_id,
    order_no: order.order_no,
    goods: order.goods
      .map(({ name, count }) => (count === 1 ? name : `${name} ×${count}`))
      .join(', '),
    total: order.total,
    character: order.character,
    answer: row.because,
  };
}
