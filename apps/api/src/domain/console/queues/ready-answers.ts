import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { LANGUAGES, type Language } from '@webpay/contract/languages';
import type { ResolutionKind } from '@webpay/contract/money-back';
import * as v from 'valibot';

type ReadyAnswer = ConsoleResult<'request'>['answers'][number];

/** Answers to a request: what each decides, its name for the operator, and the requests that it fits. */
const ANSWERS = {
  refund_all: { kind: 'approve_refund', title: 'All of it goes back', fits: ['refund'] },
  refund_part: { kind: 'approve_refund', title: 'A part goes back', fits: ['refund'] },
  resend: {
    kind: 'approve_resend',
    title: 'Sent to the right character',
    fits: ['wrong_recharge'],
  },
  reject_delivered: { kind: 'reject_request', title: 'The goods were delivered', fits: ['refund'] },
  reject_refunded: {
    kind: 'reject_request',
    title: 'The money went back already',
    fits: ['refund', 'wrong_recharge'],
  },
  reject_no_character: {
    kind: 'reject_request',
    title: 'No such character',
    fits: ['wrong_recharge'],
  },
  reject_chosen: {
    kind: 'reject_request',
    title: 'The character was chosen so',
    fits: ['wrong_recharge'],
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly kind: ReadyAnswer['kind'];
      readonly title: string;
      readonly fits: readonly ResolutionKind[];
    }
  >
>;
type AnswerName = keyof typeof ANSWERS;
// Verified edge: the table's own type names its keys.
const NAMES = Object.keys(ANSWERS) as AnswerName[];

const text = v.pipe(v.string(), v.minLength(1));
const texts = v.strictObject(v.entriesFromList(NAMES, text));

/** Read at start: a process that cannot read every language does not start. */
const file = path.join(import.meta.dirname, 'ready-answers.json');
const byLanguage = v.parse(
  v.strictObject(v.entriesFromList(LANGUAGES, texts)),
  JSON.parse(readFileSync(file, 'utf8')),
);

/** Texts of one language by their names. */
export function readyTexts(lang: Language): Readonly<Record<AnswerName, string>> {
  return byLanguage[lang];
}

/** Answers that fit a kind of request, in the player's language, with the English beside. */
export function readyAnswers(request: ResolutionKind, lang: Language): ReadyAnswer[] {
  return NAMES.flatMap((name) => {
    const { kind, title, fits } = ANSWERS[name];
    const doesFit = fits.some((each) => each === request);
    return doesFit
      ? [{ kind, title, text: byLanguage[lang][name], english: byLanguage.en[name] }]
      : [];
  });
}
