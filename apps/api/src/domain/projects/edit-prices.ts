import { fromMinor, toMinor } from '@webpay/contract/money';
import * as v from 'valibot';
import { isMap, isScalar, isSeq, parse, parseDocument, type Node, type Scalar } from 'yaml';

/** One price of a good, in minor units. */
export type PriceCell = {
  readonly product_id: string;
  readonly currency: string;
  readonly minor: number;
};

/** A price that cannot be written in place; the message says why. */
export class PriceNotWritable extends Error {}

const shelf = v.object({
  products: v.array(v.object({ product_id: v.string(), prices: v.record(v.string(), v.string()) })),
});

/**
 * Writes prices into the text of products.yaml. All other bytes stay: comments, order, spaces and quotes.
 * @throws PriceNotWritable for a price that the file does not have, or not as a plain text
 */
export function writePrices(text: string, cells: readonly PriceCell[]): string {
  const root = parseDocument(text).contents;
  const edits = cells.map((cell) => {
    const scalar = scalarOf(root, cell);
    const [from, to] = scalar.range ?? [0, 0];
    const quote = scalar.type === 'QUOTE_DOUBLE' ? '"' : "'";
    const { amount } = fromMinor(cell.minor, cell.currency);
    return { from, to, written: `${quote}${amount}${quote}` };
  });
  // From the end, so that the places of earlier ones stay.
  const written = edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((done, { from, to, written }) => done.slice(0, from) + written + done.slice(to), text);
  const prices = pricesIn(written);
  for (const { product_id: id, currency, minor } of cells) {
    if (prices.get(id)?.get(currency) !== minor) throw notWritable(id, currency, 'twice');
  }
  return written;
}

function scalarOf(root: unknown, { product_id: id, currency }: PriceCell): Scalar {
  const products = isMap(root) ? root.get('products', true) : undefined;
  const goods = isSeq<Node>(products) ? products.items : [];
  const good = goods.find((each) => isMap(each) && each.get('product_id') === id);
  const prices = isMap(good) ? good.get('prices', true) : undefined;
  const price = isMap(prices) ? prices.get(currency, true) : undefined;
  if (!isScalar(price) || !Array.isArray(price.range) || price.anchor !== undefined) {
    throw notWritable(id, currency, 'in place');
  }
  return price;
}

function notWritable(id: string, currency: string, how: string): PriceNotWritable {
  return new PriceNotWritable(
    `The price of ${id} in ${currency} cannot be written ${how}: correct the catalogue folder.`,
  );
}

/** Prices of a products.yaml in minor units, by good and currency; amounts that are none are left out. */
export function pricesIn(text: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const { products } = v.parse(shelf, parse(text));
  return new Map(
    products.map(({ product_id: id, prices }) => [
      id,
      new Map(
        Object.entries(prices).flatMap(([currency, amount]) => {
          try {
            return [[currency, toMinor({ amount, currency })] as const];
          } catch (error) {
            if (error instanceof RangeError) return [];
            throw error;
          }
        }),
      ),
    ]),
  );
}
