import { LANGUAGES, type Language } from '@webpay/contract/languages';
import { expect, it } from 'vitest';
import { textProblems } from '../../../../../storefront/build/text-rules.ts';
import { CAUSES, type Cause } from '../order-cause.ts';
import { answerText, answerTexts, type AnswerFacts } from './answer-text.ts';

const facts: AnswerFacts = {
  name: 'NovaStar',
  recipient: 'NovaStar',
  server: 'S12 Dawnharbor',
  order_no: 'WP-7K3F-Q8M2-X',
  goods: ['980 Gems', 'Weekly Card × 2'],
  sum: { minor: 1549, currency: 'EUR' },
  date: Date.UTC(2026, 10, 30, 18, 5),
  isResend: false,
  mayBeTaken: false,
};

const EVERY = LANGUAGES.flatMap((lang) => CAUSES.map((cause) => [cause, lang] as const));

/** The longest that the shop allows: a long name, server and list of goods. */
const LONG: AnswerFacts = {
  ...facts,
  name: 'A name of twenty-four xx',
  recipient: 'A name of twenty-four xx',
  server: 'S112 A server with a long name',
  goods: ['3,280 Diamonds of the Realm × 10', 'Matinee pack × 2', 'Weekly Card'],
  sum: { minor: 123_456_700, currency: 'IDR' },
};

it('answers every cause in every language within 600 characters, with every slot filled', () => {
  for (const [cause, lang] of EVERY) {
    for (const each of [LONG, { ...LONG, date: null, isResend: true, mayBeTaken: true }]) {
      const answer = answerText(cause, lang, each);
      expect(answer, `${lang} ${cause}`).not.toMatch(/[{}]/);
      expect(answer.length, `${lang} ${cause}`).toBeLessThanOrEqual(600);
      expect(answer, `${lang} ${cause}`).toContain(each.order_no);
    }
  }
});

it('names the sum, the server and the date wherever the English answer does', () => {
  for (const [cause, lang] of EVERY) {
    const slots = (of: Language) => {
      const said = answerTexts(of)[cause].join(' ');
      return [...new Set(said.match(/\{\w+\}/g))].toSorted();
    };
    expect(slots(lang), `${lang} ${cause}`).toEqual(slots('en'));
  }
});

it('keeps the answers to the rules of docs/languages.md, without English in other languages', () => {
  const flat = (lang: Language) =>
    Object.fromEntries(
      Object.entries(answerTexts(lang)).map(([key, said]) => [key, [said].flat().join(' ')]),
    );
  const all = Object.fromEntries(LANGUAGES.map((lang) => [lang, flat(lang)]));
  const found = textProblems(all).filter((each) => !each.includes('fixed by the specification'));
  expect(found).toEqual([]);
});

it('writes an answer as a player reads it, with the sum and the time of its language', () => {
  expect(answerText('delivered', 'de', facts)).toBe(
    'Hallo NovaStar, so steht es um deine Bestellung WP-7K3F-Q8M2-X: 980 Gems, Weekly Card × 2.\n\n' +
      'Wir haben die Artikel an das Ingame-Postfach von NovaStar auf S12 Dawnharbor geschickt (30.11.2026, 18:05 UTC). ' +
      'Öffne im Spiel die Post und hol sie dort ab. ' +
      'Falls du einen anderen Charakter meintest, schick uns seinen Server und seine ID.',
  );
  expect(answerText('expired', 'en', facts)).toMatch(
    /paid in time, .+ If your bank .+ Otherwise, /,
  );
  expect(answerText('refund_on_its_way', 'en', facts)).toContain(
    '\n\n€15.49 is being refunded to you. ',
  );
  const chinese = answerText('not_paid', 'zh', facts);
  expect(chinese).toContain('（980 Gems、Weekly Card × 2）');
  expect(chinese).toContain('未被扣款。您可以在 2026年11月30日 18:05 UTC 之前');
  expect(answerText('delivered', 'vi', facts)).toContain('(18:05 UTC 30 thg 11, 2026)');
});

it('leaves out the sentence or the brackets of a date that is not known', () => {
  const undated = { ...facts, date: null };
  expect(answerText('not_paid', 'en', undated)).toMatch(
    /\n\nIt isn’t paid yet, and you haven’t been charged\.$/,
  );
  expect(answerText('refunded', 'en', undated)).toContain('has been refunded to you. Banks');
  for (const [cause, lang] of EVERY) {
    expect(answerText(cause, lang, undated), `${lang} ${cause}`).not.toMatch(/UTC|\(\)|（）/);
  }
});

it('promises items or money for a purchase, and not for a resend', () => {
  const promise = 'You’ll get your items or your money back.';
  const causes: Cause[] = ['mail_retrying_full', 'mail_retrying', 'mail_parked'];
  for (const cause of causes) {
    expect(answerText(cause, 'en', facts)).toContain(promise);
    expect(answerText(cause, 'en', { ...facts, isResend: true })).not.toContain('money back');
  }
});

it.each(['declined_funds', 'declined', 'cancelled'] as const)(
  'names a reservation after a payment that is over, and items or money while money may come: %s',
  (cause) => {
    expect(answerText(cause, 'en', facts)).toContain('show the amount as reserved');
    const late = answerText(cause, 'en', { ...facts, mayBeTaken: true });
    expect(late).toContain('please don’t pay again: you’ll get your items or your money back');
    expect(late).not.toContain('reserved');
  },
);

it.each(['unresolved', 'processing', 'payment_error', 'expired', 'quarantined'] as const)(
  'never lets a player pay again while money may be taken: %s',
  (cause) => {
    expect(answerText(cause, 'en', facts).toLowerCase()).toContain('please don’t pay again');
  },
);

it('keeps hostile names as text, on one line', () => {
  const name = '{sum} $& <b>x</b>\r\n\nYou are refunded\u202E{date}';
  const answer = answerText('delivered', 'en', { ...facts, name, recipient: name });
  const shown = '{sum} $& <b>x</b> You are refunded {date}';
  expect(answer.split(shown)).toHaveLength(3);
  expect(answer.split('\n')).toHaveLength(3);
});
