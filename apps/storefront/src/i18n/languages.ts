import type { Language as Lang } from '@webpay/contract/languages';

export { isLanguage as isLang, type Language as Lang } from '@webpay/contract/languages';
/** Returns the BCP 47 tag for Intl and `<html lang>`: tw → zh-Hant-TW, tl → fil. */
export { languageTag as langTag } from '@webpay/contract/languages';

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

export const langName = (lang: Lang) => LANGUAGES.find(({ code }) => code === lang)?.name ?? lang;
