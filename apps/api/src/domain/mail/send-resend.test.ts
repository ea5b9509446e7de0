import { describe, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import type { MailAnswer } from '../../games/port.ts';
import { deliver, paidOrder } from '../../../../../tests/support/paid-order.ts';
import { letResendsWait, WAITING_GAME } from '../../../../../tests/support/waiting-mails.ts';
import { runResolve } from '../../operator/resolve-verbs.ts';
import { refundOrder } from '../support/decide-request.ts';
import { findDueMails } from './find-due.ts';
import { takeMail } from './queries.ts';
import { holdUnsent, releaseHeld } from './unsent-queries.ts';
import { sendMail } from './send-mail.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';

const { built, db, pool } = await builtShop(4);

const DAY_MS = 86_400_000;

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
  if (row === undefined) throw new Error(`no resend ${id}`);
  return row;
}

let year = 2000;

/** A due resend of an order that was delivered to another character. */
async function resend(): Promise<{ readonly id: string; readonly orderId: string }> {
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
  year += 1;
  await pool.query(
    `insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at, decided_at)
      select 'q' || substr(id, 2), player_id, id, $2, 'wrong_recharge', 'x', 'approved', now(), now()
      from orders where id = $1`,
    [orderId, year],
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

describe('[F15] [F17] a resend', () => {
  it('is parked when its game was silent for seven days, and allows no other (14.3)', async () => {
    const { id, orderId } = await resend();
    await sendMail(shopAt({ kind: 'silent', why: 'no answer in time' }, 7.1 * DAY_MS), id);
    expect(await rowOf(id)).toMatchObject({ state: 'retrying', reason: 'error' });
    const settle = ['settle', id, '--undelivered', '--because', 'the game says so'];
    expect(await runResolve(built.ctx, settle)).toContain(`order ${orderId} was not delivered`);
    expect(await rowOf(id)).toMatchObject({ state: 'rejected' });
    expect(await runResolve(built.ctx, ['list'])).toMatch(
      new RegExp(`${id} .* order ${orderId} .* the game says so`),
    );
  });

  it('waits as long after an attempt as a purchase does, whatever workers died', async () => {
    const { id } = await resend();
    for (let killed = 0; killed < 9; killed += 1) {
      expect(
        await db.maybe(takeMail, { id, realNow: new Date(), now: new Date(), accounts: [] }),
      ).not.toBeNull();
      await killWorker(id);
    }
    await sendMail(shopAt({ kind: 'maintenance' }), id);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'retrying', reason: 'maintenance', attempts: 10 });
    expect(row.waits_ms).toBeLessThan(60_000);
  });

  it.each(['mailbox_full', 'maintenance'] as const)(
    'is retried for seven days on %s, then left to the operator',
    async (kind) => {
      const { id } = await resend();
      await sendMail(shopAt({ kind }, 6.9 * DAY_MS), id);
      expect(await rowOf(id)).toMatchObject({ state: 'retrying', reason: kind });
      await sendMail(shopAt({ kind }, 7.1 * DAY_MS), id);
      expect(await rowOf(id)).toMatchObject({ state: 'rejected', reason: null });
    },
  );

  it('is held during a dispute, and its seven days pause', async () => {
    const { id, orderId } = await resend();
    const now = new Date();
    const heldAt = new Date(now.getTime() - 30 * DAY_MS);
    await db.run(holdUnsent, { orderId, now, heldSince: heldAt });
    await sendMail(shopAt({ kind: 'sent', mailId: 'M1' }), id);
    expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 0 });
    await db.many(releaseHeld, { orderId, now, nextAttemptAt: now });
    await sendMail(shopAt({ kind: 'maintenance' }, 30 * DAY_MS), id);
    expect(await rowOf(id)).toMatchObject({ state: 'retrying' });
  });

  it('is not sent after a refund is reserved, and not refunded during an attempt', async () => {
    const { id, orderId } = await resend();
    const payBack = () =>
      refundOrder(built.ctx, {
        orderId,
        amount: null,
        currency: 'USD',
        allowDelivered: true,
        allowOverpayment: false,
        because: 'asked for',
      });
    expect(
      await db.maybe(takeMail, { id, realNow: new Date(), now: new Date(), accounts: [] }),
    ).not.toBeNull();
    expect(await payBack()).toEqual({ kind: 'refused', why: 'goods_are_being_given' });
    await killWorker(id);
    expect(await payBack()).toMatchObject({ kind: 'done', amount: 499 });
    await sendMail(shopAt({ kind: 'sent', mailId: 'M2' }), id);
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', attempts: 1 });
  });

  it('waits per game and server: maintenance on one delays no other', async () => {
    await letResendsWait(pool, 60);
    const { id } = await resend();
    const { ctx } = built;
    const dueWhen = (openServer: string) =>
      findDueMails(
        {
          ...ctx,
          games: {
            ...ctx.games,
            mailState: (_, server) => (server === openServer ? 'open' : 'closed'),
          },
        },
        (project) => (project === WAITING_GAME.project ? 7 : 3),
      );
    const games = (await dueWhen('none')).map(({ project }) => project);
    expect(games.filter((project) => project === WAITING_GAME.project)).toHaveLength(7);
    const others = await dueWhen(WAITING_GAME.serverId);
    // Resends of earlier tests may be due as well.
    expect(others).toContainEqual({ id, kind: 'resend', project: 'miniflix' });
  });
});
