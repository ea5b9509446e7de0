import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { openDb } from '../../platform/db/pool.ts';
import {
  deliver,
  endRefund,
  paidAttempt,
  paidOrder,
  refundRow,
} from '../../../../../tests/support/paid-order.ts';
import { blankDatabase } from '../../../../../tests/support/test-database.ts';
import { ledgerDiscrepancies, entriesOfOrder } from './queries.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../platform/db/migrations');
const folder = await mkdtemp(path.join(tmpdir(), 'webpay-before-books-'));
afterAll(() => rm(folder, { recursive: true }));

it('[F06] a shop that sold before it kept books has them after the update', async () => {
  for (const name of await readdir(MIGRATIONS)) {
    if (name < '0005') await cp(path.join(MIGRATIONS, name), path.join(folder, name));
  }
  const url = await blankDatabase();
  await migrate(url, () => undefined, { folder });
  const db = openDb(url, { max: 2, checkRows: true });
  try {
    const { pool } = db;
    await pool.query(
      `insert into projects (code, game_id, seed_order, is_open, data) values ('miniflix', '20', 1, true, '{}')`,
    );
    const sold = await paidOrder(pool);
    await deliver(pool, sold);
    const paidTwice = await paidOrder(pool);
    const second = await paidAttempt(pool, paidTwice.orderId, 2, 499);
    const back = { amount: 499, reason: 'double_payment', attemptId: second } as const;
    await endRefund(pool, await refundRow(pool, paidTwice, back), 'SUCCEEDED');
    await deliver(pool, paidTwice);
    const failed = await paidOrder(pool);
    const reason = { amount: 499, reason: 'not_deliverable' } as const;
    await endRefund(pool, await refundRow(pool, failed, reason), 'FAILED');

    await migrate(url, () => undefined);
    const kinds = async (orderId: string): Promise<string[]> => {
      const entries = await db.many(entriesOfOrder, { orderId });
      return entries.map((each) => `${each.kind} ${each.debit} ${each.credit}`).toSorted();
    };
    expect(await kinds(sold.orderId)).toEqual([
      'capture gateway owed_to_players',
      'delivered owed_to_players sales',
    ]);
    expect(await kinds(paidTwice.orderId)).toEqual([
      'capture gateway owed_to_players',
      'capture gateway owed_to_players',
      'delivered owed_to_players sales',
      'refund_done refunds_owed gateway',
      'refund_reserved owed_to_players refunds_owed',
    ]);
    expect(await kinds(failed.orderId)).toEqual([
      'capture gateway owed_to_players',
      'refund_released refunds_owed owed_to_players',
      'refund_reserved owed_to_players refunds_owed',
    ]);
    expect(await db.many(ledgerDiscrepancies)).toEqual([]);
  } finally {
    await db.close();
  }
});
