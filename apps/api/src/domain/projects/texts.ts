import type { Texts } from './project-data.ts';

/** A text in `lang`, else in the project's default language, else in English, else in any. */
export function textIn(texts: Texts, lang: string, langDefault: string): string {
  return texts[lang] ?? texts[langDefault] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
}
