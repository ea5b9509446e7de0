import type { ProjectData } from './project-data.ts';

type Rate = ProjectData['tax'][number];

/**
 * The tax that a country's prices included on a day (UTC): of its rates the last that had begun. A
 * country's own rates come before those of all (`'*'`). null: none is named.
 */
export function taxRateOf(rates: readonly Rate[], country: string, at: Date): Rate | null {
  const day = at.toISOString().slice(0, 10);
  const begun = rates
    .filter((rate) => rate.since === undefined || rate.since <= day)
    .toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''));
  const own = begun.findLast((rate) => rate.countries !== '*' && rate.countries.includes(country));
  return own ?? begun.findLast((rate) => rate.countries === '*') ?? null;
}

/** The part of a total (minor units) that is tax, half a unit rounded up. `percent` has up to three decimals. */
export function taxIncluded(totalMinor: number, percent: number): number {
  const rate = BigInt(Math.round(percent * 1000));
  const whole = 100_000n + rate;
  return Number((BigInt(totalMinor) * rate * 2n + whole) / (whole * 2n));
}
