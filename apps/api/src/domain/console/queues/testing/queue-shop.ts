import { builtShop } from '../../../../../../../tests/support/built-shop.ts';
import { paidOrder, type PaidOrder } from '../../../../../../../tests/support/paid-order.ts';
import type { Sees } from '../../scope.ts';

/** Operators of all projects, and of another one than the rows'. */
export const ALL: Sees = { projects: [] };
export const OTHERS: Sees = { projects: ['dr2'] };
export const HOSTILE = `<script>x</script>\u202E\nNova{sum}`;

/** A shop whose rows wait for an operator. */
export async function queueShop() {
  const { built, pool } = await builtShop(6);
  const { ctx } = built;

  async function paid(): Promise<PaidOrder> {
    const order = await paidOrder(pool);
    await pool.query(
      `update orders set state = 'success', paid_at = now(), recipient = jsonb_build_object('server_id', '112',
          'server_name', 'S01', 'cid', '7', 'name', $2::text) where id = $1`,
      [order.orderId, HOSTILE],
    );
    return order;
  }

  async function attempt(
    { orderId }: PaidOrder,
    state: string,
    provider = 'payermax',
    sinceS = 600,
  ): Promise<string> {
    const id = `A${orderId}_2`;
    await pool.query(
      `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state, card_brand,
          card_masked, requested_at, unresolved_since, queries, next_query_at, created_at, updated_at)
        values ($1, $2, 2, 'card', $3, 'card', 'US', 'USD', 499, $4, 'VISA', '411111******1111', now(),
          now() - $5 * interval '1 second', 6, now() + interval '5 minutes', now(), now())`,
      [id, orderId, provider, state, sinceS],
    );
    return id;
  }

  async function mail(order: PaidOrder, set: string, reason: string | null): Promise<void> {
    await pool.query(`update deliveries set state = 'retrying', reason = $2 where id = $1`, [
      order.deliveryId,
      reason,
    ]);
    await pool.query(
      `update outbox_mails set server_id = '112', attempts = 4, next_attempt_at = now() + interval '1 hour',
          give_up_at = now() + interval '6 days' ${set} where id = $1`,
      [order.deliveryId],
    );
  }

  return { ctx, pool, paid, attempt, mail };
}
