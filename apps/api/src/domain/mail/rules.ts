const HOUR_MS = 3_600_000;

/** Contract §4: pauses between attempts, then hourly. */
const RETRY_AFTER_MS = [2_000, 5_000, 15_000, 30_000, 60_000, 300_000, 900_000];

/** Contract §4: after 7 days the money is refunded. */
export const GIVE_UP_AFTER_MS = 7 * 24 * HOUR_MS;

/** Ms until the next attempt after `attempts`, at least 1; `scale`: Config.waitScale. */
export function retryDelayMs(attempts: number, scale = 1): number {
  return (RETRY_AFTER_MS[attempts - 1] ?? HOUR_MS) * scale;
}
