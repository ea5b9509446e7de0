import type { Action } from '@webpay/contract/console/actions';
import { builtShop } from '../../../../../../tests/support/built-shop.ts';
import { paidOrder, type PaidOrder } from '../../../../../../tests/support/paid-order.ts';
import { previewAction } from '../pipeline.ts';
import { doStep, person, type Person } from './steps.ts';

export const because = 'Checked with the game.';
export const PARKED = `, parked_at = now(), held_since = now(), maybe_given_at = now()`;

/** A shop with operators of three roles and of another project, and rows that wait for them. */
export async function workShop() {
  const { built, db, pool } = await builtShop(8);
  const { ctx } = built;
  const people = {
    support: await person(ctx, 'work-support', ['support', 'finance']),
    colleague: await person(ctx, 'work-colleague', ['finance']),
    liveops: await person(ctx, 'work-liveops', ['liveops']),
    stranger: await person(ctx, 'work-stranger', ['support', 'finance'], { projects: ['dr2'] }),
  };

  /** A paid order whose mail the game does not take. */
  async function waiting(changes = '', nextInS = 3_600): Promise<PaidOrder> {
    const order = await paidOrder(pool);
    await pool.query(
      `update orders set state = 'success', paid_at = now(),
          recipient = '{"server_id": "112", "server_name": "S01", "cid": "7", "name": "Nova"}' where id = $1`,
      [order.orderId],
    );
    await pool.query(
      `update deliveries set state = 'retrying', reason = 'mailbox_full' where id = $1`,
      [order.deliveryId],
    );
    await pool.query(
      `update outbox_mails set server_id = '112', attempts = 3, next_attempt_at = now() + $2 * interval '1 second',
          give_up_at = now() + interval '6 days' ${changes} where id = $1`,
      [order.deliveryId, nextInS],
    );
    return order;
  }

  async function playerOf({ orderId }: PaidOrder): Promise<string> {
    const { rows } = await pool.query<{ id: number }>(
      `select player_id as id from orders where id = $1`,
      [orderId],
    );
    return String(rows[0]?.id);
  }

  async function quarantined(attemptId: string | null, reason = 'amount_differs'): Promise<number> {
    const { rows } = await pool.query<{ id: number }>(
      `insert into quarantine (provider, attempt_id, source, reason, result, at)
        values ('payermax', $1, 'webhook', $2, '{"amount": 500, "currency": "USD"}', now()) returning id`,
      [attemptId, reason],
    );
    return Number(rows[0]?.id);
  }

  /** The code of a refused step, or its state. */
  async function endOf(who: Person, action: Action): Promise<string> {
    const planned = await previewAction(ctx, who, { action });
    if ('refused' in planned) return planned.refused.code;
    const done = await doStep(ctx, who, action);
    return 'refused' in done ? done.refused.code : done.state;
  }

  async function dueIn(deliveryId: string): Promise<number> {
    const { rows } = await pool.query<{ s: number }>(
      `select extract(epoch from next_attempt_at - now())::float8 as s from outbox_mails where id = $1`,
      [deliveryId],
    );
    return rows[0]?.s ?? NaN;
  }

  return { ctx, db, pool, ...people, waiting, playerOf, quarantined, endOf, dueIn };
}
