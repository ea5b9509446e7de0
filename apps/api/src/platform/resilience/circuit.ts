/** Whether one place outside is worth calling: it opens after a run of failures, and tries again after a growing pause. */
export type Circuit = {
  /** Leave for one call; who gets it tells with `leave` how it ended. False: nothing may be sent now. */
  enter(): boolean;
  leave(end: CallEnd): void;
  /** closed: everybody may call. probe: one may, to see. open: nobody. */
  state(): CircuitState;
};

export type CallEnd = 'answered' | 'failed';
export type CircuitState = 'closed' | 'probe' | 'open';

export type CircuitRules = {
  /** Failures in a row that open it. */
  readonly failures: number;
  readonly firstPauseMs: number;
  /** Each probe that fails doubles the pause, up to this. */
  readonly longestPauseMs: number;
  /** A probe whose end nobody tells counts as lost after this. */
  readonly probeMs: number;
};

export function createCircuit(
  rules: CircuitRules,
  now: () => number,
  onTurn: (state: 'open' | 'closed') => void = () => undefined,
): Circuit {
  let failures = 0;
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
    if (wasClosed) onTurn('open');
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
        if (wasOpen) onTurn('closed');
        return;
      }
      failures += 1;
      if (openUntil === 0) {
        if (failures >= rules.failures) open(rules.firstPauseMs);
      } else if (probeEndsAt !== 0) {
        open(Math.min(pauseMs * 2, rules.longestPauseMs));
      }
      // Else it was sent before the circuit opened, and says nothing new.
    },
  };
}
