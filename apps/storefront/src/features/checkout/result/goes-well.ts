import type { Goods } from '@webpay/contract/calls';
import { toMinor } from '@webpay/contract/money';
import { isForSale } from '../../goods/selection.ts';

const MOST = 4;

/**
 * Goods to offer after a purchase: others that this character can buy now. A top-up needs a figure that its card
 * shows. The greatest gain comes first, then the lowest price.
 */
export function goesWellWith(
  list: readonly Goods[],
  bought: readonly { readonly product_id: string }[],
): readonly Goods[] {
  const ids = new Set(bought.map(({ product_id }) => product_id));
  return list
    .filter((each) => isForSale(each) && !ids.has(each.product_id) && goesAlong(each))
    .toSorted((a, b) => shareMore(b) - shareMore(a) || toMinor(a.price) - toMinor(b.price))
    .slice(0, MOST);
}

const goesAlong = (goods: Goods) => goods.kind !== 'topup' || shareMore(goods) > 0;

/** Share given beyond the price: 1 for a first purchase that is doubled. */
function shareMore({ first_purchase: first, worth, price }: Goods): number {
  const ofWorth = worth && toMinor(price) > 0 ? toMinor(worth) / toMinor(price) - 1 : 0;
  return Math.max(first === 'doubled' ? 1 : 0, ofWorth);
}
