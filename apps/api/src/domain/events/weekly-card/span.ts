import { addDays, dayOf, dayStart, daysBetween, type Day } from '../days.ts';

/** The fields of a purchase that determine its days. */
export type Bought = {
  readonly bought_at: Date;
  readonly days: number;
  /** Moment of a full refund, whose day and all later days are lost; null: not refunded. */
  readonly ended_at: Date | null;
};

/** The days of one purchase, the last one included. */
type Span<P extends Bought> = {
  readonly purchase: P;
  readonly first: Day;
  readonly last: Day;
  /** First day of the chain it continues; its own first day without one. */
  readonly chainFirst: Day;
};

/**
 * Days of one card's purchases, ordered by purchase: from the day of purchase, or from the day
 * after an earlier active one. A refund shortens a purchase and lets the next begin earlier;
 * purchases without days are omitted.
 */
export function spansOf<P extends Bought>(purchases: readonly P[]): Span<P>[] {
  const spans: Span<P>[] = [];
  for (const purchase of purchases) {
    const before = spans.at(-1);
    const bought = dayOf(purchase.bought_at);
    const continues = before !== undefined && bought <= before.last;
    const first = continues ? addDays(before.last, 1) : bought;
    const last = lastDay(purchase, first);
    if (last < first) continue;
    spans.push({ purchase, first, last, chainFirst: continues ? before.chainFirst : first });
  }
  return spans;
}

function lastDay({ days, ended_at }: Bought, first: Day): Day {
  const last = addDays(first, days - 1);
  if (ended_at === null) return last;
  const lastKept = addDays(dayOf(ended_at), -1);
  return lastKept < last ? lastKept : last;
}

/** Facts of the card active on a day, over all purchases of its chain; null when none is. */
export function activeOn<P extends Bought>(purchases: readonly P[], today: Day) {
  const spans = spansOf(purchases);
  const current = spans.find(({ first, last }) => first <= today && today <= last);
  if (current === undefined) return null;
  const chain = spans.filter(({ chainFirst }) => chainFirst === current.chainFirst);
  const { purchase: first } = chain[0] ?? current;
  const { last } = chain.at(-1) ?? current;
  return {
    /** The purchase of the current day, whose terms apply. */
    purchase: current.purchase,
    /** Time of the chain's first purchase. */
    boughtAt: first.bought_at,
    firstDay: current.chainFirst,
    expiresAt: dayStart(addDays(last, 1)),
    /** Number of `today` in the chain, from 1. */
    day: daysBetween(current.chainFirst, today) + 1,
    days: daysBetween(current.chainFirst, last) + 1,
  };
}
