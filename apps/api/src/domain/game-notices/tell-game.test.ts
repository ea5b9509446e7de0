import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidAttempt, refundRow } from '../../../../../tests/support/paid-order.ts';
import type { PaidOrder } from '../../../../../tests/support/paid-order.ts';
import { gameTestOf, WEEK_MS } from '../../../../../tests/support/silent-game.ts';
import type { Ctx } from '../../context.ts';
import type { NoticeAnswer, ToldNotice } from '../../games/port.ts';
import { applyRefundResult } from '../refunds/apply-refund-result.ts';
import { eraseCharacter } from '../retention/erase-character.ts';
import { purgeExpired } from '../retention/purge-expired.ts';
import { dueNotices, takeNotice } from './queries.ts';
import { tellGame } from './tell-game.ts';

const { built, db, pool } = await builtShop(4);
const { bought } = gameTestOf(built, pool);
await pool.query(
  `update projects set data = data || '{"game_notices": true}' where code = 'miniflix'`,
);

const TOLD: NoticeAnswer = { kind: 'told' };
const NO_ROUTE: NoticeAnswer = { kind: 'silent', why: "HTTP 404: not a game's answer" };
const LEASE_MS = 16_000;
const DONE = { kind: 'succeeded', gatewayRef: null } as const;

/** The shop `afterMs` from now, with a game that gives this answer; `told` are the notices that it heard. */
function shopAt(answer: NoticeAnswer, afterMs = 0): { ctx: Ctx; told: ToldNotice[] } {
  const told: ToldNotice[] = [];
  const { ctx } = built;
  const games = {
    ...ctx.games,
    tellNotice: async (_game: unknown, notice: ToldNotice) => {
      told.push(notice);
      return answer;
    },
  };
  const real = () => new Date(Date.now() + afterMs);
  return { ctx: { ...ctx, games, clock: { ...ctx.clock, real } }, told };
}

/** A refund that is queried at its gateway. @returns its id */
async function submitted(order: PaidOrder, amount: number, n = 1): Promise<string> {
  const id = await refundRow(pool, order, { amount, n });
  await pool.query(`update refunds set state = 'SUBMITTING', requested_at = now() where id = $1`, [
    id,
  ]);
  return id;
}

async function refunded(amount = 499): Promise<{ order: PaidOrder; noticeId: string }> {
  const order = await bought();
  const id = await submitted(order, amount);
  await applyRefundResult(built.ctx, id, DONE, 'query');
  return { order, noticeId: `refund:${id}` };
}

async function rowsOf({ orderId }: PaidOrder) {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select id, amount_minor, total_minor, attempts, ended_at is not null as is_told, parked_at is not null as is_parked, why
      from game_notices where order_id = $1 order by seq`,
    [orderId],
  );
  return rows;
}
const isDue = async (id: string, at: Date) =>
  (await db.many(dueNotices, { realNow: at, limit: 100 })).some((each) => each.id === id);

describe('a notice to a game', () => {
  it('is written in the transaction that books the refund, so that a crash loses neither', async () => {
    const order = await bought();
    const id = await submitted(order, 499);
    const crash = applyRefundResult(built.ctx, id, DONE, 'query', () =>
      Promise.reject(new Error('the process died')),
    );
    await expect(crash).rejects.toThrow('the process died');
    expect(await rowsOf(order)).toEqual([]);
    await applyRefundResult(built.ctx, id, DONE, 'query');
    await applyRefundResult(built.ctx, id, DONE, 'webhook');
    expect(await rowsOf(order)).toMatchObject([
      { id: `refund:${id}`, amount_minor: 499, total_minor: 499, attempts: 0, is_told: false },
    ]);
    expect(await isDue(`refund:${id}`, new Date(Date.now() + 1))).toBe(true);
  });

  it('is told again under the same id after a worker died while it told', async () => {
    const { order, noticeId } = await refunded();
    expect(await db.maybe(takeNotice, { id: noticeId, realNow: new Date() })).not.toBeNull();
    const early = shopAt(TOLD);
    await tellGame(early.ctx, noticeId);
    expect(early.told).toEqual([]);
    const later = shopAt(TOLD, LEASE_MS);
    await tellGame(later.ctx, noticeId);
    expect(later.told).toMatchObject([
      { cid: '1', serverId: '112', notice: { notice_id: noticeId } },
    ]);
    await tellGame(later.ctx, noticeId);
    expect(later.told).toHaveLength(1);
    expect(await rowsOf(order)).toMatchObject([{ attempts: 2, is_told: true }]);
  });

  it('waits for an earlier one of its order', async () => {
    const { order, noticeId } = await refunded(100);
    const id = await submitted(order, 399, 2);
    await applyRefundResult(built.ctx, id, DONE, 'query');
    const down = shopAt(NO_ROUTE, 1);
    await tellGame(down.ctx, noticeId);
    const later = shopAt(TOLD, LEASE_MS);
    await tellGame(later.ctx, `refund:${id}`);
    expect(later.told).toEqual([]);
    expect(await isDue(`refund:${id}`, later.ctx.clock.real())).toBe(false);
    await tellGame(later.ctx, noticeId);
    await tellGame(later.ctx, `refund:${id}`);
    expect(later.told.map(({ notice }) => notice.total.amount)).toEqual(['1.00', '4.99']);
    expect(await rowsOf(order)).toMatchObject([{ is_told: true }, { is_told: true }]);
  });

  it('is repeated for seven days to a game without the route, then parked with an alert', async () => {
    const { order, noticeId } = await refunded();
    await tellGame(shopAt(NO_ROUTE, 1).ctx, noticeId);
    expect(await rowsOf(order)).toMatchObject([
      { attempts: 1, is_told: false, is_parked: false, why: "HTTP 404: not a game's answer" },
    ]);
    await tellGame(shopAt(NO_ROUTE, WEEK_MS).ctx, noticeId);
    expect(await rowsOf(order)).toMatchObject([{ attempts: 2, is_parked: true }]);
    const { values } = await built.ctx.metrics.alerts.get();
    expect(values.find(({ labels }) => labels.kind === 'game_notice_parked')?.value).toBe(1);
    expect(await isDue(noticeId, new Date(Date.now() + 2 * WEEK_MS))).toBe(false);
  });

  it('is not written for an overpayment, which bought no goods', async () => {
    const order = await bought();
    const attemptId = await paidAttempt(pool, order.orderId, 2, 499);
    const of = { amount: 499, reason: 'double_payment', attemptId, n: 2 } as const;
    const id = await refundRow(pool, order, of);
    await pool.query(
      `update refunds set state = 'SUBMITTING', requested_at = now() where id = $1`,
      [id],
    );
    await applyRefundResult(built.ctx, id, DONE, 'query');
    expect(await rowsOf(order)).toEqual([]);
  });

  it('holds the erasure of its character up until it is told, and is erased with it', async () => {
    const { order, noticeId } = await refunded();
    const { rows } = await pool.query<{ cid: string; server: string }>(
      `select p.cid, p.server_id as server from players p join orders o on o.player_id = p.id where o.id = $1`,
      [order.orderId],
    );
    const { cid = '', server: serverId = '' } = rows[0] ?? {};
    const erase = () =>
      eraseCharacter(built.ctx, { project: 'miniflix', serverId, cid, because: 'asked for it' });
    expect(await erase()).toEqual({
      kind: 'under_way',
      what: ['1 refunds that a game is to hear of'],
    });
    await tellGame(shopAt(TOLD, 1).ctx, noticeId);
    expect(await erase()).toMatchObject({ kind: 'done' });
    expect(await rowsOf(order)).toEqual([]);
  });

  it('is deleted with ended mails, not before it was told', async () => {
    const told = await refunded();
    await tellGame(shopAt(TOLD, 1).ctx, told.noticeId);
    const waiting = await refunded();
    await pool.query(
      `update game_notices set created_at = '2020-01-01', ended_at = case when ended_at is not null then timestamptz '2020-01-01' end
        where order_id = any($1)`,
      [[told.order.orderId, waiting.order.orderId]],
    );
    await purgeExpired(built.ctx);
    expect(await rowsOf(told.order)).toEqual([]);
    expect(await rowsOf(waiting.order)).toHaveLength(1);
  });
});
