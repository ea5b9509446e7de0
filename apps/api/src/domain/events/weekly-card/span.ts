import { addDays, dayOf, dayStart, daysBetween, type Day } from '../days.ts';

/** What of a card's purchase decides when its days are. */
export type Bought = {
  readonly bought_at: Date;
  readonly days: number;
  /** When its money had gone back: its days end before that day. Null: it was kept. */
  readonly ended_at: Date | null;
};

/** The days of one purchase, the last one included. */
export type Span<P extends Bought = Bought> = {
  readonly purchase: P;
  readonly first: Day;
  readonly last: Day;
  /** Where the days began that it goes on with; its own first day when nothing was active. */
  readonly chainFirst: Day;
};

/**
 * The days that purchases of one card bring, which stand in the order they were bought in: from the day one is
 * bought, or, while an earlier one is active, from the day after that. One whose money went back makes room for the
 * next; one that has no day left of it is not among them.
 */
export function spansOf<P extends Bought>(purchases: readonly P[]): Span<P>[] {
  const spans: Span<P>[] = [];
  for (const purchase of purchases) {
    const before = spans.at(-1);
    const bought = dayOf(purchase.bought_at);
    const goesOn = before !== undefined && bought <= before.last;
    const first = goesOn ? addDays(before.last, 1) : bought;
    const last = lastDay(purchase, first);
    if (last < first) continue;
    spans.push({ purchase, first, last, chainFirst: goesOn ? before.chainFirst : first });
  }
  return spans;
}

function lastDay({ days, ended_at }: Bought, first: Day): Day {
  const last = addDays(first, days - 1);
  if (ended_at === null) return last;
  const kept = addDays(dayOf(ended_at), -1);
  return kept < last ? kept : last;
}

/** A card as it is active on a day, with all that was bought onto it. */
export type Active<P extends Bought = Bought> = {
  /** The one whose day it is: what it promised holds. */
  readonly purchase: P;
  /** When the first of them was bought. */
  readonly boughtAt: Date;
  readonly firstDay: Day;
  /** From then on nothing is active. */
  readonly expiresAt: Date;
  /** Which of the days it is, from 1. */
  readonly day: number;
  readonly days: number;
};

/** The card on a day; null: none of the purchases is active then. */
export function activeOn<P extends Bought>(purchases: readonly P[], today: Day): Active<P> | null {
  const spans = spansOf(purchases);
  const now = spans.find(({ first, last }) => first <= today && today <= last);
  if (now === undefined) return null;
  const chain = spans.filter(({ chainFirst }) => chainFirst === now.chainFirst);
  const { purchase: first } = chain[0] ?? now;
  const { last } = chain.at(-1) ?? now;
  return {
    purchase: now.purchase,
    boughtAt: first.bought_at,
    firstDay: now.chainFirst,
    expiresAt: dayStart(addDays(last, 1)),
    day: daysBetween(now.chainFirst, today) + 1,
    days: daysBetween(now.chainFirst, last) + 1,
  };
}
