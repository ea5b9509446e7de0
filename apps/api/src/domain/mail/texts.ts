import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MailPurpose } from '@webpay/contract/access-shapes';
import { isLanguage, LANGUAGES } from '@webpay/contract/languages';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.minLength(1));

/** Title and body of a mail, with `{slots}`. */
const mailText = v.object({ title: text, body: text });

/** `access_code` serves all codes: its `{what}` is the text of the purpose. */
const accessCodeText = v.object({
  title: text,
  body: text,
  pwd_set: text,
  pwd_change: text,
  pwd_remove: text,
  pwd_reset: text,
  device: text,
}) satisfies v.GenericSchema<unknown, Readonly<Record<MailPurpose, string>>>;

const texts = v.object({
  purchase: mailText,
  reward: mailText,
  starts_soon: mailText,
  started: mailText,
  ends_soon: mailText,
  pay_soon: mailText,
  access_code: accessCodeText,
});
type MailTexts = v.InferOutput<typeof texts>;

/** Read at start: a process that cannot read every language does not start. */
const byLanguage = new Map<string, MailTexts>(
  LANGUAGES.map((lang) => {
    const file = path.join(import.meta.dirname, 'texts', `${lang}.json`);
    return [lang, v.parse(texts, JSON.parse(readFileSync(file, 'utf8')))];
  }),
);

export function mailTexts(lang: string): MailTexts {
  const found = byLanguage.get(isLanguage(lang) ? lang : 'en');
  if (found === undefined) throw new Error('every language has its mails');
  return found;
}

/** Fills all slots in one pass, because a character's name may look like a slot or like `$&`. */
export function fillSlots(withSlots: string, slots: Readonly<Record<string, string>>): string {
  return withSlots.replaceAll(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot);
}
