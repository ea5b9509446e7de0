import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { blankDatabase } from '../../../../../tests/support/test-database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { MIGRATIONS } from '../../platform/db/migration-files.ts';
import { readOrderNumber } from './order-number.ts';

const { pool } = await builtShop(2);
const ADDED = '0014_order_numbers.sql';
const SYMBOLS = '23456789CDFGHJKLMNPQRTVWXY';
const FORM = /^WP-[2-9CDFGHJ-NP-RTV-Y]{4}-[2-9CDFGHJ-NP-RTV-Y]{4}-[2-9CDFGHJ-NP-RTV-Y]$/;

async function drawn(count: number): Promise<string[]> {
  const { rows } = await pool.query<{ number: string }>(
    'select new_order_no() as number from generate_series(1, $1::int4)',
    [count],
  );
  return rows.map(({ number }) => number);
}

describe('order numbers', () => {
  it('the database makes numbers that people can say, with a right check symbol', async () => {
    const numbers = await drawn(2_000);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) {
      expect(number).toMatch(FORM);
      expect(readOrderNumber(number)).toBe(number);
    }
  });

  it('a number with one wrong symbol, or two neighbours swapped, is refused', async () => {
    for (const number of await drawn(50)) {
      const bare = number.slice(3).replaceAll('-', '');
      for (const [at, own] of Array.from(bare).entries()) {
        for (const other of SYMBOLS) {
          if (other === own) continue;
          expect(readOrderNumber(`WP${bare.slice(0, at)}${other}${bare.slice(at + 1)}`)).toBeNull();
        }
      }
      for (let at = 0; at < 7; at += 1) {
        const [one = '', two = ''] = bare.slice(at, at + 2);
        if (one === two) continue;
        const swapped = bare.slice(0, at) + two + one + bare.slice(at + 2);
        expect(readOrderNumber(`WP${swapped}`), swapped).toBeNull();
      }
    }
  });

  it('a number is read as people type it', async () => {
    const [number = ''] = await drawn(1);
    const typed = [
      number.toLowerCase(),
      number.replaceAll('-', ' '),
      number.replaceAll('-', ''),
      ` ${number.replaceAll('-', '\u2011')} `,
    ];
    for (const each of typed) expect(readOrderNumber(each)).toBe(number);
    expect(readOrderNumber(`${number}2`)).toBeNull();
    expect(readOrderNumber('')).toBeNull();
  });

  it('the database draws again when another order has the number', async () => {
    const client = await pool.connect();
    try {
      const seeded = async () => {
        await client.query('select setseed(0.25)');
        const { rows } = await client.query<{ number: string }>('select new_order_no() as number');
        return rows[0]?.number ?? '';
      };
      const first = await seeded();
      expect(await seeded()).toBe(first);
      const { orderId } = await paidOrder(pool, 499);
      await client.query('update orders set order_no = $2 where id = $1', [orderId, first]);
      expect(await seeded()).not.toBe(first);
      const other = await paidOrder(pool, 499);
      await expect(
        client.query('update orders set order_no = $2 where id = $1', [other.orderId, first]),
      ).rejects.toThrow('orders_by_no');
    } finally {
      client.release();
    }
  });

  it('orders from before the upgrade get a number, and so do those of older code', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'webpay-order-numbers-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const names = (await readdir(MIGRATIONS)).filter((name) => name < '0014');
    for (const name of names) await cp(path.join(MIGRATIONS, name), path.join(folder, name));
    const url = await blankDatabase();
    const quiet = (): void => undefined;
    await migrate(url, quiet, folder);
    const older = new pg.Pool({ connectionString: url });
    onTestFinished(() => older.end());
    await older.query(
      `insert into projects (code, game_id, seed_order, is_open, data) values ('p', '1', 1, true, '{}');
       insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
         values ('p', '1', '1', '1', 'S', 'N', 1, now())`,
    );
    const made = (id: string) =>
      older.query(
        `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang,
            recipient, returns_to_payment, redirect_url, created_at, expires_at)
          select $1, 'p', id, 'direct', 'x', 'open', 'US', 'USD', 499, 'en', '{}', true, '', now(), now() from players`,
        [id],
      );
    await made('a'.repeat(20));
    await cp(path.join(MIGRATIONS, ADDED), path.join(folder, ADDED));
    await migrate(url, quiet, folder);
    await made('b'.repeat(20));
    const { rows } = await older.query<{ order_no: string }>('select order_no from orders');
    expect(rows).toHaveLength(2);
    for (const { order_no } of rows) expect(order_no).toMatch(FORM);
  });
});
