import { describe, expect, it } from 'vitest';
import { type Card, dayTiles, firstCard, savingOf, stepOf, timesAsMuch } from './card-view.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const gems = (count: number) => ({ name: 'Gems', count, image: 'gem.webp' });

const CARD: Card = {
  card_id: 'weekly',
  product_id: 'card-weekly',
  name: 'Weekly Card',
  image: 'card.webp',
  price: usd('4.99'),
  boost_percent: 10,
  instant: [gems(300)],
  daily: [gems(90)],
  days: 7,
  total: [gems(930)],
  can_buy: true,
  again: 'adds_days',
  singly: usd('14.29'),
  owned: null,
};

function owned(given: Partial<NonNullable<Card['owned']>>): Card {
  return {
    ...CARD,
    owned: {
      bought_at: 0,
      expires_at: 1,
      day: 3,
      days: 7,
      claimed_today: false,
      claimed_days: [1],
      daily: [gems(80)],
      boost_percent: 10,
      ...given,
    },
  };
}

describe('[F10] the days of a card', () => {
  it('begin today with the instant items of an unowned card', () => {
    const tiles = dayTiles(CARD);
    expect(tiles.map(({ state }) => state)).toEqual([
      'today',
      ...Array.from({ length: 6 }, () => 'coming'),
    ]);
    expect(tiles[0]?.items).toEqual([gems(390)]);
    expect(tiles[6]?.items).toEqual([gems(90)]);
  });

  it('are claimed, missed, today or coming, with the rewards of the purchase', () => {
    const tiles = dayTiles(owned({}));
    expect(tiles.map(({ state }) => state)).toEqual([
      'claimed',
      'missed',
      'today',
      'coming',
      'coming',
      'coming',
      'coming',
    ]);
    expect(tiles.every(({ items }) => items[0]?.count === 80)).toBe(true);
  });

  it('continue after a second purchase', () => {
    expect(dayTiles(owned({ day: 8, days: 14 }))).toHaveLength(14);
  });
});

describe('[R17] the next action of a card', () => {
  it.each([
    ['activates a card that is sold', CARD, 'activate'],
    ['offers nothing for a card that is not sold', { ...CARD, can_buy: false }, 'none'],
    ['claims a waiting reward', owned({}), 'claim'],
    ['waits for the next day after a claim', owned({ claimed_today: true }), 'next'],
    ['adds days after the last claim', owned({ claimed_today: true, day: 7 }), 'add'],
    [
      'offers nothing after the last claim of a card that is not sold',
      { ...owned({ claimed_today: true, day: 7 }), can_buy: false },
      'none',
    ],
  ] as const)('%s', (_, card, step) => {
    expect(stepOf(card)).toBe(step);
  });

  it('belongs to the card with a waiting reward, then to an owned one', () => {
    const waits = { ...owned({}), card_id: 'waits' };
    const claimed = { ...owned({ claimed_today: true }), card_id: 'claimed' };
    expect(firstCard([CARD, claimed, waits])?.card_id).toBe('waits');
    expect(firstCard([CARD, claimed])?.card_id).toBe('claimed');
    expect(firstCard([CARD])?.card_id).toBe('weekly');
    expect(firstCard([])).toBeUndefined();
  });
});

describe('[R17] the comparison with single purchases', () => {
  it('names the saving, and the value never rounded up', () => {
    expect(savingOf(CARD)).toEqual(usd('9.30'));
    expect(timesAsMuch(CARD)).toBe(2.8);
  });

  it('is absent where there is no saving', () => {
    for (const singly of [null, usd('4.99'), usd('3.00'), { amount: '20.00', currency: 'EUR' }]) {
      expect(savingOf({ ...CARD, singly })).toBeNull();
      expect(timesAsMuch({ ...CARD, singly })).toBeNull();
    }
  });
});
