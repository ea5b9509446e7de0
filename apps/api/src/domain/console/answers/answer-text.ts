import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sum } from '@webpay/contract/console/shapes';
import { LANGUAGES, languageTag, type Language } from '@webpay/contract/languages';
import { fromMinor } from '@webpay/contract/money';
import * as v from 'valibot';
import { fillSlots } from '../../mail/texts.ts';
import { utcTime } from '../../mail/utc-time.ts';
import { CAUSES, type Cause } from '../order-cause.ts';

/** Facts that an answer names. Times are ms. */
export type AnswerFacts = {
  /** Buyer's character. */
  readonly name: string;
  /** Character and server that get the goods: a resend may have another one. */
  readonly recipient: string;
  readonly server: string;
  readonly order_no: string;
  /** Lines of the order in the answer's language, for example "980 Gems × 2". */
  readonly goods: readonly string[];
  /** Sum that the cause is about: payment, refund, claim or overpayment. */
  readonly sum: Sum;
  /** End of payment or retries, delivery or refund; null: unknown or past. */
  readonly date: number | null;
  /** A resent mail's money does not go back by itself. */
  readonly isResend: boolean;
  /** The gateway can still take money for an ended attempt. */
  readonly mayBeTaken: boolean;
};

const text = v.pipe(v.string(), v.minLength(1));
const sentences = v.pipe(v.array(text), v.minLength(1));

const texts = v.strictObject({
  opening: text,
  items_or_money: text,
  if_taken: text,
  reserved: text,
  ...v.entriesFromList(CAUSES, sentences),
});
type AnswerTexts = v.InferOutput<typeof texts>;

/** Read at start: a process that cannot read every language does not start. */
const byLanguage = new Map<Language, AnswerTexts>(
  LANGUAGES.map((lang) => {
    const file = path.join(import.meta.dirname, `${lang}.json`);
    return [lang, v.parse(texts, JSON.parse(readFileSync(file, 'utf8')))];
  }),
);

/** Scripts without a space between sentences. */
const WITHOUT_SPACES: ReadonlySet<Language> = new Set(['zh', 'tw']);

/** The date in brackets at the end of a sentence. */
const DATE = /\s?[（(]\{date\}[)）]/;

/** The answer that support sends to a player about an order, as plain text. */
export function answerText(cause: Cause, lang: Language, facts: AnswerFacts): string {
  const own = answerTexts(lang);
  const { date } = facts;
  const given = sentencesOf(own, cause, facts);
  const said =
    date === null
      ? given.map((each) => each.replace(DATE, '')).filter((each) => !each.includes('{date}'))
      : given;
  const isSpaced = !WITHOUT_SPACES.has(lang);
  const body = said.join(isSpaced ? ' ' : '');
  return fillSlots(`${own.opening}\n\n${body}`, {
    name: inOneLine(facts.name),
    recipient: inOneLine(facts.recipient),
    server: inOneLine(facts.server),
    order_no: facts.order_no,
    goods: facts.goods.join(isSpaced ? ', ' : '、'),
    sum: sumIn(lang, facts.sum),
    ...(date === null ? {} : { date: utcTime(lang, date) }),
  });
}

/** The sentences of a cause, with those that several causes share. */
function sentencesOf(own: AnswerTexts, cause: Cause, facts: AnswerFacts): readonly string[] {
  const given = own[cause];
  switch (cause) {
    case 'mail_retrying_full':
    case 'mail_retrying':
    case 'mail_parked':
      return facts.isResend ? given : [...given, own.items_or_money];
    case 'payment_error':
    case 'expired':
      return beforeLast(given, own.if_taken);
    case 'declined_funds':
    case 'declined':
    case 'cancelled':
      return beforeLast(given, facts.mayBeTaken ? own.if_taken : own.reserved);
    default:
      return given;
  }
}

function beforeLast(given: readonly string[], sentence: string): string[] {
  return [...given.slice(0, -1), sentence, ...given.slice(-1)];
}

export function answerTexts(lang: Language): AnswerTexts {
  const found = byLanguage.get(lang);
  if (found === undefined) throw new Error('every language has its answers');
  return found;
}

/** Keeps a name that a game chose from breaking or turning the lines around it. */
function inOneLine(name: string): string {
  return name.replaceAll(/[\s\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]+/gu, ' ').trim();
}

/** Currencies that the shop shows without decimals when they are zero. */
const WHOLE_IN_USE: ReadonlySet<string> = new Set(['TWD', 'IDR', 'HUF', 'INR']);

/** "€13.99", "13,99 €", "NT$30": as the shop's pages show it. */
function sumIn(lang: Language, { minor, currency }: Sum): string {
  const { amount } = fromMinor(minor, currency);
  const [, part = ''] = amount.split('.');
  const decimals = WHOLE_IN_USE.has(currency) && /^0*$/.test(part) ? 0 : part.length;
  return new Intl.NumberFormat(languageTag(lang), {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(Number(amount));
}
