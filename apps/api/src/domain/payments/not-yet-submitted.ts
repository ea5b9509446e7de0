import type { AttemptRow } from './queries.ts';

/**
 * No money can have moved: the card session is open, or the wallet order was never captured or its
 * captures were definitely refused.
 */
export function notYetSubmitted(attempt: AttemptRow): boolean {
  if (attempt.state === 'CREATED') return true;
  return attempt.provider === 'paypal' && attempt.state === 'REQUIRES_ACTION';
}
