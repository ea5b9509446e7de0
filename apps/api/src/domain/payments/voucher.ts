import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { liveVouchers, type AttemptRow } from './queries.ts';
import type { Basket, Purchase } from './purchase.ts';

/** Orders of one character that may wait for the payment of a code. */
export const MOST_WAITING = 2;

/** The shop's time at which the code of a voucher or QR attempt ends: its method's life after the submission. */
export function codeEnd(
  ctx: Ctx,
  { pay_id: payId, submitted_at: submittedAt }: Pick<AttemptRow, 'pay_id' | 'submitted_at'>,
): Date {
  const lifeMs = ctx.config.methods.get(payId)?.lifeMs ?? 0;
  return new Date((submittedAt ?? ctx.clock.now()).getTime() + lifeMs);
}

/**
 * Refuses a code for what it would block for days: limited goods, and offers of events. Under the player's lock: orders
 * at once count each other.
 * @param orderId the order that is being paid; '' for a new one
 * @throws Refusal CHANNEL_UNAVAILABLE with `why`: `limited`, or `waiting` with `max`
 */
export async function checkVoucher(
  tx: Tx,
  { channel, source, playerId }: Basket & Partial<Pick<Purchase, 'channel'>>,
  orderId: string,
  hasLimited: boolean,
): Promise<void> {
  if (channel?.facts.flow !== 'voucher') return;
  const isPlain = source === 'cart' || source === 'direct';
  if (!isPlain || hasLimited) throw new Refusal('CHANNEL_UNAVAILABLE', { why: 'limited' });
  const { n } = await tx.one(liveVouchers, { playerId, exceptOrderId: orderId });
  if (n >= MOST_WAITING) {
    throw new Refusal('CHANNEL_UNAVAILABLE', { why: 'waiting', max: MOST_WAITING });
  }
}
