import path from 'node:path';
import * as v from 'valibot';
import type { MailPurpose } from '@webpay/contract/access-shapes';
import { readMailTexts } from '../deliveries/mail-texts.ts';

const text = v.pipe(v.string(), v.minLength(1));

/** One mail for all codes: what this one is for stands in `{what}`. */
const texts = v.object({
  title: text,
  body: text,
  pwd_set: text,
  pwd_change: text,
  pwd_remove: text,
  pwd_reset: text,
}) satisfies v.GenericSchema<unknown, Readonly<Record<MailPurpose, string>>>;

/** The mail with a code in `lang`, else in English. */
export const codeTexts = readMailTexts(path.join(import.meta.dirname, 'mail-texts'), texts);
