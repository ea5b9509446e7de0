import type { GoodsRow } from './queries.ts';

/** Sold on the page of their event only, never from the shelf or out of a cart. */
export function isEventGood(kind: GoodsRow['kind']): kind is 'bargain' | 'card' {
  return kind === 'bargain' || kind === 'card';
}

/** Whether a good may be in an order of this source: each event sells its own goods and nothing else (R13). */
export function isSoldFrom(
  kind: GoodsRow['kind'],
  source: 'cart' | 'direct' | 'bargain' | 'card' | 'mall',
): boolean {
  const isEvent = source === 'bargain' || source === 'card';
  return isEventGood(kind) || isEvent ? kind === source : true;
}
