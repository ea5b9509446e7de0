import type { CallResult } from '@webpay/contract/calls';
import { fromMinor, type Money, toMinor } from '@webpay/contract/money';
import { sumByItem } from '../../features/events/sum-by-item.ts';
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
  return Array.from({ length: owned?.days ?? card.days }, (_, index): DayTile => {
    const day = index + 1;
    if (owned) return { day, state: stateOf(owned, day), items: owned.daily };
    if (day > 1) return { day, state: 'coming', items: card.daily };
    return { day, state: 'today', items: sumByItem([...card.instant, ...card.daily]) };
  });
}

function stateOf(owned: NonNullable<Card['owned']>, day: number): DayTile['state'] {
  if (owned.claimed_days.includes(day)) return 'claimed';
  if (day === owned.day) return 'today';
  return day < owned.day ? 'missed' : 'coming';
}

/**
 * Returns the next action offered for a card. `next`: today's reward is claimed, another comes with
 * the new day. `add`: all are claimed, more days can be bought.
 */
export function stepOf({ owned, can_buy: canBuy }: Card) {
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

/** Returns how many times as much the card gives for its price, in tenths rounded down; null below 1.1. */
export function timesAsMuch(card: Card): number | null {
  if (savingOf(card) === null || card.singly === null) return null;
  const tenths = Math.floor((toMinor(card.singly) * 10) / toMinor(card.price));
  return tenths > 10 ? tenths / 10 : null;
}
