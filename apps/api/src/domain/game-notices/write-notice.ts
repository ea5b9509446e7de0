import type { GameNotice } from '@webpay/contract/game-shapes';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { GIVE_UP_AFTER_MS } from '../mail/rules.ts';
import { insertNotice } from './queries.ts';

/**
 * Writes the notice of a refund or chargeback, in the transaction that books it; a project without notices gets none. The
 * caller holds the order's lock, so that an order's notices stand in the order of their sums.
 * @param back.paid the payment of the order's goods, after the booking, in minor units
 * @param back.amount minor units; 0: nothing went back
 */
export async function writeNotice(
  ctx: Ctx,
  tx: Tx,
  back: {
    readonly id: string;
    readonly kind: GameNotice['kind'];
    readonly amount: number;
    readonly paid: {
      readonly order_id: string;
      readonly currency: string;
      readonly refunded: number;
      readonly lost: number;
    };
  },
): Promise<void> {
  if (back.amount <= 0) return;
  const { order_id: orderId, currency, refunded, lost } = back.paid;
  const realNow = ctx.clock.real();
  await tx.run(insertNotice, {
    id: back.id,
    kind: back.kind,
    orderId,
    amountMinor: back.amount,
    totalMinor: refunded + lost,
    currency,
    realNow,
    giveUpAt: new Date(realNow.getTime() + GIVE_UP_AFTER_MS),
    now: ctx.clock.now(),
  });
}
