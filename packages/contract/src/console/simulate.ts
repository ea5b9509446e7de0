import type * as v from 'valibot';
import { prizeAt, rangesOf, totalWeight } from '../odds.ts';
import type { BargainEvent, CardEvent, CumulationEvent } from './event-calls.ts';
import type { players } from './publish-shapes.ts';

/**
 * Pure simulations of an event. A seed gives each player the same luck under any rules, so that two results differ by
 * their rules alone.
 */

export const PLAYERS = 10_000;
const SEED = 20_261_129;

/** Shares from 0 to 1, and the US cents of one top-up. */
export type Behaviour = v.InferOutput<typeof players>;

/** Used until a round has enough players to measure. */
export const ASSUMED: Behaviour = {
  returns: 0.47,
  spins: 0.9,
  topsUp: 0.07,
  buys: 0.16,
  topUpMinor: 499,
};

/** Some of the players, so that a server may do other work between two parts. */
export type Part = { readonly from: number; readonly to: number };
const ALL: Part = { from: 0, to: PLAYERS };

export type Given = ReadonlyMap<string, number>;

export type BargainOutcome = {
  /** Share of players who have reached the minimum of a pack, at the end of each day. */
  readonly atMinimum: readonly number[];
  readonly buyers: number;
  readonly sold: number;
  /** US cents. */
  readonly paidMinor: number;
  readonly offMinor: number;
  /** Pieces by name. */
  readonly given: Given;
};

/** Players of a bargain over `days` days. Packs sell at their minimum alone. Parts add up, shares too. */
export function simulateBargain(
  rules: BargainEvent,
  behaviour: Behaviour,
  days: number,
  { from, to }: Part = ALL,
): BargainOutcome {
  const { coupon, packs, wheel } = rules;
  const ranges = rangesOf(wheel);
  const parts = totalWeight(wheel);
  const coupons = (coupon.to - coupon.from) / coupon.step + 1;
  const isEnough = behaviour.topUpMinor >= rules.top_up.at_least;
  const reachedOn = Array.from({ length: days }, () => 0);
  const given = new Map<string, number>();
  let [buyers, sold, paidMinor, offMinor] = [0, 0, 0, 0];
  for (let player = from; player < to; player += 1) {
    const luck = luckOf(player);
    const returns = ownShare(behaviour.returns, luck());
    const left = luck() < 0.5 ? [...packs] : [...packs].toReversed();
    const bought = left.length;
    let off = 0;
    let couponEnds = 0;
    let hasReached = false;
    for (let day = 0; day < days; day += 1) {
      const { there, draw, topUp, spin, prize, buys } = luckOfDay(luck);
      const pack = left[0];
      if (pack === undefined || (day > 0 && there >= returns)) continue;
      if (day >= couponEnds) {
        off = coupon.from + Math.floor(draw * coupons) * coupon.step;
        couponEnds = day + coupon.days;
      }
      // The shop refuses every step at the minimum.
      const isAbove = (): boolean => pack.price - off > pack.minimum;
      if (isAbove()) off += rules.sign_in;
      if (isAbove() && topUp < behaviour.topsUp && isEnough) off += rules.top_up.lowers;
      if (isAbove() && spin < behaviour.spins) {
        const won = wheel[prizeAt(ranges, Math.floor(prize * parts))];
        off += won?.lowers ?? 0;
        addItems(given, won?.items ?? [], 1);
      }
      if (isAbove()) continue;
      if (!hasReached) reachedOn[day] = (reachedOn[day] ?? 0) + 1;
      hasReached = true;
      if (buys >= behaviour.buys) continue;
      left.shift();
      sold += 1;
      paidMinor += pack.minimum;
      offMinor += pack.price - pack.minimum;
    }
    if (left.length < bought) buyers += 1;
  }
  let reached = 0;
  const atMinimum = reachedOn.map((count) => (reached += count) / PLAYERS);
  return { atMinimum, buyers: buyers / PLAYERS, sold, paidMinor, offMinor, given };
}

export type CumulationOutcome = {
  /** By task: share of players who reach it once, and claims of all players. */
  readonly tasks: readonly {
    readonly id: string;
    readonly players: number;
    readonly claims: number;
  }[];
  /** US cents. */
  readonly toppedUpMinor: number;
  readonly given: Given;
};

/** Players of a cumulation who claim all that they reach. Parts add up, shares too. */
export function simulateCumulation(
  { points_per_usd: pointsPerUsd, tasks }: CumulationEvent,
  { returns, topsUp, topUpMinor }: Behaviour,
  days: number,
  { from, to }: Part = ALL,
): CumulationOutcome {
  const claims = tasks.map(() => 0);
  const players = tasks.map(() => 0);
  const points = Math.floor((topUpMinor * pointsPerUsd) / 100);
  let toppedUpMinor = 0;
  for (let player = from; player < to; player += 1) {
    const luck = luckOf(player);
    const own = ownShare(returns, luck());
    let toppedUp = 0;
    for (let day = 0; day < days; day += 1) {
      const { there, topUp } = luckOfDay(luck);
      if ((day === 0 || there < own) && topUp < topsUp) toppedUp += 1;
    }
    toppedUpMinor += toppedUp * topUpMinor;
    tasks.forEach(({ kind, goal }, index) => {
      const once = { points: toppedUp * points >= goal, days: toppedUp >= goal, daily: false };
      const times = kind === 'daily' ? (points >= goal ? toppedUp : 0) : Number(once[kind]);
      claims[index] = (claims[index] ?? 0) + times;
      if (times > 0) players[index] = (players[index] ?? 0) + 1;
    });
  }
  const given = new Map<string, number>();
  tasks.forEach(({ items }, index) => addItems(given, items, claims[index] ?? 0));
  return {
    tasks: tasks.map(({ id }, index) => ({
      id,
      players: (players[index] ?? 0) / PLAYERS,
      claims: claims[index] ?? 0,
    })),
    toppedUpMinor,
    given,
  };
}

export type CardOutcome = {
  readonly cards: readonly {
    readonly id: string;
    /** Days claimed of those promised. */
    readonly claimed: number;
    /** Pieces by name, of one card. */
    readonly given: Given;
    /** Worth of the boost of one card, US cents. */
    readonly boostMinor: number;
  }[];
};

/** Buyers of one card each. A day is claimed when its player is there. */
export function simulateCards(
  { cards }: CardEvent,
  { returns, topsUp, topUpMinor }: Behaviour,
): CardOutcome {
  return {
    cards: cards.map(({ id, days, items, boost_percent: boost }) => {
      let [claimed, topUps] = [0, 0];
      for (let player = 0; player < PLAYERS; player += 1) {
        const luck = luckOf(player);
        const own = ownShare(returns, luck());
        for (let day = 0; day < days; day += 1) {
          const { there, topUp } = luckOfDay(luck);
          if (day > 0 && there >= own) continue;
          claimed += 1;
          if (topUp < topsUp) topUps += 1;
        }
      }
      const given = new Map<string, number>();
      addItems(given, items, claimed / PLAYERS);
      return {
        id,
        claimed: claimed / (PLAYERS * days),
        given,
        boostMinor: Math.round(((topUps / PLAYERS) * topUpMinor * boost) / 100),
      };
    }),
  };
}

function addItems(
  given: Map<string, number>,
  items: readonly { readonly name: string; readonly count: number }[],
  times: number,
): void {
  for (const { name, count } of items) given.set(name, (given.get(name) ?? 0) + count * times);
}

/** Players differ: some hardly come back, some daily. The mean stays `share`. */
function ownShare(share: number, luck: number): number {
  const width = Math.min(share, 1 - share) * 0.75;
  return share + width * (2 * luck - 1);
}

/** Every number of a day is drawn, so that the next day's luck does not depend on the rules. */
function luckOfDay(luck: () => number) {
  return {
    there: luck(),
    draw: luck(),
    topUp: luck(),
    spin: luck(),
    prize: luck(),
    buys: luck(),
  };
}

/** Uniform numbers from 0 to 1 of one player (mulberry32). */
function luckOf(player: number): () => number {
  let state = (SEED + player * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
