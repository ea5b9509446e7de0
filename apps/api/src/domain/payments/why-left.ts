import type { Tx } from '../../platform/db/pool.ts';
import { fundingDeclined, type AttemptRow } from './queries.ts';

/**
 * Why an attempt that its player gave up failed: a wallet that had refused the money is told as
 * that, anything else as the player's own choice; a capture asked for before the player approved
 * is no refusal.
 */
export async function whyLeft(tx: Tx, attempt: AttemptRow): Promise<'declined' | 'cancelled'> {
  if (attempt.capture_attempts === 0) return 'cancelled';
  const { declined } = await tx.one(fundingDeclined, {
    orderId: attempt.order_id,
    attemptId: attempt.id,
  });
  return declined ? 'declined' : 'cancelled';
}
