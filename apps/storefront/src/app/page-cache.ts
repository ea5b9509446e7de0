import type { RouteName } from './route.ts';

/** R24: limit of cached pages, the visible one included. */
export const MAX_PAGES = 10;

/** One cached page; `id` is its React key and keeps the page's state. */
export type CachedPage<L = unknown> = {
  readonly id: string;
  readonly route: RouteName;
  readonly location: L;
};

type Transition = readonly [from: RouteName, to: RouteName];

/** Transitions that keep the page they leave; every route has keepAlive false … */
const CACHING: readonly Transition[] = [
  ['goodsList', 'payment'],
  ['goodsList', 'directPayment'],
  ['goodsList', 'bargainirg'],
];

/** … and transitions to a fresh page, because the purchase changed limits and bonuses. */
const DROPPING: readonly Transition[] = [
  ['cart', 'goodsList'],
  ['payment', 'goodsList'],
  ['directPayment', 'goodsList'],
];

/** R25: transitions after which the goods list shows no popup of its own. */
const WITHOUT_POPUP: readonly Transition[] = [['cumulation', 'goodsList']];

const has = (transitions: readonly Transition[], from: RouteName, to: RouteName): boolean =>
  transitions.some(([a, b]) => a === from && b === to);

/**
 * Returns the pages to keep after a navigation, the visible one last.
 * A page that was cached comes back under its own id with the new location; else `fresh.id` is used.
 */
export function advance<L>(
  pages: readonly CachedPage<L>[],
  fresh: CachedPage<L>,
): readonly CachedPage<L>[] {
  const shown = pages.at(-1);
  if (!shown) return [fresh];
  if (shown.route === fresh.route) return [...pages.slice(0, -1), { ...fresh, id: shown.id }];

  const hidden = has(CACHING, shown.route, fresh.route) ? pages : pages.slice(0, -1);
  const cached = has(DROPPING, shown.route, fresh.route)
    ? undefined
    : hidden.find((page) => page.route === fresh.route);
  const others = hidden.filter((page) => page.route !== fresh.route);
  return [...others, { ...fresh, id: cached?.id ?? fresh.id }].slice(-MAX_PAGES);
}

export const suppressesPopup = (from: RouteName, to: RouteName) => has(WITHOUT_POPUP, from, to);
