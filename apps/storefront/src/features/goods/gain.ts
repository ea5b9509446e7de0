import type { Goods } from '@webpay/contract/calls';
import { formatNumber } from '../../i18n/format.ts';
import { langTag, type Lang } from '../../i18n/languages.ts';

/** "980 Gems", "1,980 Gems", "1.980 Edelsteine", "1 980 gemmes" */
export const NAMED_BY_AMOUNT = /^(\d{1,3}(?:[.,'\u2019\u00a0\u202f ]\d{3})+|\d{1,9})(\D.*)$/u;

/** A top-up's amount here, compared with the game's own store. */
export type Gain = {
  readonly total: number;
  readonly inGame: number;
  /** Whole per cent of the amount in the game, rounded down. */
  readonly percent: number;
};

/** null: the game's amount is unknown, or the gain is less than one per cent. */
export function gainOf({
  kind,
  contents,
  bonus,
  in_game: inGame,
}: Pick<Goods, 'kind' | 'contents' | 'bonus' | 'in_game'>): Gain | null {
  const [main] = contents;
  if (kind !== 'topup' || main === undefined || !inGame) return null;
  const total = main.count + (bonus?.count ?? 0);
  const percent = Math.floor(((total - inGame.count) * 100) / inGame.count);
  return percent < 1 ? null : { total, inGame: inGame.count, percent };
}

/** The greatest gain among goods, in whole per cent; 0: none. */
export const mostGain = (goods: readonly Goods[]): number =>
  Math.max(0, ...goods.map((each) => gainOf(each)?.percent ?? 0));

/** "980 Gems" with another amount: "1,078 Gems"; null where the unit takes another form, as in "682 кристалла". */
export function renameAmount(named: string, total: number, lang: Lang): string | null {
  const [, digits, unit] = NAMED_BY_AMOUNT.exec(named) ?? [];
  if (digits === undefined || unit === undefined) return null;
  const forms = new Intl.PluralRules(langTag(lang));
  const isSameForm = forms.select(Number(digits.replaceAll(/\D/g, ''))) === forms.select(total);
  return isSameForm ? formatNumber(total, lang) + unit : null;
}
