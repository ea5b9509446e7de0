import type { CallResult, Goods, Role } from '@webpay/contract/calls';
import type { PageData } from '@webpay/contract/page';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { EventSource } from '../../router/paths.ts';
import { unboughtList } from './unbought.ts';

export type GoodsList = CallResult<'productLists'>;

/** Set once a goods list has arrived, which makes the inlined one out of date. */
let hasAnswer = false;

/** Goods list of a character, or an event's goods, in one country's currency (C08). */
export function goodsQuery(role: Role, country: string, event?: EventSource) {
  return queryOptions({
    queryKey: ['goods', role.server_id, role.cid, country, ...(event ? [event] : [])],
    async queryFn({ signal }) {
      const { pr_id, server_id, cid } = role;
      const fields = { pr_id, server_id, cid, country, ...(event ? { event } : {}) };
      const list = await call('productLists', fields, { signal });
      if (!event) hasAnswer = true;
      return list;
    },
  });
}

/** Goods list that the page was rendered with, for its country only; nothing is bought yet. */
export function inlinedGoods({ shelf, configs }: PageData, country: string): GoodsList | null {
  if (shelf === null || hasAnswer || country !== configs?.country) return null;
  return unboughtList(shelf);
}

/** Price of one product in a country; shows the previous one while loading (C07). */
export function priceQuery(productId: string, country: string) {
  return queryOptions({
    queryKey: ['price', productId, country],
    queryFn: ({ signal }) => call('productPrices', { product_ids: productId, country }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function findGoods(list: GoodsList | undefined, productId: string | null): Goods | null {
  return list?.goods.find((each) => each.product_id === productId) ?? null;
}
