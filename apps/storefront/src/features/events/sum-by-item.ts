import type { EventItem } from './Rewards.tsx';

/** Sums the counts of each item. */
export function sumByItem(items: readonly EventItem[]): readonly EventItem[] {
  const sums = new Map<string, EventItem>();
  for (const item of items) {
    const before = sums.get(item.name)?.count ?? 0;
    sums.set(item.name, { ...item, count: before + item.count });
  }
  return [...sums.values()];
}
