import { expect, it } from 'vitest';
import { locateAll } from './locate.ts';

class Counted extends Map<string, string> {
  readings = 0;

  override get(key: string): string | undefined {
    this.readings += 1;
    return super.get(key);
  }
}

it('reads and parses a file once for all of its mistakes', async () => {
  const texts = new Counted([['a.yaml', 'one: 1\ntwo:\n  - { id: x, three: 3 }\n']]);
  const mistakes = Array.from({ length: 100 }, (_, n) => ({
    file: 'p/a.yaml',
    field: n % 2 === 0 ? 'one' : 'two.x.three',
    why: 'is wrong',
  }));
  const found = await locateAll({ dir: '/nowhere', project: 'p', texts }, mistakes);
  expect(found.map(({ line }) => line)).toEqual(mistakes.map((_, n) => (n % 2 === 0 ? 1 : 3)));
  expect(texts.readings).toBe(1);
});
