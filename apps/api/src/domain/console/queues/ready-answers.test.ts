import { LANGUAGES } from '@webpay/contract/languages';
import { expect, it } from 'vitest';
import { textProblems } from '../../../../../storefront/build/text-rules.ts';
import { readyAnswers, readyTexts } from './ready-answers.ts';

it('has an answer for each decision of a request in every language, short enough to be read', () => {
  for (const lang of LANGUAGES) {
    for (const request of ['refund', 'wrong_recharge'] as const) {
      const answers = readyAnswers(request, lang);
      const approves = request === 'refund' ? 'approve_refund' : 'approve_resend';
      const kinds = answers.map(({ kind }) => kind);
      expect(new Set(kinds)).toEqual(new Set([approves, 'reject_request']));
      for (const { text } of answers) expect(text.length, `${lang}: ${text}`).toBeLessThan(200);
    }
  }
});

it('keeps the ready answers to the rules of docs/languages.md, without English in other languages', () => {
  const all = Object.fromEntries(LANGUAGES.map((lang) => [lang, { ...readyTexts(lang) }]));
  const found = textProblems(all).filter((each) => !each.includes('fixed by the specification'));
  expect(found).toEqual([]);
});
