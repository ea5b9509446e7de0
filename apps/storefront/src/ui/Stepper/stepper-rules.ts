/** A16 */
export const LONG_PRESS_MS = 600;
export const REPEAT_MS = 200;

export type StepperLimits = {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Digits after the point; by default as many as `step` has. */
  readonly decimals?: number;
};

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

function digitsOf({ decimals, step = 1 }: StepperLimits): number {
  return decimals ?? decimalsOf(step);
}

/** Returns the nearest allowed value: min 1 and max unlimited by default, rounded to decimals. */
export function clampValue(value: number, limits: StepperLimits): number {
  const { min = 1, max = Number.POSITIVE_INFINITY } = limits;
  if (Number.isNaN(value)) return min;
  return Math.max(min, Math.min(max, rounded(value, digitsOf(limits))));
}

/** Adds one step. Rounds the sum, because adding tenths would drift. */
export function stepValue(value: number, direction: 1 | -1, limits: StepperLimits): number {
  const { step = 1 } = limits;
  const digits = Math.max(digitsOf(limits), decimalsOf(step), decimalsOf(value));
  return clampValue(rounded(value + direction * step, digits), limits);
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}

/** Parses typed text; null while it is no number yet ("", "-"). */
export function parseValue(text: string, limits: StepperLimits): number | null {
  const cleaned = text.trim().replace(',', '.');
  if (!/^-?\d+(\.\d*)?$/.test(cleaned)) return null;
  return clampValue(Number(cleaned), limits);
}

export function formatValue(value: number, limits: StepperLimits): string {
  return limits.decimals === undefined ? String(value) : value.toFixed(limits.decimals);
}
