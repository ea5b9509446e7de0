import { setTimeout as sleep } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** Exceeds the duration of one test file. */
const LAST_MINUTES_MS = 300_000;

export const ONE_DAY_TIMEOUT_MS = 2 * LAST_MINUTES_MS;

/** For tests of "today": when midnight UTC is near, waits until after it. */
export async function withinOneDay(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < LAST_MINUTES_MS) await sleep(leftMs);
}
