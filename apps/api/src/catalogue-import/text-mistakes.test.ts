import { expect, it } from 'vitest';
import { mistakesInText } from './text-mistakes.ts';

const whysOf = (file: string, text: string) =>
  mistakesInText(file, text).map(({ line, field, why }) => [line, field, why]);

it('names every mistake of a text with its line', () => {
  expect(whysOf('p/a.yaml', 'a: 1\nb: 2\na: 3\nlist:\n  - { c: 1, c: 2 }\n')).toEqual([
    [3, 'a', 'stands there twice'],
    [5, 'c', 'stands there twice'],
  ]);
  expect(whysOf('p/a.yaml', 'a: 1\n*b\nc: %\n')).toEqual([
    [2, undefined, 'is not YAML: Implicit map keys need to be followed by map values'],
    [3, undefined, 'is not YAML: Plain value cannot start with directive indicator character %'],
  ]);
});

it.each(['__proto__', 'constructor', 'prototype'])('takes no field %s', (name) => {
  expect(whysOf('p/a.yaml', `a: 1\n${name}:\n  polluted: true\n`)).toEqual([
    [2, name, 'is not a known field'],
  ]);
  expect(whysOf('p/texts/de.json', `{"${name}": "x"}`)).toEqual([
    [1, name, 'is not a known field'],
  ]);
});

const bomb = Array.from({ length: 9 }, (_, index) => {
  const name = (at: number) => String.fromCodePoint(97 + at);
  const inner = index === 0 ? '"x"' : `*${name(index - 1)}`;
  return `${name(index)}: &${name(index)} [${Array.from({ length: 9 }, () => inner).join(',')}]`;
}).join('\n');

it.each([
  ['aliases that multiply', bomb, 'has more than 50 aliases'],
  ['tags', '!a '.repeat(40_000), /^is not YAML: /],
  ['aliases of nothing', '*a\n'.repeat(4_900), /^is not YAML: /],
  ['keys in keys', '? '.repeat(60_000), 'nests too deep'],
  ['lines', '#\n'.repeat(60_000), 'has more than 5000 lines'],
  ['brackets', '['.repeat(130_000), 'nests too deep'],
  ['brackets with spaces', '[ \n'.repeat(4_900), 'nests too deep'],
  ['lists in one line', '- '.repeat(60_000), 'nests too deep'],
  [
    'maps by indents',
    Array.from({ length: 600 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'),
    'nests too deep',
  ],
  [
    'a map of many fields',
    Array.from({ length: 4_900 }, (_, n) => `k${n}:`).join('\n'),
    'has a list or a map of more than 500 entries',
  ],
  ['a list of many entries', '- 1\n'.repeat(4_900), 'has a list or a map of more than 500 entries'],
])('refuses %s', (_, text, why) => {
  const mistakes = mistakesInText('p/a.yaml', text);
  expect(mistakes[0]?.why).toMatch(why);
  expect(mistakes.length).toBeLessThanOrEqual(100);
});

it('reads translations as JSON alone, whose fields stand once', () => {
  expect(whysOf('p/texts/de.json', '{"A": "a", "A": "b"}')).toEqual([
    [1, 'A', 'stands there twice'],
  ]);
  expect(whysOf('p/texts/de.json', '{"A": 1,\n "B": " "}').map(([, field]) => field)).toEqual([
    'A',
    'B',
  ]);
  expect(whysOf('p/texts/de.json', 'A: a')[0]?.[2]).toMatch(/^is not JSON: /);
  expect(whysOf('p/texts/de.json', '["A"]')).toEqual([
    [undefined, undefined, 'does not lead from English texts to translations'],
  ]);
});
