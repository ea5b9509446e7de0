import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { blankDatabase } from '../../../../../tests/support/test-database.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');
const folder = await mkdtemp(path.join(tmpdir(), 'webpay-methods-'));
afterAll(() => rm(folder, { recursive: true }));

test('a channel that an older release switched off is due for a try at once (14.1)', async () => {
  const copy = (name: string) => cp(path.join(MIGRATIONS, name), path.join(folder, name));
  const url = await blankDatabase();
  const quiet = (): void => undefined;
  await copy('0001_schema.sql');
  await migrate(url, quiet, folder);
  const pool = new pg.Pool({ connectionString: url });
  try {
    await pool.query(
      `insert into projects (code, game_id, seed_order, is_open, data) values ('p', '1', 1, true, '{}')`,
    );
    await pool.query(
      `insert into channels (project, pay_id, position, provider, method, data, switched_off_at, switched_off_why) values
        ('p', 'card', 1, 'payermax', 'card', '{}', '2026-03-01', 'CONTRACT_INVALID'),
        ('p', 'paypal', 2, 'paypal', 'wallet', '{}', null, null)`,
    );
    await copy('0002_methods.sql');
    await migrate(url, quiet, folder);
    const { rows } = await pool.query(
      `select pay_id, country, switched_by, why, retry_at <= now() as is_due from method_stops`,
    );
    const stop = { pay_id: 'card', country: '*', switched_by: 'gateway', why: 'CONTRACT_INVALID' };
    expect(rows).toEqual([{ ...stop, is_due: true }]);
    expect((await pool.query('select from method_changes')).rowCount).toBe(1);
  } finally {
    await pool.end();
  }
});
