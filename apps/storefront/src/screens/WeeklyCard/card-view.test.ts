import { describe, expect, it } from 'vitest';
import { type Card, dayTiles, firstCard, kept, stepOf, valuePercent } from './card-view.ts';

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
  it('begin today with what comes at once, while nobody owns it', () => {
    const tiles = dayTiles(CARD);
    expect(tiles.map(({ state }) => state)).toEqual([
      'today',
      ...Array.from({ length: 6 }, () => 'coming'),
    ]);
    expect(tiles[0]?.items).toEqual([gems(390)]);
    expect(tiles[6]?.items).toEqual([gems(90)]);
  });

  it('are claimed, missed, today or coming, with what was promised when it was bought', () => {
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

  it('count on when it was bought again', () => {
    expect(dayTiles(owned({ day: 8, days: 14 }))).toHaveLength(14);
  });
});

describe('[R17] what to do with a card', () => {
  it.each([
    ['one that is sold is activated', CARD, 'activate'],
    ['one that is not sold offers nothing', { ...CARD, can_buy: false }, 'none'],
    ['a reward that waits is claimed', owned({}), 'claim'],
    ['after that the next day is waited for', owned({ claimed_today: true }), 'next'],
    ['after the last it is had for longer', owned({ claimed_today: true, day: 7 }), 'add'],
    ['or not', { ...owned({ claimed_today: true, day: 7 }), can_buy: false }, 'none'],
  ] as const)('%s', (_, card, step) => {
    expect(stepOf(card)).toBe(step);
  });

  it('is first that of the card whose reward waits, then of one that is owned', () => {
    const waits = { ...owned({}), card_id: 'waits' };
    const claimed = { ...owned({ claimed_today: true }), card_id: 'claimed' };
    expect(firstCard([CARD, claimed, waits])?.card_id).toBe('waits');
    expect(firstCard([CARD, claimed])?.card_id).toBe('claimed');
    expect(firstCard([CARD])?.card_id).toBe('weekly');
    expect(firstCard([])).toBeUndefined();
  });
});

describe('[R17] the comparison with buying singly', () => {
  it('says what is kept, and the value never rounded up', () => {
    expect(kept(CARD)).toEqual(usd('9.30'));
    expect(valuePercent(CARD)).toBe(286);
  });

  it('is left out where it is not true', () => {
    for (const singly of [null, usd('4.99'), usd('3.00'), { amount: '20.00', currency: 'EUR' }]) {
      expect(kept({ ...CARD, singly })).toBeNull();
      expect(valuePercent({ ...CARD, singly })).toBeNull();
    }
  });
});
