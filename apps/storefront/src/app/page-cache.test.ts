import { expect, it } from 'vitest';
import { advance, type CachedPage, MAX_PAGES, suppressesPopup } from './page-cache.ts';
import type { RouteName } from './route.ts';

/** Walks through the routes; each navigation's id is its number. */
function walk(...transitions: RouteName[]): readonly CachedPage<number>[] {
  return transitions.reduce<readonly CachedPage<number>[]>(
    (pages, route, index) => advance(pages, { id: String(index), route, location: index }),
    [],
  );
}

const names = (pages: readonly CachedPage<number>[]) => pages.map((page) => page.route);

it.each<[string, RouteName[], RouteName[]]>([
  ['keeps the goods list behind payment', ['goodsList', 'payment'], ['goodsList', 'payment']],
  ['keeps the goods list behind bargain', ['goodsList', 'bargainirg'], ['goodsList', 'bargainirg']],
  ['keeps nothing else', ['home', 'goodsList', 'cart', 'payment'], ['payment']],
])('[R24] %s', (_title, transitions, expected) => {
  expect(names(walk(...transitions))).toEqual(expected);
});

it('[R24] brings the cached goods list back with its state', () => {
  const pages = walk('goodsList', 'bargainirg', 'goodsList');
  expect(pages).toEqual([{ id: '0', route: 'goodsList', location: 2 }]);
});

it.each<[string, RouteName[]]>([
  ['payment', ['goodsList', 'payment', 'goodsList']],
  ['cart', ['goodsList', 'bargainirg', 'cart', 'goodsList']],
])('[R24] drops the cached list on %s → goodsList', (_title, transitions) => {
  const last = String(transitions.length - 1);
  expect(walk(...transitions)).toEqual([
    { id: last, route: 'goodsList', location: transitions.length - 1 },
  ]);
});

it('[R24] keeps a cached list across other pages', () => {
  expect(walk('goodsList', 'payment', 'home', 'goodsList').at(-1)?.id).toBe('0');
});

it('[R24] keeps at most ten pages', () => {
  const many = Array.from({ length: 12 }, (_, index): CachedPage<number> => ({
    id: `k${index}`,
    route: index === 11 ? 'goodsList' : 'items',
    location: index,
  }));
  const pages = advance(many, { id: 'new', route: 'payment', location: 99 });
  expect(pages).toHaveLength(MAX_PAGES);
  expect(pages.at(-1)?.id).toBe('new');
});

it('keeps a page whose query changes', () => {
  expect(walk('payment', 'payment')).toEqual([{ id: '0', route: 'payment', location: 1 }]);
});

it('[R25] suppresses the popup only for cumulation → goodsList', () => {
  expect(suppressesPopup('cumulation', 'goodsList')).toBe(true);
  expect(suppressesPopup('card', 'goodsList')).toBe(false);
  expect(suppressesPopup('cumulation', 'home')).toBe(false);
});
