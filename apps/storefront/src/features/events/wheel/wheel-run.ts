/**
 * Wheel highlight as a function of time, so that skipped frames change nothing (F08). A position counts cells;
 * the lit cell is `position` modulo eight, clockwise from the top left.
 */

export const CELLS = 8;
/** Duration of each ramp: to full speed, and from it to rest. */
export const RAMP_MS = 2500;
export const SPEED = 20;
/** Delay of the highlight under reduced motion. */
export const STILL_MS = 600;

/** 0 idle, 1 accelerating, 2 constant, 3 decelerating. */
export type Step = 0 | 1 | 2 | 3;

export type Run = {
  readonly from: number;
  /** Prize and the time since the start at which it became known; null until then. */
  readonly answer: { readonly index: number; readonly atMs: number } | null;
};

const CELLS_PER_MS = SPEED / 1000;
/** Cells of one ramp: half the distance at full speed. */
const RAMP_CELLS = (CELLS_PER_MS * RAMP_MS) / 2;

export function positionAt(run: Run, ms: number): number {
  const { from } = run;
  if (ms <= 0) return from;
  if (ms < RAMP_MS) return from + (CELLS_PER_MS * ms ** 2) / (2 * RAMP_MS);
  const brake = brakesAtMs(run);
  const fullMs = Math.min(ms, brake ?? ms) - RAMP_MS;
  const atFull = from + RAMP_CELLS + CELLS_PER_MS * fullMs;
  if (brake === null || ms <= brake) return atFull;
  const restMs = Math.max(0, RAMP_MS - (ms - brake));
  // Rest is a whole cell; the remaining distance falls with the square of the remaining time.
  return restCell(run, brake) - (CELLS_PER_MS * restMs ** 2) / (2 * RAMP_MS);
}

export function stepAt(run: Run, ms: number): Step {
  if (ms < RAMP_MS) return 1;
  const brake = brakesAtMs(run);
  if (brake === null || ms < brake) return 2;
  return ms < brake + RAMP_MS ? 3 : 0;
}

export function cellAt(position: number): number {
  // Tolerates rounding errors just below a cell.
  return Math.floor(position + 1e-6) % CELLS;
}

/** Time of rest on the prize; null until the answer. */
export function endsAtMs(run: Run): number | null {
  const brake = brakesAtMs(run);
  return brake === null ? null : brake + RAMP_MS;
}

/** Start of braking that ends exactly on the prize: at most one round after the answer. */
function brakesAtMs({ from, answer }: Run): number | null {
  if (answer === null) return null;
  const earliest = Math.max(RAMP_MS, answer.atMs);
  const restIfNow = from + 2 * RAMP_CELLS + CELLS_PER_MS * (earliest - RAMP_MS);
  const toGo = (((answer.index - restIfNow) % CELLS) + CELLS) % CELLS;
  return earliest + toGo / CELLS_PER_MS;
}

function restCell({ from }: Run, brakeMs: number): number {
  return Math.round(from + 2 * RAMP_CELLS + CELLS_PER_MS * (brakeMs - RAMP_MS));
}
