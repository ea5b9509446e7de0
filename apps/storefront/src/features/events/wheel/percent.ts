import { langTag, type Lang } from '../../../i18n/languages.ts';

/** "2%" or "0.5%" in the reader's language. */
export function formatPercent(percent: number, lang: Lang): string {
  const style = { style: 'percent', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(langTag(lang), style).format(percent / 100);
}
