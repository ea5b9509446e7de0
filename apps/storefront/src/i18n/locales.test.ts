import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileCatalogue, readCatalogue } from '../../build/catalogues.ts';
import { LANGUAGES } from './languages.ts';
import { createTexts, translatorOf } from './text.tsx';

const english = readCatalogue('en');
const ids = Object.keys(english);

it('[S06] has no file of an unknown language and no id that English lacks', () => {
  const codes: readonly string[] = LANGUAGES.map((l) => l.code);
  for (const file of readdirSync(new URL('./locales/', import.meta.url))) {
    const lang = file.replace('.json', '');
    expect(codes).toContain(lang);
    expect(Object.keys(readCatalogue(lang)).filter((id) => !ids.includes(id))).toEqual([]);
  }
});

it('[S06] falls back to English where a language has no text', () => {
  // No file has this name.
  const t = translatorOf(createTexts('sv', compileCatalogue('unwritten')));
  expect(t('ui.close')).toBe('Close');
  expect(t('ui.results', { count: 2 })).toBe('2 results');
});

it('reads counts and names in both languages', () => {
  const en = translatorOf(createTexts('en', compileCatalogue('en')));
  const zh = translatorOf(createTexts('zh', compileCatalogue('zh')));
  expect(en('ui.results', { count: 1 })).toBe('1 result');
  expect(en('home.continue_as', { name: 'NovaStar' })).toBe('Continue as NovaStar');
  expect(zh('home.continue_as', { name: 'NovaStar' })).toBe('以 NovaStar 身份继续');
  expect(en('home.server_empty', { query: 'xyz' })).toBe(
    'No server called "xyz". Check the name in the game\'s menu.',
  );
});

it.each(['ru', 'pl', 'ro', 'de'])(
  '[S06] keeps names of goods undeclined in %s: behind a colon',
  (lang) => {
    const own = readCatalogue(lang);
    const keys = ['card.singly', 'result.success', 'result.success_one', 'bargain.bought_other'];
    for (const key of keys) expect(own[key], key).toMatch(/: \{(?:item|name)\}/);
  },
);

it.each(LANGUAGES.map(({ code }) => code))(
  '[S06] names the cart button in %s with the number on its badge as a word of its own',
  (lang) => {
    const t = translatorOf(createTexts(lang, compileCatalogue(lang)));
    for (const count of [1, 2, 5, 10]) {
      const name = t('cart.open', { count });
      expect(name).toMatch(new RegExp(String.raw`(?<![\p{L}\p{N}])${count}(?![\p{L}\p{N}])`, 'u'));
    }
  },
);
