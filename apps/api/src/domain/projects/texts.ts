import type { Texts } from './project-data.ts';

/** A text in `lang`, else in the project's default language, else in English, else in any. */
export function textIn(texts: Texts, lang: string, langDefault: string): string {
  return texts[lang] ?? texts[langDefault] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
}

/** `textIn` for one language of a project. */
export function textsIn({ lang_default }: { readonly lang_default: string }, lang: string) {
  return (texts: Texts) => textIn(texts, lang, lang_default);
}

/** Items as pages show them. */
export function itemsIn(
  items: readonly { readonly name: Texts; readonly count: number; readonly image: string }[],
  text: (texts: Texts) => string,
) {
  return items.map(({ name, count, image }) => ({ name: text(name), count, image }));
}
