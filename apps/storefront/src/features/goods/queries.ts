import type { CallResult, Goods, Role } from '@webpay/contract/calls';
import type { PageData } from '@webpay/contract/page';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { EventSource } from '../../router/paths.ts';

export type GoodsList = CallResult<'productLists'>;

/** Whether a shelf has come: from then on the one inlined in the page is old. */
let hasAnswer = false;

/** C08: the shelf of one character, in one country's currency; or what an event sells there. */
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

/** What the page was rendered with, for the country it was rendered for. */
export function inlinedGoods({ shelf, configs }: PageData, country: string): GoodsList | null {
  return hasAnswer || country !== configs?.country ? null : shelf;
}

/** C07: what one product costs in a country. The old price stays in sight until the new one is there. */
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
