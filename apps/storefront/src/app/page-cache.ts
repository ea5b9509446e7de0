import type { RouteName } from './route.ts';

/** R24: at most this many pages, the shown one included. */
export const MOST_PAGES = 10;

/** One cached page; `id` is its React key, so the same id is the same page with its state. */
export type CachedPage<L = unknown> = {
  readonly id: string;
  readonly route: RouteName;
  readonly location: L;
};

type Step = readonly [from: RouteName, to: RouteName];

/** Every route has keepAlive false; only these steps keep the page they leave … */
const KEEPS: readonly Step[] = [
  ['goodsList', 'payment'],
  ['goodsList', 'directPayment'],
  ['goodsList', 'bargainirg'],
];

/** … and these come to a fresh one, because the purchase changed limits and bonuses. */
const DROPS: readonly Step[] = [
  ['cart', 'goodsList'],
  ['payment', 'goodsList'],
  ['directPayment', 'goodsList'],
];

/** R25: after this step the goods list shows no popup of its own. */
const QUIET: readonly Step[] = [['cumulation', 'goodsList']];

const has = (steps: readonly Step[], from: RouteName, to: RouteName): boolean =>
  steps.some(([a, b]) => a === from && b === to);

/**
 * The pages to keep after a navigation, the shown one last. `fresh.id` is used unless the page was
 * kept, in which case it comes back with its state under its own id and the new location.
 */
export function advance<L>(
  pages: readonly CachedPage<L>[],
  fresh: CachedPage<L>,
): readonly CachedPage<L>[] {
  const shown = pages.at(-1);
  if (!shown) return [fresh];
  // The same page with another query or fragment.
  if (shown.route === fresh.route) return [...pages.slice(0, -1), { ...fresh, id: shown.id }];

  const hidden = has(KEEPS, shown.route, fresh.route) ? pages : pages.slice(0, -1);
  const kept = has(DROPS, shown.route, fresh.route)
    ? undefined
    : hidden.find((page) => page.route === fresh.route);
  const others = hidden.filter((page) => page.route !== fresh.route);
  return [...others, { ...fresh, id: kept?.id ?? fresh.id }].slice(-MOST_PAGES);
}

/** R25: whether a popup on the next page is suppressed. */
export function suppressesPopup(from: RouteName, to: RouteName): boolean {
  return has(QUIET, from, to);
}
