import { setTimeout as sleep } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** Longer than a file of tests takes. */
const LAST_MINUTES_MS = 300_000;

/** How long `withinOneDay` may take. */
export const ONE_DAY_TIMEOUT_MS = 2 * LAST_MINUTES_MS;

/** For tests of "today", which ends at midnight UTC: what would begin just before it begins just after. */
export async function withinOneDay(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < LAST_MINUTES_MS) await sleep(leftMs);
}
