import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { AttemptRow } from './queries.ts';
import { payableVouchers } from './unpaid-queries.ts';
import type { Basket, Purchase } from './purchase.ts';

/** Orders of one character that may wait for the payment of a code. */
const MAX_WAITING = 2;
/**
 * Numbers of one character that can be paid, left ones included: a player may leave four within their life, and each costs
 * 32 queries a day.
 */
const MAX_PAYABLE = 6;

/** The shop's time at which the code or page of an attempt ends: its method's life after the submission. */
export function codeEnd(
  ctx: Ctx,
  { pay_id: payId, submitted_at: submittedAt }: Pick<AttemptRow, 'pay_id' | 'submitted_at'>,
): Date {
  const lifeMs = ctx.config.methods.get(payId)?.lifeMs ?? 0;
  return new Date((submittedAt ?? ctx.clock.now()).getTime() + lifeMs);
}

/**
 * Refuses a code for what it would block for days: limited goods, and offers of events; and a code too many, because the
 * gateway is queried about each for days. Under the player's lock: concurrent orders count each other.
 * @param orderId the order that is being paid; '' for a new one
 * @throws Refusal CHANNEL_UNAVAILABLE with `why`: `limited`, or with `max`: `waiting`, or `left` for codes that can be paid
 */
export async function checkVoucher(
  ctx: Ctx,
  tx: Tx,
  { channel, source, playerId }: Basket & Partial<Pick<Purchase, 'channel'>>,
  orderId: string,
  hasLimited: boolean,
): Promise<void> {
  if (channel?.facts.flow !== 'voucher') return;
  const isPlain = source === 'cart' || source === 'direct';
  if (!isPlain || hasLimited) throw new Refusal('CHANNEL_UNAVAILABLE', { why: 'limited' });
  const now = ctx.clock.now();
  const found = await tx.one(payableVouchers, { playerId, exceptOrderId: orderId, now });
  if (found.waiting >= MAX_WAITING) {
    throw new Refusal('CHANNEL_UNAVAILABLE', { why: 'waiting', max: MAX_WAITING });
  }
  if (found.waiting + found.abandoned >= MAX_PAYABLE) {
    throw new Refusal('CHANNEL_UNAVAILABLE', { why: 'left', max: MAX_PAYABLE });
  }
}
