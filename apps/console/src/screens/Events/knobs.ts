import type { EventResults } from '@webpay/contract/console/event-calls';
import { type EventRules, type Knob, leastOf } from '@webpay/contract/console/event-rules';
import { ASSUMED, type Behaviour } from '@webpay/contract/console/simulate';

const MAX_MINOR = 1_000_000;

export const textOf = ({ unit, value }: Pick<Knob, 'unit' | 'value'>): string =>
  unit === 'money' ? (value / 100).toFixed(2) : String(value);

/** The typed number; null: it is none that the knob may have. */
export function readKnob(knob: Knob, typed: string): number | null {
  const { unit, most } = knob;
  const form = unit === 'money' ? /^\d{1,6}(?:\.\d{2})?$/ : /^\d{1,8}$/;
  if (!form.test(typed.trim())) return null;
  const value = Math.round(Number(typed) * (unit === 'money' ? 100 : 1));
  return value < leastOf(knob) || value > most ? null : value;
}

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
  kind: EventRules['kind'],
): readonly Knob[] {
  const knob = { group: 'Players', gives: null } as const;
  const percent = (key: keyof Behaviour, label: string, share: number): Knob => {
    return { ...knob, key, label, unit: 'percent', value: Math.round(100 * share), most: 100 };
  };
  const topUp: Knob = {
    ...knob,
    key: 'topUpMinor',
    label: 'A top-up',
    unit: 'money',
    value: topUpMinor,
    most: MAX_MINOR,
  };
  const isBargain = kind === 'bargain';
  return [
    percent('returns', 'Come back on a day, %', returns),
    ...(isBargain ? [percent('spins', 'Spin when there, %', spins)] : []),
    percent('topsUp', 'Top up when there, %', topsUp),
    topUp,
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
