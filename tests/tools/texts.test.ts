import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../../apps/storefront/build/catalogues.ts';
import { LANGUAGES } from '../../apps/storefront/src/i18n/languages.ts';
import { textProblems } from '../../apps/storefront/build/text-rules.ts';

const real = Object.fromEntries(LANGUAGES.map(({ code }) => [code, readCatalogue(code)]));
const english = readCatalogue('en');

describe('[S06] the texts of all 21 languages', () => {
  it('have the keys, placeholders, plural forms and fixed words of English', () => {
    expect(textProblems(real)).toEqual([]);
  });

  it.each([
    ['de', 'ui.close', '', 'de ui.close is empty'],
    ['de', 'ui.close', 'Schließen ', 'de ui.close has stray spaces'],
    ['de', 'ui.close', 'Schließen {count, plural,', 'de ui.close is no ICU message'],
    [
      'ru',
      'ui.results',
      '{count, plural, one {# итог} other {# итогов}}',
      'ru ui.results lacks the plural forms few, many',
    ],
    [
      'fr',
      'home.continue_as',
      'Continuer',
      'fr home.continue_as has the placeholders none, English {name}',
    ],
    ['fr', 'ui.close', english['ui.close'], 'fr ui.close reads as in English'],
    ['it', 'ui.close', 'Chiudi the', 'it ui.close has an English word: "the"'],
    ['th', 'ui.close', 'ปิด dialog', 'th ui.close has Latin letters: dialog'],
    ['sv', 'goods.times', 'ggr {count}', 'sv goods.times is the same in every language'],
    ['de', 'ui.close', 'Zu } weit', 'de ui.close has a closing brace too many'],
    [
      'de',
      'ui.results',
      '{count, plural, one {# Treffer} one {# Fund} other {# Treffer}}',
      'de ui.results has the form one twice',
    ],
    [
      'de',
      'ui.results',
      '{count, plural, offset:1 one {# Treffer} other {# Treffer}}',
      'de ui.results has the unknown plural form offset:1',
    ],
    ['en', 'ui.close', 'Close {count, number}', 'en ui.close has the unknown type number'],
    ['en', 'ui.close', '{kind, select, one {Close}}', 'en ui.close lacks the form other'],
    ['de', 'app.level', 'Lv. {level}', 'de app.level needs a no-break space beside the level'],
    ['en', 'ui.close', 'You cannot close', 'en ui.close has replaced wording: "cannot"'],
    ['en', 'ui.close', 'Goods', 'en ui.close has replaced wording: "Goods"'],
    ['en', 'result.timeout', 'Too late', 'is fixed by the specification: "Payment timed out"'],
  ])('in %s: %s with "%s" is found', (lang, key, text, problem) => {
    const changed = { ...readCatalogue(lang), [key]: text };
    expect(textProblems({ en: english, [lang]: changed })).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  it('a missing key and another order are found', () => {
    const { 'ui.close': close = '', ...others } = readCatalogue('de');
    expect(textProblems({ en: english, de: others })).toEqual(['de lacks ui.close']);
    expect(textProblems({ en: english, de: { ...others, 'ui.close': close } })).toEqual([
      'de has its keys in another order than English',
    ]);
  });
});
