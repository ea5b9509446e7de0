import type { OrderView } from '@webpay/contract/calls';
import { langTag, type Lang } from '../../../i18n/languages.ts';
import { amountOf } from '../../goods/amount.ts';
import { piecesGiven } from '../../goods/pieces.ts';

type Item = Pick<OrderView['items'][number], 'name' | 'count' | 'bonus' | 'doubled'>;

/**
 * Name of the purchase in the headline: a top-up by its amount including the bonus ("1,078 Gems"), different goods
 * by their number. `amounts`: the sum needs a plural form that is unknown («620 кристаллов + 62»).
 */
export function boughtOf(items: readonly Item[], lang: Lang) {
  const [item, ...more] = items;
  if (!item || more.length > 0) {
    return { kind: 'many', count: items.reduce((sum, each) => sum + each.count, 0) } as const;
  }
  const named = amountOf(item);
  const pieces = piecesGiven(item);
  if (named) {
    const amount = named.amount * pieces;
    const bonus = named.bonus * pieces;
    const name = named.unit;
    // The unit is in the plural form of the catalogue's number, so the sum must use the same form.
    const rules = new Intl.PluralRules(langTag(lang));
    const fits = (count: number) => rules.select(count) === rules.select(named.amount);
    if (fits(amount + bonus)) return { kind: 'amount', count: amount + bonus, name } as const;
    if (fits(amount)) return { kind: 'amounts', count: amount, bonus, name } as const;
  }
  return { kind: 'one', count: pieces, name: item.name } as const;
}
