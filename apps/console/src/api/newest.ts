import { MAX_AGE_HEADER } from '@webpay/contract/console/operations';

/** No replica is read that is further behind, so older news ask for nothing. */
const FORGOTTEN_MS = 600_000;

let learntAt = -Infinity;

/** The page has an answer, or news: no later answer may be older. */
export function learn(): void {
  learntAt = performance.now();
}

/** The header of a read: its rows may not be older than what the page knows. */
export function mostAge(): Readonly<Record<string, string>> {
  const ageMs = Math.floor(performance.now() - learntAt);
  return ageMs > FORGOTTEN_MS ? {} : { [MAX_AGE_HEADER]: String(ageMs) };
}
