import type { OrderView } from '@webpay/contract/calls';
import { langTag, type Lang } from '../../../i18n/languages.ts';
import { amountOf } from '../../goods/amount.ts';

type Item = Pick<OrderView['items'][number], 'name' | 'count' | 'bonus'>;

export type Bought =
  /** Amount of one thing: "1,078 Gems". */
  | { readonly kind: 'amount'; readonly amount: number; readonly unit: string }
  /** Amount and bonus whose sum needs a plural form that is unknown: «620 кристаллов + 62». */
  | {
      readonly kind: 'amounts';
      readonly amount: number;
      readonly bonus: number;
      readonly unit: string;
    }
  | { readonly kind: 'one'; readonly name: string; readonly count: number }
  /** Different goods, whose names do not fit a headline. */
  | { readonly kind: 'many'; readonly count: number };

/** Name of the purchase in the headline: a top-up by its amount including the bonus. */
export function boughtOf(items: readonly Item[], lang: Lang): Bought {
  const [item, ...more] = items;
  if (!item || more.length > 0) {
    return { kind: 'many', count: items.reduce((sum, each) => sum + each.count, 0) };
  }
  const named = amountOf(item);
  if (named) {
    const amount = named.amount * item.count;
    const bonus = named.bonus * item.count;
    // The unit is in the plural form of the catalogue's number, so the sum must use the same form.
    const rules = new Intl.PluralRules(langTag(lang));
    const fits = (count: number) => rules.select(count) === rules.select(named.amount);
    if (fits(amount + bonus)) return { kind: 'amount', amount: amount + bonus, unit: named.unit };
    if (fits(amount)) return { kind: 'amounts', amount, bonus, unit: named.unit };
  }
  return { kind: 'one', name: item.name, count: item.count };
}
