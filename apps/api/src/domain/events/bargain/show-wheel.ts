import type { CallResult } from '@webpay/contract/calls';
import { languageTag } from '@webpay/contract/languages';
import type { Money } from '@webpay/contract/money';
import { textIn } from '../../projects/texts.ts';
import type { BargainVisit } from './enter-bargain.ts';
import type { BargainRules } from './rules.ts';
import { moneyOff, packInSight } from './show-parts.ts';
import { doneToday, type BargainProgress } from './progress.ts';
import { oddsOf } from './wheel.ts';

type Wheel = CallResult<'bargainInfo'>['wheel'];

export function showWheel(visit: BargainVisit, progress: BargainProgress): Wheel {
  return {
    prizes: prizesOf(visit, progress),
    todays_index: doneToday(progress, 'spin')?.prize_index ?? null,
  };
}

/** Shared by all players with the same terms, language and currency. */
const boards = new WeakMap<BargainRules, Map<string, Wheel['prizes']>>();

function prizesOf(visit: BargainVisit, progress: BargainProgress): Wheel['prizes'] {
  const made = boards.get(progress.terms) ?? new Map<string, Wheel['prizes']>();
  boards.set(progress.terms, made);
  const key = `${visit.lang} ${visit.currency} ${packInSight(progress).pack_id}`;
  const prizes = made.get(key) ?? writePrizes(visit, progress);
  made.set(key, prizes);
  return prizes;
}

function writePrizes(visit: BargainVisit, progress: BargainProgress): Wheel['prizes'] {
  const { wheel } = progress.terms;
  const odds = oddsOf(wheel);
  return wheel.map(({ item, lowers_minor, image }, index) => {
    const lowers = item === null ? moneyOff(visit, progress, lowers_minor) : null;
    const label = labelOf(visit, item, lowers);
    return { index, label, image, odds_percent: odds[index] ?? 0, lowers };
  });
}

/** "−$2.00", "Key × 1": the text on the wheel and for screen readers. */
function labelOf(
  { project, lang }: BargainVisit,
  item: BargainProgress['terms']['wheel'][number]['item'],
  lowers: Money | null,
): string {
  if (lowers !== null) return `−${moneyText(lowers, lang)}`;
  return item === null ? '' : `${textIn(item.name, lang, project.lang_default)} × ${item.count}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Formats like the storefront, with the decimals of the amount. */
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
