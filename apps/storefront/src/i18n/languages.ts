import { isLanguage, languageTag, type Language } from '@webpay/contract/languages';

export type Lang = Language;

/** The 21 languages of the shop (S06): code and native name. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'zh', name: '简体中文' },
  { code: 'tw', name: '繁體中文' },
  { code: 'ru', name: 'Русский' },
  { code: 'ko', name: '한국어' },
  { code: 'tr', name: 'Türkçe' },
  { code: 'vi', name: 'Tiếng Việt' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
  { code: 'it', name: 'Italiano' },
  { code: 'es', name: 'Español' },
  { code: 'pt', name: 'Português' },
  { code: 'pl', name: 'Polski' },
  { code: 'ro', name: 'Română' },
  { code: 'sv', name: 'Svenska' },
  { code: 'ta', name: 'தமிழ்' },
  { code: 'te', name: 'తెలుగు' },
  { code: 'tl', name: 'Filipino' },
  { code: 'th', name: 'ไทย' },
  { code: 'ms', name: 'Bahasa Melayu' },
  { code: 'id', name: 'Bahasa Indonesia' },
] as const satisfies readonly { code: Lang; name: string }[];

/** Language of texts that another catalogue lacks. */
export const FALLBACK_LANG: Lang = 'en';

const byCode = new Map<Lang, (typeof LANGUAGES)[number]>(LANGUAGES.map((l) => [l.code, l]));

export const isLang = isLanguage;

/** Returns the BCP 47 tag for Intl and `<html lang>`: tw → zh-Hant-TW, tl → fil. */
export function langTag(lang: Lang): string {
  return languageTag(lang);
}

export function langName(lang: Lang): string {
  return byCode.get(lang)?.name ?? lang;
}
