import { langTag, type Lang } from '../../../i18n/languages.ts';

/** "2%", "0.5%", as the reader's language writes it. */
export function formatPercent(percent: number, lang: Lang): string {
  const style = { style: 'percent', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(langTag(lang), style).format(percent / 100);
}
