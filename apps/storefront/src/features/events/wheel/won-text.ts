import type { Money } from '@webpay/contract/money';
import type { Translate } from '../../../i18n/text.tsx';
import type { BargainInfo } from '../bargain/next-step.ts';

type Prize = Pick<BargainInfo['wheel']['prizes'][number], 'label' | 'lowers'>;

/** "You won $2.00 off" or "You won Key × 1". The board's minus sign would read as a loss here. */
export function wonText(
  { label, lowers }: Prize,
  t: Translate,
  money: (money: Money) => string,
): string {
  return lowers === null ? t('wheel.won', { label }) : t('wheel.won_off', { price: money(lowers) });
}
