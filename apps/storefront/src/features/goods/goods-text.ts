import type { Goods } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import type { Lang } from '../../i18n/languages.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/text.tsx';
import { isElsewhere } from './selection.ts';
import { boughtText, limitText } from './limit-text.ts';

type Speech = {
  readonly t: Translate;
  readonly lang: Lang;
  readonly money: (money: Money) => string;
  readonly nowMs: number;
};

/** Highlighted line of a card: the bonus. */
export function bonusText(goods: Pick<Goods, 'bonus'>, { t, lang }: Pick<Speech, 't' | 'lang'>) {
  return goods.bonus ? t('goods.bonus', { count: formatNumber(goods.bonus.count, lang) }) : null;
}

/** Muted line of a card: its limit, or why it cannot be bought. */
export function limitLine(goods: Goods, { t, lang, nowMs }: Omit<Speech, 'money'>): string | null {
  if (isElsewhere(goods)) return null;
  if (goods.state === 'not_on_sale') return t('goods.not_on_sale');
  if (goods.limit === null) return null;
  if (goods.state === 'limit_reached') return boughtText(t, goods.limit, nowMs, lang);
  return goods.limit.left < goods.limit.max
    ? t('goods.left', { left: goods.limit.left })
    : limitText(t, goods.limit);
}

/** Accessible name of a card: "980 Gems, plus 98 bonus, $14.99, most bought". */
export function cardName(goods: Goods, speech: Speech): string {
  const { t, lang, money } = speech;
  return [
    goods.name,
    goods.bonus && t('goods.card_bonus', { count: formatNumber(goods.bonus.count, lang) }),
    money(goods.price),
    goods.tag,
    limitLine(goods, speech),
  ]
    .filter(Boolean)
    .join(', ');
}
