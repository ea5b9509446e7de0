import { describe, expect, it } from 'vitest';
import { rewardProgress, type RewardPoints } from './reward-progress.ts';

const gem = (count: number) => ({ name: 'Gems', count, image: '/gem.webp' });
const path = (points: number, states: RewardPoints['goals'][number]['state'][]): RewardPoints => ({
  points,
  points_per_usd: 100,
  goals: [500, 1500, 5000].map((goal, index) => {
    return { goal, rewards: [gem(goal / 10)], state: states[index] ?? 'open' };
  }),
  usd_minor: { small: 99, large: 999 },
});
const one = (product_id: string, count = 1) => [{ product_id, count }];

describe('[F09] the way to the next reward', () => {
  it('ends at the nearest open goal', () => {
    expect(rewardProgress(path(99, []), [])).toEqual({
      kind: 'ahead',
      count: 401,
      rewards: [gem(50)],
      added: 0,
      reached: 99,
      goal: 500,
      before: (99 / 500) * 100,
      after: (99 / 500) * 100,
    });
  });

  it('includes the points of the order that is chosen', () => {
    const shown = rewardProgress(path(0, []), one('small', 3));
    expect(shown).toMatchObject({ kind: 'ahead', count: 203, added: 297, reached: 297, before: 0 });
  });

  it('counts the rewards that the order reaches and shows the highest', () => {
    const shown = rewardProgress(path(0, []), one('large', 2));
    expect(shown).toMatchObject({ kind: 'earns', count: 2, added: 1998, after: 100 });
    expect(shown.rewards).toEqual([gem(150)]);
  });

  it('gives way to a reward that waits to be claimed, until an order is chosen', () => {
    const waits = path(600, ['claimable']);
    expect(rewardProgress(waits, [])).toMatchObject({ kind: 'ready', count: 1, after: 100 });
    expect(rewardProgress(waits, one('small'))).toMatchObject({ kind: 'ahead', count: 801 });
  });

  it('promises nothing for a good without a dollar price', () => {
    const shown = rewardProgress(path(0, []), [...one('small'), ...one('unpriced')]);
    expect(shown).toMatchObject({ added: 0, count: 500 });
  });

  it('is done when every reward is claimed', () => {
    const claimed = path(9000, ['claimed', 'claimed', 'claimed']);
    expect(rewardProgress(claimed, one('small'))).toMatchObject({ kind: 'done', after: 100 });
  });
});
