import type { BargainEvent, CardEvent, CumulationEvent } from './event-calls.ts';

/** Numbers of an event's rules: the console tries them out, and the server writes them into its file. */

export type EventRules = BargainEvent | CumulationEvent | CardEvent;

/** A number of the rules. */
export type Knob = {
  /** Names its place: `weight 0`, `goal points-500`. */
  readonly key: string;
  readonly label: string;
  readonly group: string;
  /** `money`: US cents, typed as dollars. `percent`: a share in per cent. */
  readonly unit: 'money' | 'count' | 'percent';
  readonly value: number;
  readonly most: number;
  /** `more`: a higher number gives players more. `less`: a lower one does. Null: neither for sure. */
  readonly gives: 'more' | 'less' | null;
};

const MAX_MINOR = 1_000_000;
const MAX_WEIGHT = 1_000_000;
const MAX_DAYS = 365;
const MAX_GOAL = 10_000_000;
const MAX_PIECES = 1_000_000;

export function knobsOf(rules: EventRules): readonly Knob[] {
  if (rules.kind === 'bargain') return bargainKnobs(rules);
  if (rules.kind === 'cumulation') return cumulationKnobs(rules);
  return rules.cards.flatMap(({ id, name, boost_percent: boost, days, items }) => [
    more(`boost ${id}`, 'Top-ups give more, %', name, 'count', boost, 100),
    more(`days ${id}`, 'Days', name, 'count', days, MAX_DAYS),
    ...items.map((item, n) =>
      more(`daily ${id} ${n}`, `${item.name} a day`, name, 'count', item.count, MAX_PIECES),
    ),
  ]);
}

function cumulationKnobs({ points_per_usd: points, tasks }: CumulationEvent): readonly Knob[] {
  return [
    more('points', 'Points for a dollar', 'Points', 'count', points, 10_000),
    ...tasks.map(({ id, goal }): Knob => {
      const goals = more(`goal ${id}`, id, 'Goals', 'count', goal, MAX_GOAL);
      return { ...goals, gives: 'less' };
    }),
    ...tasks.flatMap(({ id, items }) =>
      items.map(({ name, count }, n) =>
        more(`reward ${id} ${n}`, `${id}: ${name}`, 'Rewards', 'count', count, MAX_PIECES),
      ),
    ),
  ];
}

function bargainKnobs({ coupon, packs, sign_in, top_up, wheel }: BargainEvent): readonly Knob[] {
  const money = (key: string, label: string, group: string, value: number): Knob =>
    more(key, label, group, 'money', value, MAX_MINOR);
  return [
    money('from', 'Drawn from', 'Coupon', coupon.from),
    money('to', 'to', 'Coupon', coupon.to),
    { ...money('step', 'in steps of', 'Coupon', coupon.step), gives: null },
    more('days', 'Good for days', 'Coupon', 'count', coupon.days, MAX_DAYS),
    ...packs.map(({ id, name, minimum }): Knob => {
      return { ...money(`min ${id}`, name, 'Never below', minimum), gives: 'less' };
    }),
    money('sign_in', 'Daily sign-in', 'Takes off', sign_in),
    money('top_up', 'Top-up of the day', 'Takes off', top_up.lowers),
    ...wheel.map(({ weight }, n): Knob => {
      const label = prizeText(wheel, n);
      return {
        ...more(`weight ${n}`, label, 'Wheel, parts', 'count', weight, MAX_WEIGHT),
        gives: null,
      };
    }),
    ...wheel.map(({ lowers, items: [item] }, n) =>
      item === undefined
        ? money(`lowers ${n}`, `Prize ${n + 1} takes off`, 'Wheel, prizes', lowers)
        : more(
            `pieces ${n}`,
            `Prize ${n + 1}: ${item.name}`,
            'Wheel, prizes',
            'count',
            item.count,
            MAX_PIECES,
          ),
    ),
  ];
}

/** A number that gives players more when it is higher. */
function more(
  key: string,
  label: string,
  group: string,
  unit: Knob['unit'],
  value: number,
  most: number,
): Knob {
  return { key, label, group, unit, value, most, gives: 'more' };
}

/** "$2.00 off", "Casting ticket × 1". */
export function prizeText(wheel: BargainEvent['wheel'], index: number): string {
  const prize = wheel[index];
  const [item] = prize?.items ?? [];
  if (item !== undefined) return `${item.name} × ${item.count}`;
  return `$${((prize?.lowers ?? 0) / 100).toFixed(2)} off`;
}

/** The least number that the catalogue's check takes. */
export const leastOf = ({ key, unit }: Pick<Knob, 'key' | 'unit'>): number =>
  unit !== 'count' || key.startsWith('boost ') ? 0 : 1;

/** The rules with other values; a sentence where they contradict each other, as the catalogue's check says it. */
export function withValues(
  rules: EventRules,
  values: ReadonlyMap<string, number>,
): { readonly rules: EventRules; readonly complaint: string | null } {
  const of = (key: string, live: number): number => values.get(key) ?? live;
  const pieces = <T extends { readonly count: number }>(items: readonly T[], key: string) =>
    items.map((item, n) => ({ ...item, count: of(`${key} ${n}`, item.count) }));
  if (rules.kind === 'cumulation') {
    const tasks = rules.tasks.map((task) => ({
      ...task,
      goal: of(`goal ${task.id}`, task.goal),
      items: pieces(task.items, `reward ${task.id}`),
    }));
    const points = of('points', rules.points_per_usd);
    return { rules: { ...rules, points_per_usd: points, tasks }, complaint: null };
  }
  if (rules.kind === 'card') {
    const cards = rules.cards.map((card) => ({
      ...card,
      boost_percent: of(`boost ${card.id}`, card.boost_percent),
      days: of(`days ${card.id}`, card.days),
      items: pieces(card.items, `daily ${card.id}`),
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
    wheel: wheel.map((prize, n) => ({
      ...prize,
      weight: of(`weight ${n}`, prize.weight),
      lowers: of(`lowers ${n}`, prize.lowers),
      items: prize.items.map((item) => ({ ...item, count: of(`pieces ${n}`, item.count) })),
    })),
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
