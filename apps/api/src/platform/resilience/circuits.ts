/** A circuit breaker: it opens after a run of failures, and lets a probe through after a growing pause. */
export type Circuit = {
  /** Admits one call, which ends with `leave`. False: the circuit is open, so send nothing. */
  enter(): boolean;
  leave(end: CallEnd): void;
  /** closed: all calls may pass. probe: one may. open: none. */
  state(): CircuitState;
};

type CallEnd = 'answered' | 'failed';
type CircuitState = 'closed' | 'probe' | 'open';

export type CircuitRules = {
  /** Consecutive failures that open it. */
  readonly failures: number;
  /** A failure this long after the previous one begins a new run. */
  readonly runMs: number;
  readonly firstPauseMs: number;
  /** Each failed probe doubles the pause, up to this. */
  readonly longestPauseMs: number;
  /** A probe without an end counts as failed after this. */
  readonly probeMs: number;
};

export function createCircuit(
  rules: CircuitRules,
  now: () => number,
  onChange: (state: 'open' | 'closed') => void = () => undefined,
): Circuit {
  let failures = 0;
  let failedAt = 0;
  let pauseMs = 0;
  /** 0: closed. */
  let openUntil = 0;
  let probeEndsAt = 0;

  function state(): CircuitState {
    if (openUntil === 0) return 'closed';
    return now() >= openUntil && now() >= probeEndsAt ? 'probe' : 'open';
  }

  function open(forMs: number): void {
    const wasClosed = openUntil === 0;
    pauseMs = forMs;
    openUntil = now() + forMs;
    probeEndsAt = 0;
    if (wasClosed) onChange('open');
  }

  return {
    state,
    enter: () => {
      const found = state();
      if (found === 'probe') probeEndsAt = now() + rules.probeMs;
      return found !== 'open';
    },
    leave: (end) => {
      if (end === 'answered') {
        const wasOpen = openUntil !== 0;
        failures = 0;
        openUntil = 0;
        if (wasOpen) onChange('closed');
        return;
      }
      failures = now() - failedAt > rules.runMs ? 1 : failures + 1;
      failedAt = now();
      if (openUntil === 0) {
        if (failures >= rules.failures) open(rules.firstPauseMs);
      } else if (probeEndsAt !== 0) {
        open(Math.min(pauseMs * 2, rules.longestPauseMs));
      }
      // A call that was sent before the circuit opened changes nothing.
    },
  };
}

/**
 * Makes a call through its circuit; an open one answers `notSent`. Failures: no or indeterminate answer, and refused
 * access. Errors caused by one request do not count: one player could block all.
 */
export async function callThrough<T extends { readonly kind: string; readonly cause?: string }, N>(
  circuit: Circuit,
  call: () => Promise<T>,
  notSent: N,
): Promise<T | N> {
  if (!circuit.enter()) return notSent;
  let end: CallEnd = 'failed';
  try {
    const result = await call();
    const isUnclear = ['indeterminate', 'silent'].includes(result.kind);
    const isFailure = result.cause === 'access' || (isUnclear && result.cause !== 'request');
    if (!isFailure) end = 'answered';
    return result;
  } finally {
    circuit.leave(end);
  }
}

/** One circuit for each key, created at its first call. */
export type Circuits = {
  of(key: string): Circuit;
  /** The keys whose circuits are not closed, for the metrics. */
  notClosed(): string[];
};

export function createCircuits(
  rules: CircuitRules,
  now: () => number,
  onChange: (key: string, state: 'open' | 'closed') => void,
): Circuits {
  const circuits = new Map<string, Circuit>();
  return {
    of: (key) => {
      const known = circuits.get(key);
      if (known !== undefined) return known;
      const made = createCircuit(rules, now, (state) => onChange(key, state));
      circuits.set(key, made);
      return made;
    },
    notClosed: () =>
      [...circuits].filter(([, each]) => each.state() !== 'closed').map(([key]) => key),
  };
}

const SECOND = 1_000;

/** For gateways and games that do not answer. A probe lasts a little longer than a call may (contract §4). */
export const SILENCE_RULES: CircuitRules = {
  failures: 8,
  runMs: 600 * SECOND,
  firstPauseMs: SECOND,
  longestPauseMs: 60 * SECOND,
  probeMs: 12 * SECOND,
};

/** The same rules with their pauses multiplied. */
export function scaleRules(rules: CircuitRules, factor: number): CircuitRules {
  const { firstPauseMs, longestPauseMs } = rules;
  return { ...rules, firstPauseMs: firstPauseMs * factor, longestPauseMs: longestPauseMs * factor };
}

/** For game servers in maintenance: shorter pauses, because players wait for their goods. */
export const MAINTENANCE_RULES: CircuitRules = { ...SILENCE_RULES, longestPauseMs: 30 * SECOND };
