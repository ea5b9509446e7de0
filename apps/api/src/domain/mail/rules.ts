const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Contract §4: pauses between attempts, then hourly. */
const RETRY_AFTER_MS = [
  2 * SECOND,
  5 * SECOND,
  15 * SECOND,
  30 * SECOND,
  60 * SECOND,
  5 * MINUTE,
  15 * MINUTE,
];

/** Contract §4: after 7 days the money goes back. */
export const GIVE_UP_AFTER_MS = 7 * 24 * HOUR;

/**
 * Returns ms until the next attempt.
 * @param attempts made so far, at least 1
 * @param scale Config.waitScale
 */
export function retryDelayMs(attempts: number, scale = 1): number {
  return (RETRY_AFTER_MS[attempts - 1] ?? HOUR) * scale;
}
