import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { BargainEvent, EventResults } from '@webpay/contract/console/event-calls';
import type { Behaviour } from './simulate.ts';

export type Rules = ConsoleResult<'event'>['rules'];

/** A number of the rules that can be tried out. */
export type Knob = {
  readonly key: string;
  readonly label: string;
  readonly group: string;
  /** `money`: US cents, typed as dollars. `percent`: a share in per cent. */
  readonly unit: 'money' | 'count' | 'percent';
  readonly value: number;
  readonly most: number;
};

const MOST_MINOR = 1_000_000;
const MOST_WEIGHT = 1_000_000;
const MOST_DAYS = 365;
const MOST_GOAL = 10_000_000;

export function knobsOf(rules: Rules): readonly Knob[] {
  if (rules.kind === 'bargain') return bargainKnobs(rules);
  if (rules.kind === 'cumulation') {
    return [
      knob('points', 'Points for a dollar', 'Points', 'count', rules.points_per_usd, 10_000),
      ...rules.tasks.map(({ id, goal }) => knob(id, id, 'Goals', 'count', goal, MOST_GOAL)),
    ];
  }
  return rules.cards.flatMap(({ id, name, boost_percent: boost, days }) => [
    knob(`${id} boost`, 'Top-ups give more, %', name, 'count', boost, 100),
    knob(`${id} days`, 'Days', name, 'count', days, MOST_DAYS),
  ]);
}

function bargainKnobs({ coupon, packs, sign_in, top_up, wheel }: BargainEvent): readonly Knob[] {
  const money = (key: string, label: string, group: string, value: number): Knob =>
    knob(key, label, group, 'money', value, MOST_MINOR);
  return [
    money('from', 'Drawn from', 'Coupon', coupon.from),
    money('to', 'to', 'Coupon', coupon.to),
    money('step', 'in steps of', 'Coupon', coupon.step),
    knob('days', 'Good for days', 'Coupon', 'count', coupon.days, MOST_DAYS),
    ...packs.map(({ id, name, minimum }) => money(`min ${id}`, name, 'Never below', minimum)),
    money('sign_in', 'Daily sign-in', 'Takes off', sign_in),
    money('top_up', 'Top-up of the day', 'Takes off', top_up.lowers),
    ...wheel.map(({ weight }, index) =>
      knob(`wheel ${index}`, prizeText(wheel, index), 'Wheel, parts', 'count', weight, MOST_WEIGHT),
    ),
  ];
}

function knob(
  key: string,
  label: string,
  group: string,
  unit: Knob['unit'],
  value: number,
  most: number,
): Knob {
  return { key, label, group, unit, value, most };
}

/** "$2.00 off", "Casting ticket × 1". */
export function prizeText(wheel: BargainEvent['wheel'], index: number): string {
  const prize = wheel[index];
  const [item] = prize?.items ?? [];
  if (item !== undefined) return `${item.name} × ${item.count}`;
  return `$${((prize?.lowers ?? 0) / 100).toFixed(2)} off`;
}

export const textOf = ({ unit, value }: Pick<Knob, 'unit' | 'value'>): string =>
  unit === 'money' ? (value / 100).toFixed(2) : String(value);

/** The typed number; null: it is none that the knob may have. */
export function readKnob({ unit, most }: Knob, typed: string): number | null {
  const form = unit === 'money' ? /^\d{1,6}(?:\.\d{2})?$/ : /^\d{1,8}$/;
  if (!form.test(typed.trim())) return null;
  const value = Math.round(Number(typed) * (unit === 'money' ? 100 : 1));
  const least = unit === 'percent' || unit === 'money' ? 0 : 1;
  return value < least || value > most ? null : value;
}

/** The rules with other values; a sentence where they contradict each other, as the catalogue's check says it. */
export function withValues(
  rules: Rules,
  values: ReadonlyMap<string, number>,
): { readonly rules: Rules; readonly complaint: string | null } {
  const of = (key: string, live: number): number => values.get(key) ?? live;
  if (rules.kind === 'cumulation') {
    const tasks = rules.tasks.map((task) => ({ ...task, goal: of(task.id, task.goal) }));
    const points = of('points', rules.points_per_usd);
    return { rules: { ...rules, points_per_usd: points, tasks }, complaint: null };
  }
  if (rules.kind === 'card') {
    const cards = rules.cards.map((card) => ({
      ...card,
      boost_percent: of(`${card.id} boost`, card.boost_percent),
      days: of(`${card.id} days`, card.days),
    }));
    return { rules: { ...rules, cards }, complaint: null };
  }
  const { coupon, packs, sign_in, top_up, wheel } = rules;
  const changed: BargainEvent = {
    ...rules,
    coupon: {
      from: of('from', coupon.from),
      to: of('to', coupon.to),
      step: of('step', coupon.step),
      days: of('days', coupon.days),
    },
    packs: packs.map((pack) => ({ ...pack, minimum: of(`min ${pack.id}`, pack.minimum) })),
    sign_in: of('sign_in', sign_in),
    top_up: { ...top_up, lowers: of('top_up', top_up.lowers) },
    wheel: wheel.map((prize, index) => ({ ...prize, weight: of(`wheel ${index}`, prize.weight) })),
  };
  return { rules: changed, complaint: complaintOf(changed) };
}

function complaintOf({ coupon, packs }: BargainEvent): string | null {
  if (coupon.from <= 0 || coupon.to < coupon.from)
    return 'The coupon needs a range from less to more.';
  if (coupon.step <= 0 || (coupon.to - coupon.from) % coupon.step !== 0) {
    return 'The steps of the coupon do not end at its highest value.';
  }
  const wrong = packs.find(({ price, minimum }) => minimum <= 0 || minimum >= price);
  return wrong === undefined ? null : `The lowest price of ${wrong.name} must be below its price.`;
}

/** Used until a round has enough players to measure. */
const ASSUMED: Behaviour = {
  returns: 0.47,
  spins: 0.9,
  topsUp: 0.07,
  buys: 0.16,
  topUpMinor: 499,
};
/** Fewer players say nothing about the next ones. */
const LEAST_PLAYERS = 100;

export type Measured = { readonly behaviour: Behaviour; readonly isMeasured: boolean };

/** The behaviour of the players of a round over `days` days, as far as its results show it. */
export function behaviourOf(results: EventResults | undefined, days: number): Measured {
  if (results === undefined || results.players < LEAST_PLAYERS || days < 2) {
    return { behaviour: ASSUMED, isMeasured: false };
  }
  const timesOf = (task: string): number =>
    results.tasks.find((each) => each.task === task)?.times ?? 0;
  const there = timesOf('sign_in');
  if (there === 0) return { behaviour: ASSUMED, isMeasured: false };
  const { players } = results;
  const share = (part: number, of: number): number => Math.min(1, of === 0 ? 0 : part / of);
  return {
    behaviour: {
      ...ASSUMED,
      returns: share(there - players, players * (days - 1)),
      spins: share(timesOf('spin'), there),
      topsUp: share(timesOf('top_up'), there),
    },
    isMeasured: true,
  };
}

export function behaviourKnobs(
  { returns, spins, topsUp, buys, topUpMinor }: Behaviour,
  kind: Rules['kind'],
): readonly Knob[] {
  const percent = (key: keyof Behaviour, label: string, share: number): Knob =>
    knob(key, label, 'Players', 'percent', Math.round(100 * share), 100);
  const isBargain = kind === 'bargain';
  return [
    percent('returns', 'Come back on a day, %', returns),
    ...(isBargain ? [percent('spins', 'Spin when there, %', spins)] : []),
    percent('topsUp', 'Top up when there, %', topsUp),
    knob('topUpMinor', 'A top-up', 'Players', 'money', topUpMinor, MOST_MINOR),
    ...(isBargain ? [percent('buys', 'Buy on a day at the minimum, %', buys)] : []),
  ];
}

export function withBehaviour(given: Behaviour, values: ReadonlyMap<string, number>): Behaviour {
  const share = (key: keyof Behaviour): number => {
    const typed = values.get(key);
    return typed === undefined ? given[key] : typed / 100;
  };
  return {
    returns: share('returns'),
    spins: share('spins'),
    topsUp: share('topsUp'),
    buys: share('buys'),
    topUpMinor: values.get('topUpMinor') ?? given.topUpMinor,
  };
}
