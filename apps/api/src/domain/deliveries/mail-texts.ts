import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isLanguage, LANGUAGES } from '@webpay/contract/languages';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.minLength(1));

/** A mail's texts, with `{slots}`. */
export const mailText = v.object({ title: text, body: text });

/**
 * The mails of a folder, one file for each language; a process that cannot read them all does not start.
 * @returns them in a language, else in English
 */
export function readMailTexts<S extends v.GenericSchema>(
  folder: string,
  schema: S,
): (lang: string) => v.InferOutput<S> {
  const byLanguage = new Map(
    LANGUAGES.map((lang) => {
      const file = path.join(folder, `${lang}.json`);
      return [lang, v.parse(schema, JSON.parse(readFileSync(file, 'utf8')))] as const;
    }),
  );
  return (lang) => {
    const texts = byLanguage.get(isLanguage(lang) ? lang : 'en');
    if (texts === undefined) throw new Error('every language has its mail');
    return texts;
  };
}

/** Puts what stands in the slots of a text in one go: a character may be called {order}, or $&. */
export function fillSlots(withSlots: string, slots: Readonly<Record<string, string>>): string {
  return withSlots.replaceAll(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot);
}

/** The texts of a delivery's mail in `lang`, else in English. */
export const mailTexts = readMailTexts(path.join(import.meta.dirname, 'mail-texts'), mailText);
