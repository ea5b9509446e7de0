import { isLanguage, type Language } from '@webpay/contract/languages';

/** A language of the shop, by the specification's code. */
export type Lang = Language;

/**
 * The 21 languages of the shop (S06): our code, the tag that Intl and `<html lang>` want, and the
 * name its speakers use.
 */
export const LANGUAGES = [
  { code: 'en', tag: 'en', name: 'English' },
  { code: 'zh', tag: 'zh-Hans-CN', name: '简体中文' },
  { code: 'tw', tag: 'zh-Hant-TW', name: '繁體中文' },
  { code: 'ru', tag: 'ru', name: 'Русский' },
  { code: 'ko', tag: 'ko', name: '한국어' },
  { code: 'tr', tag: 'tr', name: 'Türkçe' },
  { code: 'vi', tag: 'vi', name: 'Tiếng Việt' },
  { code: 'de', tag: 'de', name: 'Deutsch' },
  { code: 'fr', tag: 'fr', name: 'Français' },
  { code: 'it', tag: 'it', name: 'Italiano' },
  { code: 'es', tag: 'es', name: 'Español' },
  { code: 'pt', tag: 'pt', name: 'Português' },
  { code: 'pl', tag: 'pl', name: 'Polski' },
  { code: 'ro', tag: 'ro', name: 'Română' },
  { code: 'sv', tag: 'sv', name: 'Svenska' },
  { code: 'ta', tag: 'ta', name: 'தமிழ்' },
  { code: 'te', tag: 'te', name: 'తెలుగు' },
  { code: 'tl', tag: 'fil', name: 'Filipino' },
  { code: 'th', tag: 'th', name: 'ไทย' },
  { code: 'ms', tag: 'ms', name: 'Bahasa Melayu' },
  { code: 'id', tag: 'id', name: 'Bahasa Indonesia' },
] as const satisfies readonly { code: Lang; tag: string; name: string }[];

/** The language of every text that another catalogue lacks. */
export const FALLBACK_LANG: Lang = 'en';

const byCode = new Map<Lang, (typeof LANGUAGES)[number]>(LANGUAGES.map((l) => [l.code, l]));

export const isLang = isLanguage;

/** The BCP 47 tag for Intl and for `<html lang>`: tw → zh-Hant-TW, tl → fil. */
export function langTag(lang: Lang): string {
  return byCode.get(lang)?.tag ?? FALLBACK_LANG;
}

/** The language's own name, as the language switcher lists it. */
export function langName(lang: Lang): string {
  return byCode.get(lang)?.name ?? lang;
}
