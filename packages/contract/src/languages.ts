/** The 21 languages of the shop (S06), in the specification's order and with its codes. */
export const LANGUAGES = [
  'zh',
  'tw',
  'ru',
  'en',
  'ko',
  'tr',
  'vi',
  'de',
  'fr',
  'it',
  'es',
  'pt',
  'pl',
  'ro',
  'sv',
  'ta',
  'te',
  'tl',
  'th',
  'ms',
  'id',
] as const;

export type Language = (typeof LANGUAGES)[number];

export function isLanguage(code: string): code is Language {
  return (LANGUAGES as readonly string[]).includes(code);
}

/** Codes that Intl and `<html lang>` know by another name. */
const TAGS: Readonly<Record<string, string>> = { zh: 'zh-Hans-CN', tw: 'zh-Hant-TW', tl: 'fil' };

/** BCP 47 tag of a language: tw → zh-Hant-TW, tl → fil. */
export function languageTag(code: string): string {
  return TAGS[code] ?? code;
}
