import { describe, expect, it } from 'vitest';
import { orderNamedBy, priceFound } from './rules.ts';

describe('an order of found money', () => {
  it.each([
    [[[1, 499]], 499, false, [499]],
    [
      [
        [2, 199],
        [1, 101],
      ],
      499,
      false,
      [199, 101],
    ],
    [[[1, 599]], 499, false, 'sum_differs'],
    [[[1, null]], 499, false, 'sum_differs'],
    [[[1, 599]], 499, true, [499]],
    [[[1, null]], 499, true, [499]],
    [[[2, 599]], 500, true, [250]],
    [[[2, 599]], 499, true, 'sum_cannot_be_split'],
    [
      [
        [1, 1],
        [1, 1],
      ],
      499,
      true,
      'sum_cannot_be_split',
    ],
    [[], 499, true, 'sum_cannot_be_split'],
  ] as const)(
    'lines %j of %d minor units, another sum allowed: %s, are priced as %j (14.27)',
    (lines, amount, allowOtherSum, priced) => {
      const wanted = lines.map(([count, priceMinor]) => ({ count, priceMinor }));
      expect(priceFound(wanted, amount, allowOtherSum)).toEqual(priced);
    },
  );

  it('keeps the order id that the merchant number holds (14.27)', () => {
    const orderId = 'z'.repeat(20);
    expect(orderNamedBy(`A${orderId}_2`)).toEqual({ orderId, n: 2 });
    for (const other of [null, '', 'POS-7', `R${orderId}_1`, `A${orderId}_0`, `A${orderId}_1 `]) {
      expect(orderNamedBy(other)).toBeNull();
    }
  });
});
