/** Quantile at `share` (0–1); NaN without samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1));
  return sorted[index] ?? Number.NaN;
}

/**
 * Quantile of integers, interpolated: equal values count as spread evenly over half a step to
 * either side.
 */
export function steppedQuantile(samples: readonly number[], share: number, step = 1): number {
  const value = quantile(samples, share);
  const below = samples.filter((sample) => sample < value).length;
  const equal = samples.filter((sample) => sample === value).length;
  return value - step / 2 + (step * (samples.length * share - below)) / equal;
}

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const lower = sorted.length % 2 === 0 ? upper - 1 : upper;
  return ((sorted[lower] ?? Number.NaN) + (sorted[upper] ?? Number.NaN)) / 2;
}

/** Rounds to the digits needed for a comparison. */
export function rounded(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
