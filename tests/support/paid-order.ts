import type pg from 'pg';

/** Rows of one order as the shop's statements would leave them, for tests of the database alone. */
export type PaidOrder = {
  readonly orderId: string;
  readonly attemptId: string;
  readonly deliveryId: string;
};

const PLAYER = `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
  values ('miniflix', '112', $1, '1', 'S01', 'Test', 1, now()) returning id`;
const ORDER = `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor,
    lang, recipient, returns_to_payment, redirect_url, created_at, expires_at)
  values ($1, 'miniflix', $2, 'direct', 'x', 'waiting', 'US', 'USD', $3, 'en', '{}', true, '', now(), now())`;
const ATTEMPT = `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency,
    amount_minor, state, gateway_ref, requested_at, created_at, updated_at)
  values ($1, $2, $3, 'card', 'payermax', 'card', 'US', 'USD', $4, 'SUBMITTING', $5, now(), now(), now())`;
const DELIVERY = `with delivery as (
    insert into deliveries (id, order_id, state, at, created_at) values ($1, $2, 'queued', now(), now())
  )
  insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at)
  values ($1, 'purchase', $2, 'miniflix', '', now(), now(), now())`;

let made = 0;

/** An order with a captured payment and a pending mail. */
export async function paidOrder(pool: pg.Pool, amountMinor = 499): Promise<PaidOrder> {
  made += 1;
  const orderId = `b${String(made).padStart(19, '0')}`;
  const player = await pool.query<{ id: number }>(PLAYER, [`cid${made}`]);
  await pool.query(ORDER, [orderId, player.rows[0]?.id, amountMinor]);
  const attemptId = await paidAttempt(pool, orderId, 1, amountMinor);
  const deliveryId = `d${orderId}`;
  await pool.query(DELIVERY, [deliveryId, orderId]);
  return { orderId, attemptId, deliveryId };
}

/** Adds a captured payment to an order. */
export async function paidAttempt(pool: pg.Pool, orderId: string, n: number, amountMinor: number) {
  const attemptId = `A${orderId}_${n}`;
  await pool.query(ATTEMPT, [attemptId, orderId, n, amountMinor, `T${attemptId}`]);
  await pool.query(
    `update payment_attempts set state = 'SUCCEEDED', captured_minor = amount_minor, capture_ref = gateway_ref
      where id = $1`,
    [attemptId],
  );
  return attemptId;
}

/** The gateway's result of a payment, as a query or a message tells it. */
export function paidResult(attemptId: string, amount = 499) {
  const ref = `T${attemptId}`;
  return {
    kind: 'paid',
    captureRef: ref,
    gatewayRef: ref,
    amount,
    currency: 'USD',
    merchantIsOurs: true,
    card: null,
  } as const;
}

export async function deliver(pool: pg.Pool, order: PaidOrder): Promise<void> {
  await pool.query(
    `with mail as (update outbox_mails set ended_at = now() where id = $1)
      update deliveries set state = 'delivered' where id = $1`,
    [order.deliveryId],
  );
}

/** A refund in its initial state. @returns its id */
export async function refundRow(
  pool: pg.Pool,
  order: PaidOrder,
  refund: {
    readonly amount: number;
    readonly state?: 'RESERVED' | 'SUCCEEDED';
    readonly reason?: 'operator' | 'double_payment' | 'not_deliverable' | 'external';
    readonly attemptId?: string;
    readonly n?: number;
  },
): Promise<string> {
  const id = `R${order.orderId}_${refund.n ?? 1}`;
  await pool.query(
    `insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, created_at, updated_at)
      values ($1, $2, $3, $4, 'USD', $5, $6, now(), now())`,
    [
      id,
      order.orderId,
      refund.attemptId ?? order.attemptId,
      refund.amount,
      refund.state ?? 'RESERVED',
      refund.reason ?? 'operator',
    ],
  );
  return id;
}

export async function endRefund(pool: pg.Pool, id: string, state: 'SUCCEEDED' | 'FAILED') {
  await pool.query(`update refunds set state = 'SUBMITTING' where id = $1 and state = 'RESERVED'`, [
    id,
  ]);
  await pool.query(`update refunds set state = $2 where id = $1`, [id, state]);
}
