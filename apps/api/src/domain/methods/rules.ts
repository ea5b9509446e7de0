/** The country of a stop that covers all countries. */
export const EVERYWHERE = '*';

/** One order at a time tries a stopped method: the next may after this order's life. */
export const TRIAL_MS = 30 * 60_000;

const HOUR_MS = 3_600_000;
const LONGEST_PAUSE_MS = 7 * 24 * HOUR_MS;

/**
 * The time of the next try: the first pause, doubled by every refused try, seven days at most.
 * @param refusedTries since the method was switched off
 * @param firstPauseHours Config.methodRetryHours
 */
export function nextTryAt(now: Date, refusedTries: number, firstPauseHours: number): Date {
  const pauseMs = Math.min(firstPauseHours * HOUR_MS * 2 ** refusedTries, LONGEST_PAUSE_MS);
  return new Date(now.getTime() + pauseMs);
}

type Stop = { readonly retry_at: Date | null; readonly trial_attempt_id: string | null };

/** admitted: the attempt tries the method already. due: it may try it now. */
export function admissionOf(
  stop: Stop,
  attemptId: string,
  now: Date,
): 'admitted' | 'due' | 'refused' {
  if (stop.retry_at === null) return 'refused';
  if (stop.retry_at.getTime() <= now.getTime()) return 'due';
  return stop.trial_attempt_id === attemptId ? 'admitted' : 'refused';
}

/** A contract is missing in one country; an account's restriction covers all of them. */
export function countryOfStop(cause: 'contract' | 'account', country: string): string {
  return cause === 'contract' ? country : EVERYWHERE;
}
