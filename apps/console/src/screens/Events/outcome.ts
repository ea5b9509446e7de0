import type { EventRules } from '@webpay/contract/console/event-rules';
import { moneyText } from '../../ui/Money/money-text.ts';
import {
  type Behaviour,
  type Given,
  PLAYERS,
  simulateBargain,
  simulateCards,
  simulateCumulation,
} from '@webpay/contract/console/simulate';

/** A figure of a simulation, in words. */
export type Figure = { readonly key: string; readonly label: string; readonly value: string };

export type Outcome = {
  readonly figures: readonly Figure[];
  /** Share of players at a minimum by day; null: the kind has none. */
  readonly byDay: readonly number[] | null;
};

/** Simulates the rules, and puts the result in words. */
export function outcomeOf(rules: EventRules, behaviour: Behaviour, days: number): Outcome {
  if (rules.kind === 'bargain') return bargainOutcome(rules, behaviour, days);
  if (rules.kind === 'cumulation') return cumulationOutcome(rules, behaviour, days);
  const { cards } = simulateCards(rules, behaviour);
  const figures = cards.flatMap(({ id, claimed, given, boostMinor }): Figure[] => {
    const name = rules.cards.find((card) => card.id === id)?.name ?? id;
    return [
      figure(`${id} claimed`, `${name}: days claimed`, percent(claimed)),
      figure(`${id} boost`, `${name}: boost at the top-ups' price`, usd(boostMinor)),
      ...givenFigures(given, `${name}: `, 1),
    ];
  });
  return { figures, byDay: null };
}

function bargainOutcome(
  rules: EventRules & { kind: 'bargain' },
  behaviour: Behaviour,
  days: number,
): Outcome {
  const { atMinimum, buyers, sold, paidMinor, offMinor, given } = simulateBargain(
    rules,
    behaviour,
    days,
  );
  return {
    figures: [
      figure('minimum', 'Reach a minimum', percent(atMinimum.at(-1) ?? 0)),
      figure('buyers', 'Buy a pack', percent(buyers)),
      figure('sold', 'Packs sold', sold.toLocaleString('en')),
      figure('money', 'Money of a round', usd(paidMinor)),
      figure('mean', 'Mean price paid', sold === 0 ? 'none sold' : usd(paidMinor / sold)),
      figure('off', 'Mean taken off', sold === 0 ? 'none sold' : usd(offMinor / sold)),
      ...givenFigures(given, 'Wheel gives ', PLAYERS),
    ],
    byDay: atMinimum,
  };
}

function cumulationOutcome(
  rules: EventRules & { kind: 'cumulation' },
  behaviour: Behaviour,
  days: number,
): Outcome {
  const { tasks, toppedUpMinor, given } = simulateCumulation(rules, behaviour, days);
  return {
    figures: [
      figure('money', 'Topped up', usd(toppedUpMinor)),
      ...tasks.map(({ id, players }) => figure(id, `Reach ${id}`, percent(players))),
      ...givenFigures(given, 'For $100 of top-ups: ', toppedUpMinor / 10_000),
    ],
    byDay: null,
  };
}

const figure = (key: string, label: string, value: string): Figure => ({ key, label, value });
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const usd = (minor: number): string => moneyText({ minor: Math.round(minor), currency: 'USD' });

/** @param of divides the pieces; of all players, whole pieces are told */
function givenFigures(given: Given, before: string, of: number): readonly Figure[] {
  return [...given].map(([name, pieces]) => {
    const value =
      of === PLAYERS
        ? Math.round(pieces).toLocaleString('en')
        : (of === 0 ? 0 : pieces / of).toLocaleString('en', { maximumFractionDigits: 2 });
    return figure(`given ${name}`, `${before}${name}`, value);
  });
}
