import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isLanguage, LANGUAGES } from '@webpay/contract/languages';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.minLength(1));
const mail = v.object({ title: text, body: text });

export type MailTexts = Readonly<v.InferOutput<typeof mail>>;

/** One file for each language; a process that cannot read them all does not start. */
const byLanguage = new Map(
  LANGUAGES.map((lang) => {
    const file = path.join(import.meta.dirname, `mail-texts/${lang}.json`);
    return [lang, v.parse(mail, JSON.parse(readFileSync(file, 'utf8')))] as const;
  }),
);

/** The texts of a delivery's mail in `lang`, else in English. */
export function mailTexts(lang: string): MailTexts {
  const texts = byLanguage.get(isLanguage(lang) ? lang : 'en');
  if (texts === undefined) throw new Error('every language has its mail');
  return texts;
}
