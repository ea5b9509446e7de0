import type { CallResult } from '@webpay/contract/calls';
import { languageTag } from '@webpay/contract/languages';
import type { Money } from '@webpay/contract/money';
import { textIn } from '../../projects/texts.ts';
import type { BargainVisit } from './enter-bargain.ts';
import type { BargainRules } from './rules.ts';
import { moneyOff, packInSight } from './show-parts.ts';
import { doneToday, type Standing } from './standing.ts';
import { oddsOf } from './wheel.ts';

type Wheel = CallResult<'bargainInfo'>['wheel'];

export function showWheel(visit: BargainVisit, standing: Standing): Wheel {
  return {
    prizes: prizesOf(visit, standing),
    todays_index: doneToday(standing, 'spin')?.prize_index ?? null,
  };
}

/** The board is the same for everybody with the same terms, language and money: it is written out once. */
const boards = new WeakMap<BargainRules, Map<string, Wheel['prizes']>>();

function prizesOf(visit: BargainVisit, standing: Standing): Wheel['prizes'] {
  const made = boards.get(standing.terms) ?? new Map<string, Wheel['prizes']>();
  boards.set(standing.terms, made);
  const key = `${visit.lang} ${visit.currency} ${packInSight(standing).pack_id}`;
  const prizes = made.get(key) ?? writePrizes(visit, standing);
  made.set(key, prizes);
  return prizes;
}

function writePrizes(visit: BargainVisit, standing: Standing): Wheel['prizes'] {
  const { wheel } = standing.terms;
  const odds = oddsOf(wheel);
  return wheel.map(({ item, lowers_minor, image }, index) => {
    const lowers = item === null ? moneyOff(visit, standing, lowers_minor) : null;
    const label = labelOf(visit, item, lowers);
    return { index, label, image, odds_percent: odds[index] ?? 0, lowers };
  });
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
