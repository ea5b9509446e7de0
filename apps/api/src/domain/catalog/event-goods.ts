import type { GoodsRow } from './queries.ts';

/** Sold only on the page of its event. */
export function isEventGood(kind: GoodsRow['kind']): kind is 'bargain' | 'card' {
  return kind === 'bargain' || kind === 'card';
}

/** Whether an order of this source may contain a good: events sell only their own goods (R13). */
export function isSoldFrom(
  kind: GoodsRow['kind'],
  source: 'cart' | 'direct' | 'bargain' | 'card' | 'mall',
): boolean {
  const isEvent = source === 'bargain' || source === 'card';
  return isEventGood(kind) || isEvent ? kind === source : true;
}
