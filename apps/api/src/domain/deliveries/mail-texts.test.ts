import { LANGUAGES } from '@webpay/contract/languages';
import { expect, it } from 'vitest';
import { mailTexts } from './mail-texts.ts';

it.each(LANGUAGES)('[S06, F15] a mail in %s names who, what and which order', (lang) => {
  const { title, body } = mailTexts(lang);
  expect(body.match(/\{\w+\}/g)?.toSorted()).toEqual(['{goods}', '{name}', '{order}']);
  expect(title.length).toBeLessThanOrEqual(60);
  if (lang !== 'en') expect(title).not.toBe(mailTexts('en').title);
});

it('[S06] a language that is none of ours reads English', () => {
  expect(mailTexts('klingon')).toEqual(mailTexts('en'));
});
