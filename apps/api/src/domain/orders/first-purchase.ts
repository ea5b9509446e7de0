import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { GoodsRow } from '../catalog/queries.ts';
import { linesOfOrder, takenFirsts } from './first-queries.ts';
import { givenCounts } from './given.ts';
import type { HeldBeside } from './limits.ts';
import type { Line, OrderSource } from './price-lines.ts';

/** Counts of each good's contents, then of its bonus, over all its pieces: as a player saw them. */
export type Gives = readonly {
  readonly product_id: string;
  readonly counts: readonly number[];
}[];

type Given = Pick<Line, 'count' | 'sold'> & { readonly product_id: string };

/** Goods that the project doubles once per character. Goods of signed orders and of events are never doubled. */
export function doublingGoods(
  source: OrderSource,
  goods: ReadonlyMap<string, Pick<GoodsRow, 'data'>>,
): string[] {
  if (source !== 'cart' && source !== 'direct') return [];
  return [...goods].flatMap(([id, { data }]) => (data.first_double === true ? [id] : []));
}

/** Doubles one piece of each good whose double is free. */
export function withDoubles(lines: readonly Line[], free: ReadonlySet<string>): readonly Line[] {
  return lines.map((line) =>
    free.has(line.productId) ? { ...line, sold: { ...line.sold, doubled: true } } : line,
  );
}

/** Whether an order gives less of anything than its player saw. */
export function givesLess(seen: Gives, lines: readonly Given[]): boolean {
  const ours = new Map(lines.map((line) => [line.product_id, givenCounts(line)]));
  return seen.some(({ product_id, counts }) => {
    const given = ours.get(product_id) ?? [];
    return counts.some((count, index) => count > (given[index] ?? 0));
  });
}

/** Those of the goods that are still doubled for the character. Needs the player's lock. */
export async function freeFirsts(
  ctx: Ctx,
  tx: Tx,
  order: HeldBeside,
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (productIds.length === 0) return new Set();
  const taken = await tx.many(takenFirsts, {
    playerId: order.playerId,
    productIds,
    exceptOrderIds: [order.id, ...(order.yielding ?? [])],
    now: ctx.clock.now(),
  });
  const gone = new Set(taken.map(({ product_id }) => product_id));
  return new Set(productIds.filter((id) => !gone.has(id)));
}

/** The goods that an order doubles. */
export async function doublesOf(tx: Tx, orderId: string): Promise<string[]> {
  const lines = await tx.many(linesOfOrder, { orderId });
  return lines.flatMap(({ product_id, sold }) => (sold.doubled === true ? [product_id] : []));
}

/** Whether an order can still have every double that it was made with. Needs the player's lock. */
export async function canStillDouble(ctx: Ctx, tx: Tx, order: HeldBeside): Promise<boolean> {
  const doubled = await doublesOf(tx, order.id);
  return (await freeFirsts(ctx, tx, order, doubled)).size === doubled.length;
}
