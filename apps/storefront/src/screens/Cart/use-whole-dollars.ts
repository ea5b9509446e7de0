import { formatMoney } from '../../i18n/format.ts';
import { useLang } from '../../i18n/text.tsx';

/** Formats whole dollars of limits (V05): "$1,000". */
export function useWholeDollars(): (dollars: number) => string {
  const lang = useLang();
  return (dollars) => formatMoney({ amount: String(dollars), currency: 'USD' }, lang);
}
