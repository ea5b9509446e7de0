import type { Ctx } from '../../context.ts';
import type { Queries } from '../../platform/db/pool.ts';
import { subjectOfOrder } from './queries.ts';
import { mailToDecide } from './work-queries.ts';

/** The number of the character that an order belongs to. */
export async function playerOfOrder(db: Queries, orderId: string): Promise<number> {
  return (await db.one(subjectOfOrder, { orderId })).player_id;
}

/** Kind and order of a mail. */
export async function mailOf({ db }: Pick<Ctx, 'db'>, id: string) {
  const { kind, order_id: orderId } = await db.one(mailToDecide, { id });
  return { kind, orderId };
}
