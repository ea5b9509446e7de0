import type { Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import { checkCartLimits, type CartLimits } from '../catalog/cart-limits.ts';
import { isSoldFrom } from '../catalog/event-goods.ts';
import { goodsForOrder, type GoodsRow } from '../catalog/queries.ts';
import type { SoldItem } from './columns.ts';

export type OrderedProduct = { readonly product_id: string; readonly count: number };
export type OrderSource = 'cart' | 'direct' | 'bargain' | 'card' | 'mall';

export type Line = {
  readonly productId: string;
  readonly count: number;
  readonly unitMinor: number;
  readonly usdMinor: number | null;
  readonly sold: SoldItem;
};

export type PricedLines = {
  readonly lines: readonly Line[];
  readonly totalMinor: number;
  /** US cents that events count; null when a product has no dollar price. */
  readonly usdMinor: number | null;
  readonly currency: string;
};

/**
 * Prices products from the current rows.
 * @param known rows that this transaction has read
 * @throws Refusal NO_SUCH_ITEM, NOT_PURCHASABLE, NO_PRICE, CART_FULL, CART_AMOUNT_LIMIT
 */
export async function priceLines(
  tx: Tx,
  input: {
    readonly project: string;
    readonly products: readonly OrderedProduct[];
    readonly currency: string;
    readonly source: OrderSource;
  } & CartLimits,
  known?: readonly GoodsRow[],
): Promise<PricedLines & { readonly goods: ReadonlyMap<string, GoodsRow> }> {
  const ids = input.products.map((product) => product.product_id);
  const { project, currency } = input;
  const rows = known ?? (await tx.many(goodsForOrder, { project, productIds: ids, currency }));
  const goods = new Map(rows.map((row) => [row.product_id, row]));
  const lines = input.products.map((product) => lineOf(product, goods, input.source));
  if (input.source === 'cart') {
    const inDollars = lines.map(({ count, usdMinor }) => ({ count, usd_minor: usdMinor }));
    checkCartLimits(inDollars, input);
  }
  return { ...withTotals(lines), currency: input.currency, goods };
}

/** Adds the totals. @throws Refusal PARAMETER_ERROR for an unsafe sum */
export function withTotals(
  lines: readonly Line[],
): Pick<PricedLines, 'lines' | 'totalMinor' | 'usdMinor'> {
  const totalMinor = lines.reduce((sum, line) => sum + line.unitMinor * line.count, 0);
  if (!Number.isSafeInteger(totalMinor)) throw new Refusal('PARAMETER_ERROR');
  const usdMinor = lines.reduce<number | null>(
    (sum, line) =>
      sum === null || line.usdMinor === null ? null : sum + line.usdMinor * line.count,
    0,
  );
  return { lines, totalMinor, usdMinor };
}

function lineOf(
  product: OrderedProduct,
  goods: ReadonlyMap<string, GoodsRow>,
  source: OrderSource,
): Line {
  const { product_id, count } = product;
  const row = goods.get(product_id);
  if (row === undefined) throw new Refusal('NO_SUCH_ITEM', { product_id });
  if (!row.on_sale || !isSoldFrom(row.kind, source)) {
    throw new Refusal('NOT_PURCHASABLE', { product_id });
  }
  if (row.price_minor === null) throw new Refusal('NO_PRICE', { product_id });
  const { name, image, contents, bonus } = row.data;
  return {
    productId: product_id,
    count,
    unitMinor: row.price_minor,
    usdMinor: row.usd_minor,
    sold: { kind: row.kind, name, image, contents, bonus },
  };
}

/** A key of the products that ignores their sequence. */
export function productsKey(products: readonly OrderedProduct[]): string {
  return products
    .map((product) => `${product.product_id}*${product.count}`)
    .sort()
    .join(',');
}
