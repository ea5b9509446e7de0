import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder, refundRow, endRefund } from '../../../../../tests/support/paid-order.ts';
import { MARK, wholeCharacter } from '../../../../../tests/support/whole-character.ts';
import { eraseCharacter } from '../retention/erase-character.ts';
import { playerFile } from './player-file.ts';

const { built, pool } = await builtShop(4);
const EVERYBODY = { projects: [], roles: ['support'] } as const;

async function fileOf(playerId: number | string, projects: string[] = []) {
  const file = await playerFile(built.ctx, { ...EVERYBODY, projects }, { id: String(playerId) });
  return file === null ? null : v.parse(CONSOLE_CALLS.player.result, file);
}

describe('a player', () => {
  it('has its character, money, orders, mails and sessions', async () => {
    const { playerId, cid, orderId } = await wholeCharacter(pool);
    await pool.query('update orders set paid_at = created_at where id = $1', [orderId]);
    const file = await fileOf(playerId);
    expect(file).toMatchObject({
      character: { player_id: String(playerId), server_id: '112', cid, name: MARK },
      level: 1,
      flags: [],
      totals: [{ paid: { minor: 499, currency: 'USD' }, back: { minor: 100, currency: 'USD' } }],
      requests_this_year: built.ctx.clock.now().getUTCFullYear() === 2026 ? 1 : 0,
      sessions: [{ ended_at: null }],
      elsewhere: [],
      saved_cards: [{ masked: '•••• 1111', state: 'usable', used_at: null, order_id: orderId }],
      device_confirmed_at: null,
    });
    expect(file?.orders.map(({ id }) => id)).toEqual([orderId]);
    expect(file?.mails.map(({ kind }) => kind).toSorted()).toEqual([
      'purchase',
      'resend',
      'reward',
    ]);
    expect(file?.last_paid_at).not.toBeNull();
    expect(file?.created_at).toBeLessThanOrEqual(file?.seen_at ?? 0);
  });

  it('has its saved cards with their states, and never a token', async () => {
    const { playerId } = await wholeCharacter(pool);
    const stateAfter = async (change: string) => {
      await pool.query(`update saved_cards set ${change} where player_id = $1`, [playerId]);
      const file = await fileOf(playerId);
      expect(JSON.stringify(file)).not.toMatch(/secret|736563726574|token/);
      return file?.saved_cards[0]?.state;
    };
    expect(await stateAfter('password_version = 7')).toBe('locked');
    expect(await stateAfter(`expires_at = now() - interval '1 day'`)).toBe('expired');
    expect(await stateAfter(`state = 'removing', removed_because = 'player'`)).toBe('removing');
    const faceless = `state = 'agreed', token = null, token_hash = null, brand = null, last4 = null, expires_at = null`;
    expect(await stateAfter(faceless)).toBe('being_saved');
    expect((await fileOf(playerId))?.saved_cards[0]).toMatchObject({ brand: null, masked: null });
    await pool.query(
      `insert into mail_codes (player_id, project, purpose, code_hash, requested_from, requested_at, expires_at, used_at)
        values ($1, 'miniflix', 'device', 'x', 'x', now(), now(), now()), ($1, 'miniflix', 'device', 'x', 'x', now(), now(), null)`,
      [playerId],
    );
    expect((await fileOf(playerId))?.device_confirmed_at).not.toBeNull();
  });

  it('names why it may not order, and since when', async () => {
    const { orderId } = await paidOrder(pool);
    const { rows } = await pool.query<{ id: number }>(
      'select player_id as id from orders where id = $1',
      [orderId],
    );
    const playerId = rows[0]?.id ?? 0;
    await pool.query(
      `insert into player_flags (player_id, project, order_id, why, because, at)
        values ($1, 'miniflix', $2, 'chargeback', null, now()), ($1, 'miniflix', null, 'operator', 'sold goods', now())`,
      [playerId, orderId],
    );
    expect((await fileOf(playerId))?.flags).toMatchObject([
      { why: 'operator', because: 'sold goods', order_id: null },
      { why: 'chargeback', because: '', order_id: orderId },
    ]);
  });

  it('sums money by currency, also of overpayments that went back', async () => {
    const order = await paidOrder(pool, 1_000);
    await endRefund(pool, await refundRow(pool, order, { amount: 400 }), 'SUCCEEDED');
    const { rows } = await pool.query<{ id: number }>(
      'select player_id as id from orders where id = $1',
      [order.orderId],
    );
    expect((await fileOf(rows[0]?.id ?? 0))?.totals).toEqual([
      { paid: { minor: 1_000, currency: 'USD' }, back: { minor: 400, currency: 'USD' } },
    ]);
  });

  it('lists the same id elsewhere, in the operator’s projects only', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
        values ('miniflix', '112', 'same77', '1', 'x', 'One', 1, now()), ('miniflix', '101', 'same77', '1', 'x', 'Two', 1, now()),
          ('dr2', '112', 'same77', '1', 'x', 'Three', 1, now()) returning id`,
    );
    const id = rows[0]?.id ?? 0;
    const namesOf = async (projects: string[]) =>
      (await fileOf(id, projects))?.elsewhere.map(({ name }) => name).toSorted();
    expect(await namesOf([])).toEqual(['Three', 'Two']);
    expect(await namesOf(['miniflix'])).toEqual(['Two']);
  });

  it('is missing for other projects, for junk, and once it is erased', async () => {
    const { playerId, cid } = await wholeCharacter(pool);
    expect(await fileOf(playerId, ['miniflix'])).not.toBeNull();
    expect(await fileOf(playerId, ['dr2', 'cgg'])).toBeNull();
    for (const junk of ['', '0', '-1', '1e3', 'x', '9'.repeat(15), '9'.repeat(30), '1 or 1=1']) {
      expect(await playerFile(built.ctx, EVERYBODY, { id: junk })).toBeNull();
    }
    const character = { project: 'miniflix', serverId: '112', cid };
    expect(await eraseCharacter(built.ctx, { ...character, because: 'asked for' })).toMatchObject({
      kind: 'done',
    });
    expect(await fileOf(playerId)).toBeNull();
  });

  it('shows 50 orders, 50 mails and 20 sessions, the newest', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
        values ('miniflix', '112', 'whale', '1', 'x', 'Whale', 1, now()) returning id`,
    );
    const id = rows[0]?.id ?? 0;
    const at = `now() - n * interval '1 hour'`;
    await pool.query(
      `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang, recipient,
          returns_to_payment, redirect_url, created_at, expires_at)
        select 'w' || lpad(n::text, 19, '0'), 'miniflix', $1, 'direct', 'x', 'success', 'US', 'USD', n, 'en', '{}', true, '',
          ${at}, now() from generate_series(1, 60) as n`,
      [id],
    );
    await pool.query(
      `insert into deliveries (id, order_id, state, at, created_at)
        select 'd' || id, id, 'delivered', created_at, created_at from orders where player_id = $1`,
      [id],
    );
    await pool.query(
      `insert into sessions (token_hash, player_id, project, created_at, expires_at, seen_at)
        select sha256(n::text::bytea), $1, 'miniflix', ${at}, now() + interval '1 day', now() from generate_series(1, 30) as n`,
      [id],
    );
    const file = await fileOf(id);
    expect(file?.orders).toHaveLength(50);
    expect(file?.orders[0]?.total.minor).toBe(1);
    expect(file?.mails).toHaveLength(50);
    expect(file?.mails[0]).toMatchObject({ kind: 'purchase', badge: { text: 'Delivered' } });
    expect(file?.sessions).toHaveLength(20);
  });
});
