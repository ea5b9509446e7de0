import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import { reportLimit } from '../../platform/monitoring/alert.ts';
import { limitWindowStart } from '../catalog/limits.ts';
import { passedLimit, sumLimitsOf, type PassedLimit } from '../catalog/sum-limits.ts';
import { giveWay } from './abandon.ts';
import { boughtSums, type BoughtSums } from './sum-queries.ts';
import { unpaidOrders } from './unpaid-queries.ts';

type Order = {
  readonly project: string;
  readonly playerId: number;
  /** '' for an order that is not made yet. */
  readonly orderId: string;
  /** US cents; null: a good has no dollar price. */
  readonly usdMinor: number | null;
};

/**
 * Checks the sum of an order, of its day and of a new character (docs/decisions/0037), under the player's lock: two orders
 * at once count each other. The character's own unpaid orders are cancelled if only they exceed the limit.
 * @param known sums that were read under this lock; orders that gave way since only lower them
 * @throws Refusal CART_AMOUNT_LIMIT with `limit`, `max` (whole US dollars) and `left`; NO_PRICE without a dollar price
 */
export async function checkSums(ctx: Ctx, tx: Tx, order: Order, known?: BoughtSums): Promise<void> {
  const { usdMinor, orderId, playerId } = order;
  // The catalogue's check requires dollars for every good; a sum that is unknown is not small.
  if (usdMinor === null) throw new Refusal('NO_PRICE');
  if (known !== undefined && passedBy(ctx, order, usdMinor, known) === null) return;
  if ((await passed(ctx, tx, order, usdMinor)) === null) return;
  const unpaid = await tx.many(unpaidOrders, { playerId, exceptOrderId: orderId });
  for (const { id } of unpaid) await giveWay(ctx, tx, id);
  const limit = await passed(ctx, tx, order, usdMinor);
  if (limit === null) return;
  reportLimit(ctx, `sum_${limit.limit}`);
  throw new Refusal('CART_AMOUNT_LIMIT', {
    limit: limit.limit,
    max: Math.floor(limit.maxMinor / 100),
    left: fromMinor(limit.leftMinor, 'USD'),
  });
}

async function passed(
  ctx: Ctx,
  tx: Tx,
  order: Order,
  usdMinor: number,
): Promise<PassedLimit | null> {
  const { playerId, orderId } = order;
  const bought = await tx.one(boughtSums, {
    playerId,
    exceptOrderId: orderId,
    ...timesOfSums(ctx),
  });
  return passedBy(ctx, order, usdMinor, bought);
}

function passedBy(
  ctx: Ctx,
  order: Order,
  usdMinor: number,
  bought: BoughtSums,
): PassedLimit | null {
  const project = ctx.catalogue.project(order.project);
  if (project === null) throw new Refusal('NO_SUCH_PROJECT');
  return passedLimit(usdMinor, bought, sumLimitsOf(project, ctx.config));
}

/** The times by which sums are counted. */
export function timesOfSums({ clock }: Pick<Ctx, 'clock'>): { dayStart: Date; now: Date } {
  const now = clock.now();
  return { dayStart: limitWindowStart('day', now), now };
}
