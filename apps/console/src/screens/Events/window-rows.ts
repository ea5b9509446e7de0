import type { EventWindow } from '@webpay/contract/console/publish-shapes';

/** A window as it is typed. */
export type WindowRow = {
  readonly key: number;
  /** `2026-12-24T00:00`, as its field writes it. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  /** Codes of countries; empty: all that no other row names. */
  readonly countries: string;
};

export const rowsOf = (windows: readonly EventWindow[]): readonly WindowRow[] =>
  windows.map(({ from, to, time_zone: zone, countries }, key) => ({
    key,
    from: from.replace(' ', 'T'),
    to: to.replace(' ', 'T'),
    zone,
    countries: countries?.join(', ') ?? '',
  }));

export const windowsOf = (rows: readonly WindowRow[]): EventWindow[] =>
  rows.map(({ from, to, zone, countries }) => ({
    // A browser may write seconds.
    from: from.replace('T', ' ').slice(0, 16),
    to: to.replace('T', ' ').slice(0, 16),
    time_zone: zone.trim(),
    countries: codesIn(countries),
  }));

function codesIn(typed: string): string[] | null {
  const codes = typed
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((each) => each !== '');
  return codes.length === 0 ? null : codes;
}
