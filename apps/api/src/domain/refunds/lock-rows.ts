import type { Tx } from '../../platform/db/pool.ts';
import {
  holdPaidAttempt,
  holdRefund,
  paidAttemptUnderLock,
  refundUnderLock,
  type PaidAttempt,
  type RefundRow,
} from './lock-queries.ts';

/**
 * Locks first and reads in a second statement. A single statement would answer with the flags of its
 * snapshot, from before it waited for the lock: a dispute opened meanwhile would be missed.
 */

/** Locks the order of a paid attempt and reads its sums. @throws when the attempt is not paid */
export async function lockPaidAttempt(tx: Tx, attemptId: string): Promise<PaidAttempt> {
  await tx.one(holdPaidAttempt, { attemptId });
  return tx.one(paidAttemptUnderLock, { attemptId });
}

/** Locks an order and its refund; null: there is no such refund. */
export async function findAndLockRefund(tx: Tx, refundId: string): Promise<RefundRow | null> {
  const held = await tx.maybe(holdRefund, { refundId });
  return held === null ? null : tx.one(refundUnderLock, { refundId });
}

/** Locks an order and its refund. @throws when there is no such refund */
export async function lockRefund(tx: Tx, refundId: string): Promise<RefundRow> {
  await tx.one(holdRefund, { refundId });
  return tx.one(refundUnderLock, { refundId });
}
