import { expect, test } from 'vitest';
import { requirementsIn, titlesIn } from '../../tools/spec-titles.ts';

test('reads the ids of the table only', () => {
  const markdown =
    '| id | must hold |\n|---|---|\n| A01 | one, see C02 |\n| C02 | two |\nA03 is text';
  expect(requirementsIn(markdown)).toEqual(['A01', 'C02']);
});

test.each([
  [`test('[A01] one', () => {})`, ['A01']],
  ['test("[A01][C02] two", () => {})', ['A01', 'C02']],
  ['test(`[A01, C02] three ${n}`, () => {})', ['A01', 'C02']],
  [`test.each([['[R05] a row', 1]])`, ['R05']],
  [`test('it\\'s [A01] quoted', () => {})`, ['A01']],
  ['const list = ids[A01]', []],
  [`test('[a01] [A1] [A001] none', () => {})`, []],
])('%s', (source, ids) => {
  expect(titlesIn(source).flatMap((title) => title.ids)).toEqual(ids);
});
