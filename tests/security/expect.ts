import { CODE_MEANINGS, type Code } from '@webpay/contract/codes';
import { isDeepStrictEqual } from 'node:util';
import type { Seen } from './wire.ts';

/** Thrown by an attack that found a way. */
export class GotThrough extends Error {}

/** The attack fails unless this holds. */
export function mustHold(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new GotThrough(otherwise);
}

export function mustEqual(what: string, found: unknown, wanted: unknown): void {
  const text = (value: unknown): string => JSON.stringify(value);
  mustHold(isDeepStrictEqual(found, wanted), `${what}: ${text(found)} instead of ${text(wanted)}`);
}

/** Refused with one of these codes, in the contract's envelope; answers which. */
export function mustRefuse(seen: Seen, ...codes: readonly Code[]): string {
  const { status, code, text } = seen;
  const isExpected = status === 200 && codes.some((each) => each === code);
  mustHold(isExpected, `answered ${status} ${text.slice(0, 200)}`);
  return told(seen);
}

/** The same for many; answers what came how often. */
export function mustRefuseAll(all: readonly Seen[], ...codes: readonly Code[]): string {
  for (const seen of all) mustRefuse(seen, ...codes);
  return tally(all);
}

/** `10001 parameter error`, or the status of what is no answer of a call. */
export function told({ status, code }: Seen): string {
  if (code === null) return `HTTP ${status}`;
  const known = Object.entries(CODE_MEANINGS).find(([each]) => Number(each) === code);
  return `${code} ${known?.[1] ?? 'unknown code'}`;
}

/** `1 × 200, 99 × 20019` */
export function tally(all: readonly Pick<Seen, 'status' | 'code'>[]): string {
  const counts = countsOf(all);
  return Object.entries(counts)
    .map(([code, n]) => `${n} × ${code}`)
    .join(', ');
}

/** How often each code came; what is no answer of a call counts by its status. */
export function countsOf(
  all: readonly Pick<Seen, 'status' | 'code'>[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, code } of all) {
    const key = code === null ? `HTTP ${status}` : String(code);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
