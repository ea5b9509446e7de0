import { beforeAll, describe, expect, it } from 'vitest';
import { NOT_THERE, refundLines, shopBeside } from '../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../tests/support/built-shop.ts';
import { deliver, paidOrder } from '../../../../tests/support/paid-order.ts';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../../../tests/support/shop-days.ts';
import { asOwner } from '../../../../tests/support/test-database.ts';
import { checkAudit } from '../domain/audit/check-audit.ts';
import { listAudit } from '../domain/audit/list-audit.ts';
import { reportBrokenLimits } from '../domain/actions/limits.ts';
import { runResolve } from './resolve-verbs.ts';

beforeAll(withinOneDay, ONE_DAY_TIMEOUT_MS);

const { built, db, pool, url } = await builtShop(4);
const ctx = shopBeside(built.ctx, NOT_THERE);
const resolve = (...words: string[]) => runResolve(ctx, words);
const because = ['--because', 'the account was filled'] as const;
const newest = async (object: string) => (await listAudit({ db }, { object })).items[0];

async function characterOf(orderId: string) {
  const { rows } = await pool.query<{ id: number; cid: string }>(
    `select p.id, p.cid from players p join orders o on o.player_id = p.id where o.id = $1`,
    [orderId],
  );
  const [player] = rows;
  if (player === undefined) throw new Error('the order has no player');
  return player;
}

async function request(orderId: string): Promise<string> {
  const id = `q${orderId.slice(1)}`;
  await pool.query(
    `insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at)
      select $2, player_id, id, 2026, 'refund', 'x', 'open', now() from orders where id = $1`,
    [orderId, id],
  );
  return id;
}

describe('a decision of npm run resolve is an entry of the audit log', () => {
  it('names the person of --by, the object, the sum and the reason', async () => {
    const order = await paidOrder(pool);
    await resolve('refund', order.orderId, '--amount', '1.00', ...because, '--by', 'Ana');
    const entry = await newest(order.orderId);
    expect(entry).toMatchObject({
      operator: 'command line (Ana)',
      action: 'refund_order',
      outcome: 'done',
      reason: 'the account was filled',
      project: 'miniflix',
    });
    expect(entry?.detail).toContain('"amount":{"currency":"USD","minor":100}');
  });

  it('names the machine’s user without --by', async () => {
    const order = await paidOrder(pool);
    const id = await request(order.orderId);
    await resolve('reject', id, '--because', 'it arrived');
    expect((await newest(id))?.operator).toMatch(/^command line \(.+\)$/);
  });

  it('names the player for each verb about a character', async () => {
    const { orderId } = await paidOrder(pool);
    const { id, cid } = await characterOf(orderId);
    for (const [verb, action] of [
      ['flag', 'set_flag'],
      ['clear-flag', 'clear_flag'],
      ['end-pause', 'end_pause'],
      ['log-out', 'log_out'],
    ] as const) {
      await resolve(verb, 'miniflix', cid, ...because, '--by', 'Ana');
      expect(await newest(String(id))).toMatchObject({ action, operator: 'command line (Ana)' });
    }
    expect(await checkAudit({ db })).toMatchObject({ broken: null });
  });

  it('in the decision’s own transaction: without the entry nothing moves', async () => {
    const order = await paidOrder(pool);
    const { cid } = await characterOf(order.orderId);
    await asOwner(url, `alter function append_audit(text) rename to append_audit_away`);
    await expect(resolve('refund', order.orderId, ...because)).rejects.toThrow('append_audit');
    await expect(resolve('flag', 'miniflix', cid, ...because)).rejects.toThrow('append_audit');
    await asOwner(url, `alter function append_audit_away(text) rename to append_audit`);
    expect(await refundLines(pool, order)).toEqual([]);
    const { rows } = await pool.query(`select flagged_at from players where cid = $1`, [cid]);
    expect(rows).toEqual([{ flagged_at: null }]);
  });

  it('--by takes the name of a person alone', async () => {
    const order = await paidOrder(pool);
    const words = ['refund', order.orderId, ...because, '--by', 'a\u001b[2J'];
    await expect(resolve(...words)).rejects.toThrow('--by');
    expect(await refundLines(pool, order)).toEqual([]);
  });
});

describe('npm run resolve has the limits of finance', () => {
  it('refuses a larger sum, and does it with --break-glass and an alert, once', async () => {
    const order = await paidOrder(pool, 50_001);
    await deliver(pool, order);
    const words = ['refund', order.orderId, '--allow-delivered', ...because, '--by', 'Bo'];
    await expect(resolve(...words)).rejects.toThrow('--break-glass');
    expect(await refundLines(pool, order)).toEqual([]);
    await expect(resolve(...words, '--break-glass', ' ')).rejects.toThrow('--break-glass');
    expect(await resolve(...words, '--break-glass', 'the console is away')).toContain('500.01 USD');
    expect(await refundLines(pool, order)).toHaveLength(1);
    const entry = await newest(order.orderId);
    expect(entry?.detail).toContain('broke_limits');
    expect(entry?.reason).toBe('the account was filled (the console is away)');
    const alarms = async () =>
      (await ctx.metrics.alerts.get()).values.find(
        ({ labels }) => labels['kind'] === 'limits_broken',
      )?.value ?? 0;
    await reportBrokenLimits(ctx);
    expect(await alarms()).toBe(1);
    await reportBrokenLimits(ctx);
    expect(await alarms()).toBe(1);
  });

  it('also those of a day, for all names together', async () => {
    const lastOf = async (by: string) => {
      let last = '';
      for (let n = 0; n < 21; n += 1) {
        const order = await paidOrder(pool, 50_000);
        last = await resolve('refund', order.orderId, ...because, '--by', by).catch(String);
      }
      return last;
    };
    expect(await lastOf('Cy')).toContain('$10,000.00 a day');
    const order = await paidOrder(pool, 50_000);
    await expect(resolve('refund', order.orderId, ...because, '--by', 'Di')).rejects.toThrow(
      '$10,000.00 a day',
    );
  });
});
