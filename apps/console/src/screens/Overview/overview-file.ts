import type { ConsoleResult } from '@webpay/contract/console/calls';

export type OverviewFile = ConsoleResult<'overview'>;
export type Share = OverviewFile['figures']['success']['now'];
export type Worth = OverviewFile['figures']['paid']['today'];

/** `93.4%`; null: nothing was tried. */
export function shareText({ tried, paid }: Share): string | null {
  return tried === 0 ? null : `${((100 * paid) / tried).toFixed(1)}%`;
}

/** Points by which a share changed; null: one of both is unknown. */
export function pointsOf(now: Share, before: Share): number | null {
  if (now.tried === 0 || before.tried === 0) return null;
  return 100 * (now.paid / now.tried - before.paid / before.tried);
}

/** `+6.1`, `−0.8`, `0.0` */
export function signedText(value: number): string {
  const text = Math.abs(value).toFixed(1);
  if (text === '0.0') return text;
  return value > 0 ? `+${text}` : `−${text}`;
}
