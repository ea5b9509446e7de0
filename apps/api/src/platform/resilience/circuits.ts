import { createCircuit, type Circuit, type CircuitRules } from './circuit.ts';

/** One circuit a place, made when it is first called. */
export type Circuits = {
  of(place: string): Circuit;
  /** The places nothing is sent to now, for whoever measures. */
  shut(): string[];
};

export function createCircuits(
  rules: CircuitRules,
  now: () => number,
  onTurn: (place: string, state: 'open' | 'closed') => void,
): Circuits {
  const circuits = new Map<string, Circuit>();
  return {
    of: (place) => {
      const known = circuits.get(place);
      if (known !== undefined) return known;
      const made = createCircuit(rules, now, (state) => onTurn(place, state));
      circuits.set(place, made);
      return made;
    },
    shut: () =>
      [...circuits].filter(([, each]) => each.state() !== 'closed').map(([place]) => place),
  };
}

const SECOND = 1_000;

/** A gateway or a game that does not answer. A probe lasts as long as a call may (contract §4), and a little. */
export const SILENCE_RULES: CircuitRules = {
  failures: 8,
  firstPauseMs: SECOND,
  longestPauseMs: 60 * SECOND,
  probeMs: 12 * SECOND,
};

/** The same rules with their pauses multiplied. */
export function scaleRules(rules: CircuitRules, factor: number): CircuitRules {
  const { firstPauseMs, longestPauseMs } = rules;
  return { ...rules, firstPauseMs: firstPauseMs * factor, longestPauseMs: longestPauseMs * factor };
}

/** A game's server that says "maintenance": shorter at its longest, players wait for their goods. */
export const MAINTENANCE_RULES: CircuitRules = { ...SILENCE_RULES, longestPauseMs: 30 * SECOND };
