const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Contract §4: a mail that could not be given is tried again after these, then hourly. */
const RETRY_AFTER_MS = [
  2 * SECOND,
  5 * SECOND,
  15 * SECOND,
  30 * SECOND,
  60 * SECOND,
  5 * MINUTE,
  15 * MINUTE,
];

/** … for 7 days, then the money goes back. */
export const GIVE_UP_AFTER_MS = 7 * 24 * HOUR;

/** @param attempts attempts made so far, at least 1; `scale` multiplies (Config.waitScale); returns ms until the next one */
export function retryDelayMs(attempts: number, scale = 1): number {
  return (RETRY_AFTER_MS[attempts - 1] ?? HOUR) * scale;
}
