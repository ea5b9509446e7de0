import { readFileSync } from 'node:fs';
import * as v from 'valibot';

export type Lang = 'en' | 'zh' | 'de' | 'ru' | 'ta';

/** Text of a message id with its values; messages without plurals only. */
export type Say = (id: string, values?: Readonly<Record<string, string>>) => string;

const catalogues = new Map<Lang, Readonly<Record<string, string>>>();

/** Texts of the storefront in one language. */
export function sayIn(lang: Lang): Say {
  return (id, values = {}) => {
    const text = catalogue(lang)[id];
    if (text === undefined) throw new Error(`${lang}.json has no ${id}`);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  };
}

function catalogue(lang: Lang): Readonly<Record<string, string>> {
  const known = catalogues.get(lang);
  if (known) return known;
  const file = new URL(`../../../apps/storefront/src/i18n/locales/${lang}.json`, import.meta.url);
  const texts = v.parse(
    v.record(v.string(), v.string()),
    JSON.parse(readFileSync(file, 'utf8')) as unknown,
  );
  catalogues.set(lang, texts);
  return texts;
}
