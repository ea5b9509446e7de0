import { expect, it } from 'vitest';
import { seenContents } from './checkout.ts';

const item = (count: number) => ({ name: 'Gems', count, image: '' });
const goods = { product_id: 'a', contents: [item(100), item(2)], bonus: null };

it('a line shows the contents of all its pieces, then the bonus (15.5)', () => {
  expect(seenContents([{ goods, count: 3 }])).toEqual([{ product_id: 'a', counts: [300, 6] }]);
  const bonus = { name: 'Gems', count: 10 };
  expect(seenContents([{ goods: { ...goods, bonus }, count: 1 }])).toMatchObject([
    { counts: [100, 2, 10] },
  ]);
});

it.each([
  ['doubled', [400, 8]],
  ['offered', [300, 6]],
] as const)('a first purchase that is %s shows %j (15.5)', (first_purchase, counts) => {
  expect(seenContents([{ goods: { ...goods, first_purchase }, count: 3 }])).toMatchObject([
    { counts },
  ]);
});
