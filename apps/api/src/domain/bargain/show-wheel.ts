import type { CallResult } from '@webpay/contract/calls';
import { languageTag } from '@webpay/contract/languages';
import type { Money } from '@webpay/contract/money';
import { textIn } from '../projects/texts.ts';
import type { BargainVisit } from './enter-bargain.ts';
import { moneyOff } from './show-parts.ts';
import { doneToday, type Standing } from './standing.ts';
import { oddsOf } from './wheel.ts';

export function showWheel(
  visit: BargainVisit,
  standing: Standing,
): CallResult<'bargainInfo'>['wheel'] {
  const { wheel } = standing.terms;
  const odds = oddsOf(wheel);
  return {
    prizes: wheel.map(({ item, lowers_minor, image }, index) => {
      const lowers = item === null ? moneyOff(visit, standing, lowers_minor) : null;
      return {
        index,
        label: labelOf(visit, item, lowers),
        image,
        odds_percent: odds[index] ?? 0,
        lowers,
      };
    }),
    todays_index: doneToday(standing, 'spin')?.prize_index ?? null,
  };
}

/** "−$2.00", "Key × 1": what stands on the wheel, and in what a screen reader says of it. */
function labelOf(
  { project, lang }: BargainVisit,
  item: Standing['terms']['wheel'][number]['item'],
  lowers: Money | null,
): string {
  if (lowers !== null) return `−${moneyText(lowers, lang)}`;
  return item === null ? '' : `${textIn(item.name, lang, project.lang_default)} × ${item.count}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** As the storefront writes it: with the decimals of the amount. */
function moneyText({ amount, currency }: Money, lang: string): string {
  const key = `${lang} ${currency}`;
  const digits = amount.split('.')[1]?.length ?? 0;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(languageTag(lang), {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(key, format);
  return format.format(Number(amount));
}
