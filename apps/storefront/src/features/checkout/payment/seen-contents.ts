import type { Goods } from '@webpay/contract/calls';

export type SeenLine = {
  readonly goods: Pick<Goods, 'product_id' | 'contents' | 'bonus' | 'first_purchase'>;
  readonly count: number;
};

/** The contents of each line as the page shows them: counts, the bonus last (`gives` of order/create). */
export function seenContents(lines: readonly SeenLine[]) {
  return lines.map(({ goods: { product_id, contents, bonus, first_purchase }, count }) => {
    const pieces = first_purchase === 'doubled' ? count + 1 : count;
    const given = bonus ? [...contents, bonus] : contents;
    return { product_id, counts: given.map((each) => each.count * pieces) };
  });
}
