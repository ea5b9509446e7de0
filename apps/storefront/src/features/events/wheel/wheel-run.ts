/**
 * How the wheel's highlight runs (F08), as a function of time: pictures that were never drawn and tabs
 * that lay in the background change nothing. Positions are cells since the run began at cell 0's count;
 * the lit cell is `position` modulo eight, clockwise from the top left.
 */

export const CELLS = 8;
/** How long it takes to reach full speed, and to come to rest from it. */
export const RAMP_MS = 2500;
/** Cells a second at full speed. */
export const SPEED = 20;
/** Reduced motion: nothing runs, the prize is lit after this. */
export const STILL_MS = 600;

/** 0 idle, 1 accelerating, 2 constant, 3 decelerating. */
export type Step = 0 | 1 | 2 | 3;

export type Run = {
  /** The cell that was lit when it began. */
  readonly from: number;
  /** What the server drew, and how long after the beginning that was known; null: not yet. */
  readonly answer: { readonly index: number; readonly atMs: number } | null;
};

const CELLS_PER_MS = SPEED / 1000;
/** What either ramp covers: half of what full speed would. */
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
  // Rest is a whole cell; what is still to go falls with the square of the time left.
  return restCell(run, brake) - (CELLS_PER_MS * restMs ** 2) / (2 * RAMP_MS);
}

export function stepAt(run: Run, ms: number): Step {
  if (ms < RAMP_MS) return 1;
  const brake = brakesAtMs(run);
  if (brake === null || ms < brake) return 2;
  return ms < brake + RAMP_MS ? 3 : 0;
}

/** The cell that is lit at a position. */
export function cellAt(position: number): number {
  // A position a rounding error short of a cell is that cell.
  return Math.floor(position + 1e-6) % CELLS;
}

/** When it has come to rest on the prize; null while nobody knows which that is. */
export function endsAtMs(run: Run): number | null {
  const brake = brakesAtMs(run);
  return brake === null ? null : brake + RAMP_MS;
}

/**
 * Full speed lasts until braking ends exactly on the prize: once the answer is there, one round more at
 * most, so that neither speed nor place ever jumps.
 */
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
