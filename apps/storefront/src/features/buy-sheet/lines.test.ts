import { describe, expect, it } from 'vitest';
import { buyingOf, pressedLine } from './lines.ts';

describe('goods selected before the character is known', () => {
  it('[F02] a press selects and a second one takes back; only a cart holds several', () => {
    const one = pressedLine([], 'gems-60', true);
    expect(one).toEqual([{ id: 'gems-60', count: 1 }]);
    expect(pressedLine(one, 'gems-125', true).map(({ id }) => id)).toEqual(['gems-60', 'gems-125']);
    expect(pressedLine(one, 'gems-125', false).map(({ id }) => id)).toEqual(['gems-125']);
    expect(pressedLine(one, 'gems-60', true)).toEqual([]);
  });

  it('[F01] only home’s own entry of the history goes on with a purchase', () => {
    const buying = [{ id: 'gems-60', count: 2 }];
    expect(buyingOf({ buying })).toEqual(buying);
    for (const state of [null, 'text', { switching: true }, { buying: 'gems-60' }]) {
      expect(buyingOf(state)).toEqual([]);
    }
  });
});
