import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeGoods, writeTranslations, writeWays } from './edit-goods.ts';
import { NotWritable } from './edit-yaml.ts';

const PROJECTS = ['miniflix', 'vp_mbo'];
const textOf = (project: string, file: string) =>
  readFileSync(path.join(import.meta.dirname, '../../../../../catalogue', project, file), 'utf8');
const idsOf = (text: string) =>
  (parse(text) as { products: { product_id: string }[] }).products.map(({ product_id: id }) => id);

it.each(PROJECTS)('goods of %s change in place, and come back byte for byte', (project) => {
  const text = textOf(project, 'products.yaml');
  const ids = idsOf(text);
  const [first = ''] = ids;
  const turned = ids.toReversed();
  const written = writeGoods(text, [], turned);
  expect(idsOf(written)).toEqual(turned);
  expect(writeGoods(written, [], ids)).toBe(text);
  const limited = writeGoods(
    text,
    [{ product_id: first, limit: { max: 3, period: 'week' }, on_sale: false, name: "It's on" }],
    undefined,
  );
  const lines = (of: string) => of.split('\n');
  const same = new Set(lines(text));
  expect(lines(limited).filter((line) => !same.has(line)).length).toBeLessThanOrEqual(3);
  expect(limited).toContain('limit: { max: 3, period: week }');
});

it('a field that the file does not have is refused', () => {
  const text = textOf('miniflix', 'products.yaml');
  const unknown = { product_id: 'nothing', on_sale: true };
  expect(() => writeGoods(text, [unknown], undefined)).toThrow(NotWritable);
  expect(() => writeGoods(text, [], ['nothing'])).toThrow(NotWritable);
});

it('a method gets other countries, begins and ends, and the others stay', () => {
  const text = textOf('miniflix', 'channels.yaml');
  const narrowed = writeWays(text, [{ pay_id: 'paypal', countries: ['US', 'NO'] }]);
  const ways = (of: string) =>
    (parse(of) as { channels: { pay_id: string; countries?: unknown }[] }).channels;
  expect(ways(narrowed).find(({ pay_id: id }) => id === 'paypal')?.countries).toEqual(['US', 'NO']);
  expect(ways(narrowed)).toHaveLength(ways(text).length);
  const ended = writeWays(text, [{ pay_id: 'paypal', countries: null }]);
  expect(ways(ended).map(({ pay_id: id }) => id)).not.toContain('paypal');
  const begun = writeWays(ended, [{ pay_id: 'paypal', countries: '*' }]);
  expect(ways(begun).at(-1)).toMatchObject({ pay_id: 'paypal', countries: '*' });
});

it('a translation changes or begins, and every other byte stays', () => {
  const text = textOf('miniflix', 'texts/de.json');
  const same = writeTranslations(text, new Map([['Gems', 'Edelsteine']]));
  expect(same).toBe(text);
  const written = writeTranslations(
    text,
    new Map([
      ['Gems', 'Juwelen'],
      ['New "words"', 'Neu'],
    ]),
  );
  expect(JSON.parse(written)).toMatchObject({ Gems: 'Juwelen', 'New "words"': 'Neu' });
  expect(writeTranslations('{\n}\n', new Map([['A', 'B']]))).toBe('{\n  "A": "B"\n}\n');
});
