import type pg from 'pg';
import type { PaperShop } from './paper-shop.ts';

/** The comparable state of an order, equal in database and model after every step. */
export type Standing = {
  readonly order: string;
  readonly attempts: readonly string[];
  readonly delivery: string | null;
  readonly refunds: readonly string[];
  readonly quarantine: readonly string[];
};

const ROWS = `select
  (select state || ' ' || coalesce(reason, '') from orders where id = $1) as order,
  array(select concat_ws(' ', n, provider, state, coalesce(failure, '-'), 'ref:' || (gateway_ref is not null),
      'capture:' || (capture_ref is not null), 'tries:' || capture_attempts, 'sent:' || (submitted_at is not null),
      'unheard:' || not_found_count, 'captured:' || coalesce(captured_minor, 0), 'reserved:' || reserved_minor)
    from payment_attempts where order_id = $1 order by n) as attempts,
  (select state from deliveries where order_id = $1) as delivery,
  array(select concat_ws(' ', a.n, r.amount_minor, r.state, r.reason)
    from refunds r join payment_attempts a on a.id = r.attempt_id where r.order_id = $1 order by r.id) as refunds,
  array(select concat_ws(' ', a.n, q.reason)
    from quarantine q join payment_attempts a on a.id = q.attempt_id where a.order_id = $1 order by q.id) as quarantine`;

export async function standingThere(pool: pg.Pool, orderId: string): Promise<Standing> {
  const { rows } = await pool.query<Standing>(ROWS, [orderId]);
  if (rows[0] === undefined) throw new Error('no row');
  return rows[0];
}

export function standingOnPaper(shop: PaperShop): Standing {
  return {
    order: `${shop.order.state} ${shop.order.reason ?? ''}`,
    attempts: shop.attempts.map((each) =>
      [
        each.n,
        each.provider,
        each.state,
        each.failure ?? '-',
        `ref:${each.gatewayRef !== null}`,
        `capture:${each.captureRef !== null}`,
        `tries:${each.captureTries}`,
        `sent:${each.isSubmitted}`,
        `unheard:${each.notFoundCount}`,
        `captured:${each.captured}`,
        `reserved:${each.reserved}`,
      ].join(' '),
    ),
    delivery: shop.delivery?.state ?? null,
    refunds: shop.refunds.map(
      ({ attempt, amount, state, reason }) => `${attempt.n} ${amount} ${state} ${reason}`,
    ),
    quarantine: shop.quarantine.map((each) => each.replace(/^A_/, '')),
  };
}
