import type { Money } from '@webpay/contract/money';
import { useCallback } from 'react';
import { formatMoney } from '../../i18n/format.ts';
import { useLang } from '../../i18n/text.tsx';

/** Formats money in the page's language. */
export function useMoney(): (money: Money) => string {
  const lang = useLang();
  return useCallback((money: Money) => formatMoney(money, lang), [lang]);
}
