import type { CallResult } from '@webpay/contract/calls';
import { fromMinor, type Money, toMinor } from '@webpay/contract/money';
import type { EventItem } from '../../features/events/Rewards.tsx';

export type Cards = CallResult<'cardInfo'>;
export type Card = Cards['cards'][number];

export type DayTile = {
  readonly day: number;
  readonly state: 'claimed' | 'missed' | 'today' | 'coming';
  readonly items: readonly EventItem[];
};

/** Returns a card's days as tiles; unowned, today includes the instant items. */
export function dayTiles(card: Card): readonly DayTile[] {
  const { owned } = card;
  const days = owned?.days ?? card.days;
  return Array.from({ length: days }, (_, index) => {
    const day = index + 1;
    if (!owned) {
      const isFirst = day === 1;
      return {
        day,
        state: isFirst ? 'today' : 'coming',
        items: isFirst ? sumByItem([...card.instant, ...card.daily]) : card.daily,
      };
    }
    return { day, state: stateOf(owned, day), items: owned.daily };
  });
}

function stateOf(owned: NonNullable<Card['owned']>, day: number): DayTile['state'] {
  if (owned.claimed_days.includes(day)) return 'claimed';
  if (day === owned.day) return 'today';
  return day < owned.day ? 'missed' : 'coming';
}

/** Sums the counts of each item. */
export function sumByItem(items: readonly EventItem[]): readonly EventItem[] {
  const sums = new Map<string, EventItem>();
  for (const item of items) {
    const before = sums.get(item.name)?.count ?? 0;
    sums.set(item.name, { ...item, count: before + item.count });
  }
  return [...sums.values()];
}

/** Next action offered for a card. */
export type CardStep =
  | 'activate'
  | 'claim'
  /** Today's reward is claimed; the next comes with the new day. */
  | 'next'
  /** All rewards are claimed; more days can be bought. */
  | 'add'
  | 'none';

export function stepOf({ owned, can_buy: canBuy }: Card): CardStep {
  if (owned === null) return canBuy ? 'activate' : 'none';
  if (!owned.claimed_today) return 'claim';
  if (owned.day < owned.days) return 'next';
  return canBuy ? 'add' : 'none';
}

/** Returns the first card with a waiting reward, else the first owned one. */
export function firstCard(cards: readonly Card[]): Card | undefined {
  return (
    cards.find((card) => stepOf(card) === 'claim') ??
    cards.find(({ owned }) => owned !== null) ??
    cards[0]
  );
}

/** Returns the saving against single purchases; null where there is none. */
export function savingOf({ price, singly }: Card): Money | null {
  if (singly === null || singly.currency !== price.currency) return null;
  const more = toMinor(singly) - toMinor(price);
  return more > 0 ? fromMinor(more, price.currency) : null;
}

/** Returns the value in whole percent of the price, never rounded up. */
export function valuePercent(card: Card): number | null {
  if (savingOf(card) === null || card.singly === null) return null;
  return Math.floor((toMinor(card.singly) / toMinor(card.price)) * 100);
}
