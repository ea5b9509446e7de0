/**
 * The shop's clock and the real one. Days, windows, expiries and `_` follow the shop's clock, which `PUT /clock` moves
 * in the sandbox; gateway request times, leases and retries follow the real one (contract §1).
 */
export type Clock = {
  /** The shop's time. */
  now(): Date;
  /** The shop's time in ms since the epoch. */
  nowMs(): number;
  /** Real time, independent of the shop's clock. */
  real(): Date;
};

export type MovableClock = Clock & { setOffset(offsetMs: number): void; offsetMs(): number };

export function createClock(): MovableClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    nowMs: () => Date.now() + offset,
    real: () => new Date(),
    setOffset: (offsetMs) => {
      offset = offsetMs;
    },
    offsetMs: () => offset,
  };
}

/** A clock that stays at its present reading: rows that one transaction writes together carry the same time. */
export function stopClock(clock: Clock): Clock {
  const now = clock.now();
  const real = clock.real();
  return {
    now: () => new Date(now),
    nowMs: () => now.getTime(),
    real: () => new Date(real),
  };
}
