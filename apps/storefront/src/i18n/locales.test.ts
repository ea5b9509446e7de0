import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileCatalogue, readCatalogue } from '../../build/catalogues.ts';
import { langTag, LANGUAGES } from './languages.ts';
import { createTexts, translatorOf } from './text.tsx';

const english = readCatalogue('en');
const ids = Object.keys(english);

const OTHERS = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en');

const isCompiled = (value: unknown): value is CompiledMessage => Array.isArray(value);

/** Lists placeholders and tags, sorted, which a translation must keep. */
function marks(text: string): readonly string[] {
  const found = new Set<string>();
  const walk = (tokens: CompiledMessage): void => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [name, type, choices] = token;
      found.add(type === undefined ? `{${name}}` : `{${name}, ${type}}`);
      if (typeof choices !== 'object' || choices === null) continue;
      for (const choice of Object.values<unknown>({ ...choices })) {
        if (isCompiled(choice)) walk(choice);
      }
    }
  };
  walk(compileMessageOrThrow(text));
  for (const [tag] of text.matchAll(/<\/?\d+\/?>/g)) found.add(tag);
  return [...found].toSorted();
}

/** Lists the plural forms that a language distinguishes in counts of a shop. */
function formsOf(tag: string): readonly string[] {
  const rules = new Intl.PluralRules(tag);
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))].toSorted();
}

/** Lists the plural forms of each count in a text. */
function formsIn(text: string): readonly (readonly string[])[] {
  const found: string[][] = [];
  const walk = (tokens: CompiledMessage): void => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [, type, choices] = token;
      if (typeof choices !== 'object' || choices === null) continue;
      if (type === 'plural') found.push(Object.keys(choices));
      for (const choice of Object.values<unknown>({ ...choices })) {
        if (isCompiled(choice)) walk(choice);
      }
    }
  };
  walk(compileMessageOrThrow(text));
  return found;
}

describe.each(OTHERS)('[S06] the texts in %s', (lang) => {
  const own = readCatalogue(lang);

  it('match the ids of English', () => {
    expect(Object.keys(own)).toEqual(ids);
    expect(ids.filter((id) => own[id]?.trim() === '')).toEqual([]);
  });

  it('keep every placeholder and tag', () => {
    for (const id of ids) expect(marks(own[id] ?? ''), id).toEqual(marks(english[id] ?? ''));
  });

  it('have every plural form of the language', () => {
    for (const id of ids) {
      for (const forms of formsIn(own[id] ?? '')) {
        expect(forms, id).toEqual(expect.arrayContaining([...formsOf(langTag(lang))]));
      }
    }
  });
});

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
