import type pg from 'pg';
import type { Ctx } from '../../apps/api/src/context.ts';
import { sendMail } from '../../apps/api/src/domain/mail/send-mail.ts';
import type { MailAnswer } from '../../apps/api/src/games/port.ts';
import { paidOrder, type PaidOrder } from './paid-order.ts';

export const HOUR_MS = 3_600_000;
export const WEEK_MS = 7.1 * 24 * HOUR_MS;
export const SILENT: MailAnswer = { kind: 'silent', why: 'no answer in time' };

/** Purchases whose game answers as a test says, on a seeded database. */
export function gameTestOf(built: { readonly ctx: Ctx }, pool: pg.Pool) {
  /** The shop `afterMs` from now, with a game that gives this answer. */
  function shopAt(answer: MailAnswer, afterMs = 0): Ctx {
    const { ctx } = built;
    const real = () => new Date(Date.now() + afterMs);
    return {
      ...ctx,
      clock: { ...ctx.clock, real },
      games: { ...ctx.games, sendMail: async () => answer },
    };
  }

  /** A paid order whose mail is due, for seven days. */
  async function bought(serverId = '112'): Promise<PaidOrder> {
    const order = await paidOrder(pool);
    await pool.query(
      `update orders set state = 'success', recipient = '{"server_id":"112","cid":"1","name":"Ada","level":1,"pr_id":"1","server_name":"S01"}'
        where id = $1`,
      [order.orderId],
    );
    await pool.query(
      `insert into order_items (order_id, line, product_id, count, unit_minor, sold)
        values ($1, 1, 'p', 1, 499, '{"kind":"topup","name":{"en":"Gold"},"image":"","contents":[],"bonus":null}')`,
      [order.orderId],
    );
    await pool.query(
      `update outbox_mails set server_id = $2, next_attempt_at = now() - interval '1 second',
          give_up_at = now() + interval '7 days' where id = $1`,
      [order.deliveryId, serverId],
    );
    return order;
  }

  /** A purchase that its game left without an answer for seven days. */
  async function parked(): Promise<PaidOrder> {
    const order = await bought();
    await sendMail(shopAt(SILENT, WEEK_MS), order.deliveryId);
    return order;
  }

  async function factsOf({ orderId, deliveryId }: PaidOrder) {
    const { rows } = await pool.query<Record<string, unknown>>(
      `select d.state, d.reason, o.state as order_state,
        m.ended_at is null and m.parked_at is not null as is_parked,
        (select array_agg(r.reason || ' ' || r.amount_minor || ' ' || r.state order by r.id) from refunds r where r.order_id = o.id) as refunds,
        (select array_agg(e.kind || ' ' || e.debit || '>' || e.credit || ' ' || e.amount_minor order by e.id)
          from ledger_entries e where e.order_id = o.id and e.kind <> 'capture') as books,
        (select p.flagged_at is not null from players p where p.id = o.player_id) as is_flagged
        from orders o join deliveries d on d.order_id = o.id join outbox_mails m on m.id = d.id
        where o.id = $1 and d.id = $2`,
      [orderId, deliveryId],
    );
    return rows[0];
  }

  return { shopAt, bought, parked, factsOf };
}
