import type { CallResult } from '@webpay/contract/calls';

type GoodsList = CallResult<'productLists'>;
type Shelf = CallResult<'productShelf'>;

/** Each shelf's list stays the same object from render to render. */
const lists = new WeakMap<Shelf, GoodsList>();

/** The shelf of everybody as the goods list of a player who has bought nothing yet. */
export function unboughtList(shelf: Shelf): GoodsList {
  const list = lists.get(shelf) ?? {
    ...shelf,
    goods: shelf.goods.map((good) => ({
      ...good,
      limit: good.limit && { ...good.limit, left: good.limit.max },
    })),
  };
  lists.set(shelf, list);
  return list;
}
