import type { LanguageWish } from '@webpay/contract/page';
import { FALLBACK_LANG, isLang, LANGUAGES, type Lang } from './languages.ts';

/**
 * S05: maps a browser tag to our code, or null. TW, HK and MO read traditional Chinese; `fil` and
 * `in` are other names of tl and id.
 */
export function langOfTag(tag: string): Lang | null {
  const [first = '', ...rest] = tag.replaceAll('_', '-').toLowerCase().split('-');
  if (first === 'zh') {
    return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'tw' : 'zh';
  }
  // The tag "tw" is Twi, not our code for traditional Chinese.
  if (first === 'tw') return null;
  if (first === 'fil') return 'tl';
  if (first === 'in') return 'id';
  return isLang(first) ? first : null;
}

/** Returns the project's list ∩ ours, in our order. */
export function allowedLanguages(configured: readonly string[] | null): readonly Lang[] {
  const all = LANGUAGES.map((l) => l.code);
  if (configured === null) return all;
  const allowed = all.filter((code) => configured.includes(code));
  return allowed.length > 0 ? allowed : [FALLBACK_LANG];
}

/** S05: prefers the stored choice, then the first allowed browser language, then the default. */
export function chooseLanguage(wish: LanguageWish): Lang {
  const allowed = allowedLanguages(wish.allowed);
  const may = (lang: Lang | null): lang is Lang => lang !== null && allowed.includes(lang);

  const stored = wish.stored !== null && isLang(wish.stored) ? wish.stored : null;
  if (may(stored)) return stored;

  const wanted = wish.browser.map(langOfTag).find(may);
  if (wanted) return wanted;

  const fallback = wish.fallback !== undefined && isLang(wish.fallback) ? wish.fallback : null;
  if (may(fallback)) return fallback;
  return may(FALLBACK_LANG) ? FALLBACK_LANG : (allowed[0] ?? FALLBACK_LANG);
}

/**
 * S12's language state: the value, the browser's full language name and the allowed list.
 * @param browserTag of the browser's first language: "de-CH"
 */
export function languageState(
  value: Lang,
  browserTag: string,
  configured: readonly string[] | null,
): LanguageState {
  return {
    value,
    browserLang: langOfTag(browserTag),
    browserName: fullLanguageName(browserTag),
    allowed: allowedLanguages(configured),
  };
}

type LanguageState = {
  readonly value: Lang;
  /** The browser's language where the shop has it. */
  readonly browserLang: Lang | null;
  readonly browserName: string;
  readonly allowed: readonly Lang[];
};

/** Names the browser's language in itself ("Deutsch (Schweiz)"). */
function fullLanguageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
