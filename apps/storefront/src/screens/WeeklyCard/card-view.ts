import type { CallResult } from '@webpay/contract/calls';
import { fromMinor, type Money, toMinor } from '@webpay/contract/money';
import type { EventItem } from '../../features/events/Rewards.tsx';

export type Cards = CallResult<'cardInfo'>;
export type Card = Cards['cards'][number];

export type DayTile = {
  /** From 1. */
  readonly day: number;
  readonly state: 'claimed' | 'missed' | 'today' | 'coming';
  readonly items: readonly EventItem[];
};

/** The days of a card as tiles. Of one that is not owned the first is today, with what comes at once. */
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
        items: isFirst ? together([...card.instant, ...card.daily]) : card.daily,
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

/** Each item once, with how many of it there are. */
export function together(items: readonly EventItem[]): readonly EventItem[] {
  const sums = new Map<string, EventItem>();
  for (const item of items) {
    const before = sums.get(item.name)?.count ?? 0;
    sums.set(item.name, { ...item, count: before + item.count });
  }
  return [...sums.values()];
}

/** What the page offers to do with a card now. */
export type CardStep =
  | 'activate'
  | 'claim'
  /** Today's is claimed, the next comes with the new day. */
  | 'next'
  /** All is claimed, and it can be had for longer. */
  | 'add'
  | 'none';

export function stepOf({ owned, can_buy: canBuy }: Card): CardStep {
  if (owned === null) return canBuy ? 'activate' : 'none';
  if (!owned.claimed_today) return 'claim';
  if (owned.day < owned.days) return 'next';
  return canBuy ? 'add' : 'none';
}

/** The card that the page shows first: one with a reward that waits, else one that is owned. */
export function firstCard(cards: readonly Card[]): Card | undefined {
  return (
    cards.find((card) => stepOf(card) === 'claim') ??
    cards.find(({ owned }) => owned !== null) ??
    cards[0]
  );
}

/** What buying singly would cost more; null where it would not. */
export function kept({ price, singly }: Card): Money | null {
  if (singly === null || singly.currency !== price.currency) return null;
  const more = toMinor(singly) - toMinor(price);
  return more > 0 ? fromMinor(more, price.currency) : null;
}

/** What it is worth for its price, in whole per cent, never rounded up. */
export function valuePercent(card: Card): number | null {
  if (kept(card) === null || card.singly === null) return null;
  return Math.floor((toMinor(card.singly) / toMinor(card.price)) * 100);
}
