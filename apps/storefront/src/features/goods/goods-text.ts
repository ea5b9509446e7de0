import type { Goods } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import type { Lang } from '../../i18n/languages.ts';
import { formatNumber, formatPercent } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/text.tsx';
import { gainOf, renameAmount } from './gain.ts';
import { isElsewhere } from './selection.ts';
import { boughtText, limitText } from './limit-text.ts';

type Speech = {
  readonly t: Translate;
  readonly lang: Lang;
  readonly money: (money: Money) => string;
  readonly nowMs: number;
};

const FIRST = { offered: 'goods.first_offered', doubled: 'goods.first_doubled' } as const;

/** Ribbon of a card: its first purchase, else its own. */
export function ribbonOf(
  { tag, first_purchase: first }: Pick<Goods, 'tag' | 'first_purchase'>,
  t: Translate,
): string | null {
  return first ? t(FIRST[first]) : tag;
}

/** Highlighted line of a card: the bonus. */
export function bonusText(goods: Pick<Goods, 'bonus'>, { t, lang }: Pick<Speech, 't' | 'lang'>) {
  return goods.bonus ? t('goods.bonus', { count: formatNumber(goods.bonus.count, lang) }) : null;
}

/** Everything that a top-up gives here, in short: "1,078 Gems", or "Gems × 1,078". */
export function totalText(goods: Goods, { t, lang }: Pick<Speech, 't' | 'lang'>): string {
  const gain = gainOf(goods);
  const [main] = goods.contents;
  if (gain === null || main === undefined) return goods.name;
  const times = t('goods.times', { count: formatNumber(gain.total, lang) });
  return renameAmount(goods.name, gain.total, lang) ?? `${main.name} ${times}`;
}

/** Figure on a card's picture: "+10%" for a top-up, "Worth $60.00" for a pack; null: no claim. */
export function badgeText(goods: Goods, { t, lang, money }: Omit<Speech, 'nowMs'>): string | null {
  const gain = gainOf(goods);
  if (gain !== null) return formatPercent(gain.percent, lang, 'always');
  return goods.worth ? t('bargain.worth', { price: money(goods.worth) }) : null;
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

/** Accessible name of a card: "980 Gems, plus 98 bonus, 10% more than in the game, $14.99, most bought". */
export function cardName(goods: Goods, speech: Speech): string {
  const { t, lang, money } = speech;
  const gain = gainOf(goods);
  return [
    goods.name,
    goods.bonus && t('goods.card_bonus', { count: formatNumber(goods.bonus.count, lang) }),
    gain && t('goods.more_than_game', { percent: formatPercent(gain.percent, lang) }),
    goods.worth && t('bargain.worth', { price: money(goods.worth) }),
    money(goods.price),
    ribbonOf(goods, t),
    limitLine(goods, speech),
  ]
    .filter(Boolean)
    .join(', ');
}
