import { setImmediate } from 'node:timers/promises';
import { knobsOf, type EventRules, type Knob } from '@webpay/contract/console/event-rules';
import {
  PLAYERS,
  simulateBargain,
  simulateCards,
  simulateCumulation,
  type Behaviour,
  type Given,
  type Part,
} from '@webpay/contract/console/simulate';
import { oddsOf } from '@webpay/contract/odds';
import { topUpCost, type TopUp } from '../catalog/worth.ts';
import { sumInWords } from './words.ts';

/** Rules of an event as they are, and as they would be. */
export type RuleChange = { readonly before: EventRules; readonly after: EventRules };

export type Simulated = {
  readonly players: Behaviour;
  readonly days: number;
  /** Top-ups in US dollars: the price of items that the event gives. */
  readonly topUps: readonly TopUp[];
};

const DAY_MS = 86_400_000;

/** Days of an event's window, one at least. */
export function daysOf(event: { readonly starts_at: Date; readonly ends_at: Date }): number {
  return Math.max(1, Math.round((event.ends_at.getTime() - event.starts_at.getTime()) / DAY_MS));
}

/** Each changed number, with odds of changed parts of a wheel. */
export function changedNumbers({ before, after }: RuleChange): readonly string[] {
  const [oddsBefore, oddsAfter] = [oddsIn(before), oddsIn(after)];
  return pairsOf({ before, after }).map(([was, is]) => {
    const said = `${was.group}, ${was.label}: ${numberOf(was)} → ${numberOf(is)}`;
    const index = was.key.startsWith('weight ') ? Number(was.key.slice(7)) : -1;
    const [one, other] = [oddsBefore[index], oddsAfter[index]];
    if (one === undefined || other === undefined) return `${said}.`;
    return `${said} (odds ${one.toFixed(2)} % → ${other.toFixed(2)} %).`;
  });
}

const oddsIn = (rules: EventRules): readonly number[] =>
  rules.kind === 'bargain' ? oddsOf(rules.wheel) : [];

function pairsOf({ before, after }: RuleChange): readonly (readonly [Knob, Knob])[] {
  const changed = new Map(knobsOf(after).map((knob) => [knob.key, knob]));
  return knobsOf(before).flatMap((was) => {
    const is = changed.get(was.key);
    return is === undefined || is.value === was.value ? [] : [[was, is] as const];
  });
}

const usd = (minor: number): string => sumInWords({ minor: Math.round(minor), currency: 'USD' });
const numberOf = ({ unit, value }: Knob): string =>
  unit === 'money' ? usd(value) : value.toLocaleString('en');

/** Why the other rules may cost more; null: no player gets more by any of them. */
export function whyCostsMore({ before, after }: RuleChange): string | null {
  for (const [was, is] of pairsOf({ before, after })) {
    const rises = is.value > was.value;
    if (was.key.startsWith('weight ')) continue;
    if (was.gives === null || rises === (was.gives === 'more')) {
      return `${was.group}, ${was.label} gives players more.`;
    }
  }
  const [one, other] = [prizesOf(before), prizesOf(after)];
  const richer = [...other].find(([name, mean]) => mean > (one.get(name) ?? 0) + 1e-9);
  return richer === undefined ? null : 'A spin of the wheel gives players more.';
}

/** The mean of a spin: US cents off under '', pieces by item. */
function prizesOf(rules: EventRules): Given {
  const given = new Map<string, number>();
  if (rules.kind !== 'bargain') return given;
  const all = rules.wheel.reduce((sum, { weight }) => sum + weight, 0);
  const add = (name: string, count: number) => given.set(name, (given.get(name) ?? 0) + count);
  for (const { weight, lowers, items } of rules.wheel) {
    add('', (lowers * weight) / all);
    for (const { name, count } of items) add(name, (count * weight) / all);
  }
  return given;
}

type Figure = { readonly label: string; readonly value: string };
type Figures = { readonly figures: readonly Figure[]; readonly given: Given };

/** The expected cost before and after, of the same made-up players with the same luck. */
export async function costInWords(
  { before, after }: RuleChange,
  simulated: Simulated,
): Promise<readonly string[]> {
  const { players, days } = simulated;
  const one = await figuresOf(before, simulated);
  const other = await figuresOf(after, simulated);
  const figures = one.figures.map(
    ({ label, value }, n) => `${label} ${value} → ${other.figures[n]?.value ?? 'none'}`,
  );
  const unpriced = [...other.given.keys()].filter(
    (name) => worthOf(after, new Map([[name, 1]]), simulated.topUps) === null,
  );
  const share = (part: number) => `${Math.round(100 * part)} %`;
  const { returns, topsUp, topUpMinor } = players;
  return [
    `Simulated with ${PLAYERS.toLocaleString('en')} players in ${days} ${days === 1 ? 'day' : 'days'}: ${figures.join('; ')}.`,
    `Of these players ${share(returns)} come back on a day, and ${share(topsUp)} of those there top up ${usd(topUpMinor)}.`,
    ...(unpriced.length === 0 ? [] : [`Without a price, and not counted: ${unpriced.join(', ')}.`]),
  ];
}

/** Simulations of the last plans: typing a reason asks for the same ones again. */
const known = new Map<string, Figures>();
const MAX_KNOWN = 16;

async function figuresOf(rules: EventRules, simulated: Simulated): Promise<Figures> {
  const name = JSON.stringify([rules, simulated]);
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const made = await simulate(rules, simulated);
  const [oldest] = known.keys();
  if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  known.set(name, made);
  return made;
}

/** Players of one part: requests of players wait no longer for a simulation than for a page. */
const PART = 500;

async function inParts<T>(run: (part: Part) => T): Promise<readonly T[]> {
  const made: T[] = [];
  for (let from = 0; from < PLAYERS; from += PART) {
    made.push(run({ from, to: Math.min(PLAYERS, from + PART) }));
    await setImmediate();
  }
  return made;
}

async function simulate(rules: EventRules, { players, days, topUps }: Simulated): Promise<Figures> {
  const worth = (given: Given) => usd(worthOf(rules, given, topUps) ?? 0);
  if (rules.kind === 'bargain') {
    const parts = await inParts((part) => simulateBargain(rules, players, days, part));
    const given = addedUp(parts.map((part) => part.given));
    return {
      given,
      figures: [
        { label: 'packs sold', value: sumOf(parts, ({ sold }) => sold).toLocaleString('en') },
        { label: 'money of a round', value: usd(sumOf(parts, ({ paidMinor }) => paidMinor)) },
        { label: 'taken off prices', value: usd(sumOf(parts, ({ offMinor }) => offMinor)) },
        { label: 'goods of the wheel at the price of top-ups', value: worth(given) },
      ],
    };
  }
  if (rules.kind === 'cumulation') {
    const parts = await inParts((part) => simulateCumulation(rules, players, days, part));
    const given = addedUp(parts.map((part) => part.given));
    return {
      given,
      figures: [
        { label: 'topped up', value: usd(sumOf(parts, ({ toppedUpMinor }) => toppedUpMinor)) },
        { label: 'rewards at the price of top-ups', value: worth(given) },
      ],
    };
  }
  const { cards } = simulateCards(rules, players);
  return {
    given: addedUp(cards.map((card) => card.given)),
    figures: cards.flatMap(({ id, given, boostMinor }) => [
      { label: `rewards of one ${id} at the price of top-ups`, value: worth(given) },
      { label: `boost of one ${id}`, value: usd(boostMinor) },
    ]),
  };
}

function sumOf<T>(parts: readonly T[], of: (part: T) => number): number {
  return parts.reduce((sum, part) => sum + of(part), 0);
}

function addedUp(parts: readonly Given[]): Given {
  const sums = new Map<string, number>();
  for (const [name, pieces] of parts.flatMap((part) => [...part])) {
    sums.set(name, (sums.get(name) ?? 0) + pieces);
  }
  return sums;
}

/** US cents of items at the price of top-ups; null: none of them has a price. */
function worthOf(rules: EventRules, given: Given, topUps: readonly TopUp[]): number | null {
  const ids = new Map(itemsOf(rules).map(({ name, item_id }) => [name, item_id]));
  const costs = [...given].flatMap(([name, pieces]) => {
    const item_id = ids.get(name);
    const count = Math.max(1, Math.round(pieces));
    const cost = item_id === undefined ? null : topUpCost({ item_id, count }, topUps);
    return cost === null ? [] : [cost];
  });
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}

function itemsOf(rules: EventRules) {
  switch (rules.kind) {
    case 'bargain':
      return rules.wheel.flatMap(({ items }) => items);
    case 'cumulation':
      return rules.tasks.flatMap(({ items }) => items);
    case 'card':
      return rules.cards.flatMap(({ items }) => items);
  }
}
