import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { operatorOf } from '../../../../../tests/support/operator.ts';
import {
  CARDS,
  createShopper,
  MINIFLIX,
  want,
  type Shopper,
} from '../../../../../tests/support/shopper.ts';
import { sharedEnvironment } from '../../../../../tests/support/shared-environment.ts';
import { asOwner, ownerOf } from '../../../../../tests/support/test-database.ts';
import { flagPlayer } from '../players/queries.ts';
import { measureBacklog } from '../row-metrics/measure.ts';
import { createMetrics } from '../../platform/monitoring/metrics.ts';
import { openDb } from '../../platform/db/pool.ts';
import { eraseCharacter } from './erase-character.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);

/** Every row of every table as text, so that no column is overlooked. */
async function everything(): Promise<readonly string[]> {
  // Partitions are the owner's: the shop reads through their table.
  const owner = openDb(await ownerOf(environment().databaseUrl), { max: 4 });
  const { pool } = owner;
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.rows.map(async ({ name }) => {
      // Decodes a message's bytes.
      const { rows: found } = await pool.query<{ row: string }>(
        name === 'public.gateway_inbox'
          ? `select encode(body, 'escape') as row from gateway_inbox`
          : `select t::text as row from ${name} t`,
      );
      return found.map(({ row }) => `${name}: ${row}`);
    }),
  );
  await owner.close();
  return rows.flat();
}

/** A digest of everything that proves money: ledger, payments, refunds and orders. */
async function proofs(): Promise<unknown> {
  const { rows } = await operator.db().pool.query(
    `select (select jsonb_agg(l order by l.id) from ledger_entries l) as ledger,
      (select jsonb_agg(jsonb_build_array(a.id, a.state, a.currency, a.amount_minor, a.captured_minor, a.capture_ref,
          a.gateway_ref, a.refunded_minor, a.card_masked) order by a.id) from payment_attempts a) as payments,
      (select jsonb_agg(r order by r.id) from refunds r) as refunds,
      (select jsonb_agg(jsonb_build_array(o.id, o.project, o.player_id, o.state, o.currency, o.total_minor, o.paid_at)
          order by o.id) from orders o) as orders,
      (select jsonb_agg(i order by i.order_id, i.line) from order_items i) as items,
      (select jsonb_agg(jsonb_build_array(e.id, e.order_id, e.event, e.from_state, e.to_state, e.at) order by e.id)
        from order_events e) as history`,
  );
  return rows[0];
}

/** Whether the gateway's message about an order's payment is applied. */
async function isHeard(orderId: string): Promise<boolean> {
  const { rowCount } = await operator.db().pool.query(
    `select from gateway_inbox where event_type = 'PAYMENT' and applied_at is not null
      and position(convert_to($1, 'UTF8') in body) > 0`,
    [`A${orderId}_1`],
  );
  return rowCount === 1;
}

const erase = (shopper: Shopper, because = 'asked for by letter') =>
  eraseCharacter(operator.ctx(), {
    project: MINIFLIX.websiteCode,
    serverId: shopper.serverId,
    cid: shopper.cid,
    because,
  });

describe('npm run erase', () => {
  it('removes a character from every table after pending business ends', async () => {
    const shopper = await createShopper(environment());
    const { client, cid } = shopper;
    const neighbour = await createShopper(environment());
    for (const each of [shopper, neighbour]) {
      const order = await each.open();
      await each.payByCard(order, CARDS.success);
      await each.until(order.token, (view) => view.delivery.state === 'delivered');
    }
    const order = await shopper.open();
    await shopper.payByCard(order, CARDS.success);
    await shopper.until(order.token, (view) => view.delivery.state === 'delivered');
    const text = 'I am Zebulon Quill and this went to another character';
    const request = await want(
      client.call('resolutionCreate', { order_id: order.order_id, kind: 'wrong_recharge', text }),
    );
    const { goods } = await want(
      client.call('productLists', { pr_id: shopper.prId, server_id: shopper.serverId, cid }),
    );
    await want(client.call('cartSet', { product_id: goods[0]?.product_id ?? '', count: '1' }));
    expect((await everything()).filter((row) => row.includes(cid))).not.toEqual([]);

    // An open request must be decided first.
    expect(await erase(shopper)).toEqual({ kind: 'under_way', what: ['1 open requests'] });
    const to = `${neighbour.serverId}/${neighbour.cid}`;
    await operator.resolve('approve', request.request_id, '--to', to, '--because', 'sent again');
    // A recipient cannot be erased while goods are sent to it.
    await expect.poll(async () => (await erase(neighbour)).kind).toBe('done');
    await expect.poll(async () => (await erase(shopper)).kind).toBe('done');

    const left = await everything();
    for (const name of [cid, neighbour.cid, 'Zebulon Quill']) {
      expect(left.filter((row) => row.includes(name))).toEqual([]);
    }
    expect((await client.call('cartGet', {})).code).toBe(11002);
    const view = await shopper.inquire(order.token).catch(() => null);
    expect(JSON.stringify(view)).not.toContain(cid);
  });

  it('changes no proof of money', async () => {
    const shopper = await createShopper(environment());
    const order = await shopper.open();
    await shopper.payByCard(order, CARDS.success);
    await shopper.until(order.token, (view) => view.delivery.state === 'delivered');
    await operator.resolve('refund', order.order_id, '--allow-delivered', '--because', 'kindness');
    await shopper.until(order.token, (view) => view.state === 'refunded');
    // The message about the payment may bring the card's face later.
    await expect.poll(() => isHeard(order.order_id)).toBe(true);
    const before = await proofs();
    expect(await erase(shopper)).toMatchObject({ kind: 'done' });
    expect(await proofs()).toEqual(before);
    // The order is still found by its id and its token.
    expect(await operator.resolve('show', order.order_id)).toContain('erased');
    expect(await erase(shopper)).toEqual({ kind: 'no_such_character' });
  });

  it('waits for pending business', async () => {
    const shopper = await createShopper(environment());
    const order = await shopper.open();
    expect(await erase(shopper)).toEqual({
      kind: 'under_way',
      what: ['1 payments in doubt', '1 unpaid orders'],
    });
    await want(shopper.client.call('orderCancel', { token: order.token }));
    expect(await erase(shopper)).toMatchObject({ kind: 'done' });
  });

  it('[V07] refuses a flagged character and names the command that clears the flag', async () => {
    const shopper = await createShopper(environment());
    const { cid, serverId } = shopper;
    const resolve = (verb: string) =>
      operator.resolve(verb, 'miniflix', cid, '--because', 'stolen cards');
    await resolve('flag');
    expect(await erase(shopper)).toEqual({ kind: 'flagged' });
    const tool = path.join(import.meta.dirname, '../../operator/erase.ts');
    const args = [
      '--project',
      'miniflix',
      '--server',
      serverId,
      '--cid',
      cid,
      '--because',
      'asked',
    ];
    const failure = await promisify(execFile)(process.execPath, [tool, ...args], {
      env: { PATH: process.env['PATH'], DATABASE_URL: environment().databaseUrl },
    }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `npm run resolve -- clear-flag miniflix ${cid} --server ${serverId} --because`,
      ) as string,
    });
    await expect(shopper.open()).rejects.toThrow('20004');
    await resolve('clear-flag');
    expect(await erase(shopper)).toMatchObject({ kind: 'done' });
  });

  it('[V07] prevents later flags of an erased character, also in lists and metrics', async () => {
    const shopper = await createShopper(environment());
    const order = await shopper.open();
    await want(shopper.client.call('orderCancel', { token: order.token }));
    const erased = await erase(shopper);
    if (erased.kind !== 'done') throw new Error(erased.kind);
    await operator.db().run(flagPlayer, { orderId: order.order_id, why: 'fraud', now: new Date() });
    const { pool } = operator.db();
    const flags = `select flagged_at from players where id = $1 and flagged_at is not null
      union all select at from player_flags where player_id = $1 and cleared_at is null`;
    expect((await pool.query(flags, [erased.playerId])).rows).toEqual([]);
    // Erased before erasure waited for flags.
    await pool.query(`update players set flagged_at = now() where id = $1`, [erased.playerId]);
    await pool.query(
      `insert into player_flags (player_id, why, because, at) values ($1, 'operator', '[erased]', now())`,
      [erased.playerId],
    );
    expect(await operator.resolve('list')).toContain('0 flagged players');
    const ctx = { ...operator.ctx(), metrics: createMetrics() };
    measureBacklog(ctx);
    expect(await ctx.metrics.registry.metrics()).not.toContain('webpay_players_flagged{');
  });

  it('[V07] hides an erased character from erase, flag and log-out', async () => {
    const shopper = await createShopper(environment());
    const erased = await erase(shopper);
    if (erased.kind !== 'done') throw new Error(erased.kind);
    const cid = `erased-${erased.playerId}`;
    expect(await erase({ ...shopper, cid })).toEqual({ kind: 'no_such_character' });
    for (const verb of ['flag', 'clear-flag', 'log-out']) {
      const answer = operator.resolve(verb, 'miniflix', cid, '--because', 'again');
      await expect(answer).rejects.toThrow('no such player');
    }
  });

  it('lets the character return as a new player', async () => {
    const shopper = await createShopper(environment());
    const first = await erase(shopper);
    const again = await createShopper(environment(), { ...MINIFLIX, cid: shopper.cid });
    expect((await want(again.client.call('userOrders', {}))).length).toBe(0);
    expect(await erase(again)).not.toEqual(first);
  });

  it.each([
    `update order_events set detail = detail`,
    `select set_config('webpay.erasing', 'on', false); update order_events set event = 'forged'`,
    `select set_config('webpay.erasing', 'on', false); delete from order_events`,
  ])('is the only change that history allows, also to its owner: %s', async (sql) => {
    await expect(asOwner(environment().databaseUrl, sql)).rejects.toThrow('never');
    await expect(operator.db().pool.query(sql)).rejects.toThrow('permission denied');
  });
});
