import type { CallResult } from '@webpay/contract/calls';
import { languageTag } from '@webpay/contract/languages';
import type { Money } from '@webpay/contract/money';
import { createSharedViews } from '../../projects/shared-views.ts';
import { textIn } from '../../projects/texts.ts';
import type { BargainVisit } from './enter-bargain.ts';
import { moneyOff, packInSight } from './show-parts.ts';
import { doneToday, type BargainProgress } from './progress.ts';
import { oddsOf } from '@webpay/contract/odds';

/** As in the storefront's format.ts. */
const WHOLE_IN_USE: readonly string[] = ['TWD', 'IDR'];

type Wheel = CallResult<'bargainInfo'>['wheel'];

/** Shared by all players with the same terms, language and currency. */
const sharedPrizes = createSharedViews<Wheel['prizes']>();

export function showWheel(visit: BargainVisit, progress: BargainProgress): Wheel {
  const { project, lang, currency } = visit;
  const { wheel } = progress.terms;
  const key = `${lang} ${currency} ${packInSight(progress).pack_id}`;
  const prizes = sharedPrizes(progress.terms, key, () => {
    const odds = oddsOf(wheel);
    return wheel.map(({ item, lowers_minor, image }, index) => {
      const lowers = moneyOff(visit, progress, lowers_minor);
      // "−$2.00", "Key × 1": the text on the wheel and for screen readers.
      const label = item
        ? `${textIn(item.name, lang, project.lang_default)} × ${item.count}`
        : `−${moneyText(lowers, lang)}`;
      return { index, label, image, odds_percent: odds[index] ?? 0, lowers: item ? null : lowers };
    });
  });
  return { prizes, todays_index: doneToday(progress, 'spin')?.prizeIndex ?? null };
}

/** Formats like the storefront: with the decimals of the amount, without those that the currency never uses. */
function moneyText({ amount, currency }: Money, lang: string): string {
  const [, part = ''] = amount.split('.');
  const isWhole = WHOLE_IN_USE.includes(currency) && /^0*$/.test(part);
  const digits = isWhole ? 0 : part.length;
  return Number(amount).toLocaleString(languageTag(lang), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
