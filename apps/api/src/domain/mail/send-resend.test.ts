import { describe, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import type { MailAnswer } from '../../games/port.ts';
import { deliver, paidOrder } from '../../../../../tests/support/paid-order.ts';
import { letResendsWait, WAITING_GAME } from '../../../../../tests/support/waiting-mails.ts';
import { refundOrder } from '../support/decide-request.ts';
import { findDueMails } from './find-due.ts';
import { holdUnsent, releaseHeld, takeMail } from './queries.ts';
import { sendMail } from './send-mail.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';

const { built, db, pool } = await builtShop(4);

const DAY_MS = 86_400_000;

/** The shop at some time, with a game that answers so. */
function shopAt(answer: MailAnswer, afterMs = 0): Ctx {
  const { ctx } = built;
  const real = () => new Date(Date.now() + afterMs);
  return {
    ...ctx,
    clock: { ...ctx.clock, real },
    games: { ...ctx.games, sendMail: async () => answer },
  };
}

type Row = {
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly waits_ms: number;
};

async function rowOf(id: string): Promise<Row> {
  const { rows } = await pool.query<Row>(
    `select state, reason, attempts, (extract(epoch from next_attempt_at - now()) * 1000)::float8 as waits_ms
      from resends join outbox_mails using (id) where id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no second mail ${id}`);
  return row;
}

let filed = 2000;

/** A second mail that is due, of an order whose goods were given to another character. */
async function secondMail(): Promise<{ readonly id: string; readonly orderId: string }> {
  const order = await paidOrder(pool);
  const { orderId } = order;
  await deliver(pool, order);
  await pool.query(
    `update orders set state = 'success', recipient = '{"server_id":"112","cid":"1","name":"Ada"}' where id = $1`,
    [orderId],
  );
  await pool.query(
    `insert into order_items (order_id, line, product_id, count, unit_minor, sold)
      values ($1, 1, 'p', 1, 499, '{"kind":"topup","name":{"en":"Gold"},"image":"","contents":[],"bonus":null}')`,
    [orderId],
  );
  filed += 1;
  await pool.query(
    `insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at, decided_at)
      select 'q' || substr(id, 2), player_id, id, $2, 'wrong_recharge', 'x', 'approved', now(), now()
      from orders where id = $1`,
    [orderId, filed],
  );
  const id = `r${orderId}`;
  await pool.query(
    `with made as (
        insert into resends (id, request_id, order_id, recipient, state, at, created_at)
        values ($1, 'q' || substr($2, 2), $2, '{"server_id":"113","cid":"2","name":"Bo"}', 'queued', now(), now())
      )
      insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at)
      values ($1, 'resend', $2, 'miniflix', '113', now() - interval '1 second', now() + interval '7 days', now())`,
    [id, orderId],
  );
  return { id, orderId };
}

const killWorker = (id: string) =>
  pool.query(`update outbox_mails set lease_until = now() - interval '1 second' where id = $1`, [
    id,
  ]);

describe('[F15] [F17] goods sent a second time', () => {
  it('wait as long after a try as after a first mail’s, whatever workers were killed at it', async () => {
    const { id } = await secondMail();
    for (let killed = 0; killed < 9; killed += 1) {
      expect(await db.maybe(takeMail, { id, realNow: new Date() })).not.toBeNull();
      await killWorker(id);
    }
    await sendMail(shopAt({ kind: 'maintenance' }), id);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'retrying', reason: 'maintenance', attempts: 10 });
    expect(row.waits_ms).toBeLessThan(60_000);
  });

  it.each(['mailbox_full', 'maintenance'] as const)(
    'are tried for seven days when the game says %s, then come back to the operator',
    async (kind) => {
      const { id } = await secondMail();
      await sendMail(shopAt({ kind }, 6.9 * DAY_MS), id);
      expect(await rowOf(id)).toMatchObject({ state: 'retrying', reason: kind });
      await sendMail(shopAt({ kind }, 7.1 * DAY_MS), id);
      expect(await rowOf(id)).toMatchObject({ state: 'rejected', reason: null });
    },
  );

  it('stay here while a case is open, and their seven days with them', async () => {
    const { id, orderId } = await secondMail();
    const now = new Date();
    const heldAt = new Date(now.getTime() - 30 * DAY_MS);
    await db.run(holdUnsent, { orderId, now, heldSince: heldAt });
    await sendMail(shopAt({ kind: 'sent', mailId: 'M1' }), id);
    expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 0 });
    await db.many(releaseHeld, { orderId, now, nextAttemptAt: now });
    await sendMail(shopAt({ kind: 'maintenance' }, 30 * DAY_MS), id);
    expect(await rowOf(id)).toMatchObject({ state: 'retrying' });
  });

  it('are not sent once the money is promised back, and not paid back while they are sent', async () => {
    const { id, orderId } = await secondMail();
    const payBack = () =>
      refundOrder(built.ctx, {
        orderId,
        amount: null,
        currency: 'USD',
        allowDelivered: true,
        allowOverpayment: false,
        because: 'asked for',
      });
    expect(await db.maybe(takeMail, { id, realNow: new Date() })).not.toBeNull();
    expect(await payBack()).toEqual({ kind: 'refused', why: 'goods_are_being_given' });
    await killWorker(id);
    expect(await payBack()).toMatchObject({ kind: 'done', amount: 499 });
    await sendMail(shopAt({ kind: 'sent', mailId: 'M2' }), id);
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', attempts: 1 });
  });

  it('wait by game and server: one in maintenance keeps no other’s waiting', async () => {
    await letResendsWait(pool, 60, 0);
    const { id } = await secondMail();
    const { ctx } = built;
    const dueWhen = (shut: string) =>
      findDueMails(
        {
          ...ctx,
          games: {
            ...ctx.games,
            mailState: (_, server) => (server === shut ? 'open' : 'closed'),
          },
        },
        (project) => (project === WAITING_GAME.project ? 7 : 3),
      );
    const games = (await dueWhen('none')).map(({ project }) => project);
    expect(games.filter((project) => project === WAITING_GAME.project)).toHaveLength(7);
    const others = await dueWhen(WAITING_GAME.serverId);
    // Beside it perhaps one of a test above, whose wait is over.
    expect(others).toContainEqual({ id, kind: 'resend', project: 'miniflix' });
  });
});
