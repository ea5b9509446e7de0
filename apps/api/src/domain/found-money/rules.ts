/** Ids of our attempts: `A<order id>_<n>`. */
const OUR_ATTEMPT = /^A([0-9a-z]{20})_([1-9][0-9]{0,3})$/;

/** The order and the number of an attempt that a merchant's number names; null: another form. */
export function orderNamedBy(
  merchantNumber: string | null,
): { readonly orderId: string; readonly n: number } | null {
  const [, orderId, n] = OUR_ATTEMPT.exec(merchantNumber ?? '') ?? [];
  return orderId === undefined ? null : { orderId, n: Number(n) };
}

export type WantedLine = {
  readonly count: number;
  /** Minor units of one piece in the money's currency; null: not sold in it. */
  readonly priceMinor: number | null;
};

/**
 * Prices the lines of an order that found money pays, in minor units a piece. Their sum is the
 * money's: a ledger, an order and a receipt never name different sums.
 * @param amount minor units of the found money
 * @param allowOtherSum one line takes the whole sum, whatever it costs today
 */
export function priceFound(
  lines: readonly WantedLine[],
  amount: number,
  allowOtherSum: boolean,
): readonly number[] | 'sum_differs' | 'sum_cannot_be_split' {
  const prices = lines.flatMap(({ priceMinor }) => (priceMinor === null ? [] : [priceMinor]));
  const total = lines.reduce((sum, line) => sum + (line.priceMinor ?? 0) * line.count, 0);
  if (prices.length === lines.length && total === amount) return prices;
  if (!allowOtherSum) return 'sum_differs';
  const [only, ...others] = lines;
  if (only === undefined || others.length > 0 || amount % only.count !== 0) {
    return 'sum_cannot_be_split';
  }
  return [amount / only.count];
}
