import type { Goods } from '@webpay/contract/calls';
import { expect, it } from 'vitest';
import { reachesReward } from './reaches-reward.ts';

const usd_minor = { tiny: 99, small: 299, enough: 499, large: 999, gone: 999, pack: 499 };
const path = {
  points: 0,
  points_per_usd: 100,
  goals: [{ goal: 500, rewards: [], state: 'open' as const }],
  usd_minor,
};
/** Test edge: only what the choice reads. */
const goods = (product_id: string, changes: Partial<Goods> = {}) =>
  ({ product_id, kind: 'topup', state: 'available', ...changes }) as Goods;
const LIST = [
  goods('tiny'),
  goods('large'),
  goods('small'),
  goods('enough'),
  goods('gone', { state: 'sold_out' as Goods['state'] }),
  goods('pack', { kind: 'pack' as Goods['kind'] }),
  goods('unpriced'),
];
const ids = (lines: { product_id: string; count: number }[]) =>
  reachesReward(LIST, lines, path).map(({ product_id }) => product_id);

it('[F09] top-ups that reach the next reward come first, the cheapest at the head', () => {
  expect(ids([])).toEqual(['large', 'enough', 'small', 'tiny']);
  expect(ids([{ product_id: 'tiny', count: 1 }])).toEqual(['enough', 'large', 'small']);
});

it('[F09] an order without points is offered nothing', () => {
  expect(ids([{ product_id: 'unpriced', count: 1 }])).toEqual([]);
});
