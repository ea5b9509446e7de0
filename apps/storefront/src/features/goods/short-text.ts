import type { Goods } from '@webpay/contract/calls';
import type { Lang } from '../../i18n/languages.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/text.tsx';
import { amountOf } from './amount.ts';

/** Selection in one short line: "980 + 98 Gems". */
export function shortText(
  goods: Goods,
  { t, lang }: { readonly t: Translate; readonly lang: Lang },
): string {
  const named = amountOf(goods);
  if (!named || named.bonus === 0) return goods.name;
  return t('goods.amount_bonus', {
    amount: formatNumber(named.amount, lang),
    bonus: formatNumber(named.bonus, lang),
    name: named.unit,
  });
}
