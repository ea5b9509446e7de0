import { LANGUAGES as CONTRACT_LANGUAGES } from '@webpay/contract/languages';
import { describe, expect, it } from 'vitest';
import { allowedLanguages, chooseLanguage, languageState, langOfTag } from './choose-language.ts';
import { langName, langTag, LANGUAGES } from './languages.ts';

describe('the language of a browser tag', () => {
  it.each([
    ['zh', 'zh'],
    ['zh-CN', 'zh'],
    ['zh-SG', 'zh'],
    ['zh-Hans-CN', 'zh'],
    ['zh-TW', 'tw'],
    ['zh-HK', 'tw'],
    ['zh-MO', 'tw'],
    ['zh-Hant', 'tw'],
    ['zh-Hant-TW', 'tw'],
    ['zh_TW', 'tw'],
    ['ZH-tw', 'tw'],
    ['fil', 'tl'],
    ['fil-PH', 'tl'],
    ['tl-PH', 'tl'],
    ['in', 'id'],
    ['id-ID', 'id'],
    ['de-CH', 'de'],
    ['pt-BR', 'pt'],
    ['en-GB', 'en'],
    ['sv-FI', 'sv'],
    ['nb-NO', null],
    ['yue-HK', null],
    ['tw', null],
    ['', null],
    ['*', null],
  ])('[S05] %s → %s', (tag, lang) => {
    expect(langOfTag(tag)).toBe(lang);
  });
});

describe('the choice of a language', () => {
  const all = LANGUAGES.map((l) => l.code);

  it.each([
    ['takes the browser’s German', null, ['de-CH', 'en'], all, undefined, 'de'],
    [
      'takes the second browser language when the first is unknown',
      null,
      ['nb-NO', 'de'],
      all,
      undefined,
      'de',
    ],
    ['takes English when no browser language is known', null, ['nb-NO'], all, undefined, 'en'],
    [
      'takes the project’s default when no browser language is known',
      null,
      ['nb-NO'],
      all,
      'ko',
      'ko',
    ],
    ['prefers a stored choice', 'ta', ['de'], all, undefined, 'ta'],
    ['ignores a stored choice that is no language', 'xx', ['de'], all, undefined, 'de'],
    ['ignores a stored choice that is not allowed', 'ta', ['de'], ['en', 'de'], undefined, 'de'],
    ['ignores a browser language that is not allowed', null, ['de'], ['en', 'zh'], undefined, 'en'],
    ['takes the only allowed language', null, ['de'], ['ko'], 'en', 'ko'],
    ['takes English when no allowed language is known', null, ['de'], ['xx'], undefined, 'en'],
    [
      'allows every language before the configuration is known',
      null,
      ['th-TH'],
      null,
      undefined,
      'th',
    ],
    ['takes English without browser languages', null, [], all, undefined, 'en'],
  ] as const)('[S05] %s', (_, stored, browser, allowed, fallback, expected) => {
    expect(chooseLanguage({ stored, browser, allowed, fallback })).toBe(expected);
  });

  it('[S05] offers configuration ∩ base set', () => {
    expect(allowedLanguages(['zh', 'xx', 'de', 'en'])).toEqual(['en', 'zh', 'de']);
    expect(allowedLanguages(null)).toHaveLength(21);
  });
});

it('[S06] lists the 21 languages of the contract, each with its own name and a tag Intl knows', () => {
  expect(LANGUAGES.map((l) => l.code).toSorted()).toEqual(CONTRACT_LANGUAGES.toSorted());
  expect(new Set(LANGUAGES.map((l) => l.name)).size).toBe(21);
  for (const { code } of LANGUAGES) {
    const tag = langTag(code);
    expect(Intl.NumberFormat.supportedLocalesOf([tag]), tag).toEqual([tag]);
  }
  expect(langTag('tw')).toBe('zh-Hant-TW');
  expect(langTag('tl')).toBe('fil');
  expect(langName('de')).toBe('Deutsch');
});

it.each([
  ['fr-BE', 'fr', 'français (Belgique)'],
  ['tl', 'tl', 'Filipino'],
  ['nb-NO', null, 'norsk bokmål (Norge)'],
  ['not a tag', null, 'not a tag'],
])('[S12] keeps the full language name of a browser in %s', (tag, browserLang, browserName) => {
  expect(languageState('en', tag, ['en', 'de'])).toEqual({
    value: 'en',
    browserLang,
    browserName,
    allowed: ['en', 'de'],
  });
});
