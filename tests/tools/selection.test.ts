import path from 'node:path';
import { expect, test } from 'vitest';
import { runnersOf } from '../runners/run-tests.ts';
import { readSelection, WHOLE_TIER } from '../runners/selection.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const select = (...words: string[]) => readSelection(words, ROOT);
const argsOf = (...words: string[]): string[] =>
  runnersOf('fast', select(...words)).map(({ args }) =>
    args.filter((each) => !/report|output|no-?tests/i.test(each)).join(' '),
  );

test('runs a tier with both runners when no test is named', () => {
  expect(argsOf()).toEqual(['run --project=!full*', 'test --project=fast*']);
  expect(runnersOf('full', WHOLE_TIER).map(({ args }) => args.at(-1))).toEqual([
    '--project=full*',
    '--project=full*',
  ]);
});

test('sends a named file to its runner, whatever its tier', () => {
  expect(argsOf('tests/tools/ports.test.ts')).toEqual([`run ${ROOT}/tests/tools/ports.test.ts`]);
  expect(argsOf('tests/browser/cart/cart.spec.ts')).toEqual([
    `test ${ROOT}/tests/browser/cart/cart.spec.ts`.replaceAll('.', '\\.'),
  ]);
});

test('finds the tests of a folder', () => {
  expect(select('tests/chaos/soak').vitestFiles).toEqual([
    `${ROOT}/tests/chaos/soak/verdict.test.ts`,
  ]);
});

test('passes a name and a change to both runners', () => {
  expect(argsOf('-t', '[V05]')).toEqual([String.raw`run -t \[V05\]`, String.raw`test -g \[V05\]`]);
  expect(argsOf('--changed')).toEqual([
    'run --project=!full* --changed',
    'test --project=fast* --only-changed',
  ]);
});

test.each([
  [['--watch'], "Unknown option '--watch'"],
  [['--changed', '--changed'], '--changed is given twice: nothing was done.'],
  [['nowhere.test.ts'], 'There is no file or folder "nowhere.test.ts".'],
  [
    ['package.json'],
    '"package.json" has no tests: name a *.test.ts or *.spec.ts file, or a folder with some.',
  ],
  [['-t', ' '], '-t takes the name of a test, or a part of it.'],
])('refuses %j', (words, sentence) => {
  expect(() => select(...words)).toThrow(sentence);
});
