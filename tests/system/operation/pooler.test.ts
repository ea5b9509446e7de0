import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { refusePooler } from '../../../apps/api/src/platform/db/pooler.ts';
import { openDb } from '../../../apps/api/src/platform/db/pool.ts';
import { readSettings } from '../../../apps/api/src/settings.ts';
import type { TestShop } from '../../support/environment.ts';
import { startInProcess } from '../../support/in-process.ts';
import { capturesOf } from '../../support/shared-environment.ts';
import { CARDS, createShopper, times } from '../../support/shopper.ts';
import { TEMPLATES } from '../../support/templates.ts';
import { blankDatabase, removeDatabase } from '../../support/test-database.ts';
import { transactionPooler, type TransactionPooler } from '../../support/transaction-pooler.ts';

let database: string;
beforeAll(async () => {
  database = await blankDatabase(TEMPLATES.seeded);
});
afterAll(() => removeDatabase(database));

async function poolerOf(options: Parameters<typeof transactionPooler>[1]) {
  const pooler = await transactionPooler(database, options);
  onTestFinished(() => pooler.stop());
  return pooler.url;
}

const refused = (url: string, named: Parameters<typeof refusePooler>[1]) =>
  refusePooler(url, named).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );

it('PostgreSQL itself is no pooler (14.22)', async () => {
  expect(await refused(database, null)).toBe('accepted');
  expect(await refused(database, 'session')).toBe('accepted');
});

it.each([true, false])(
  'a pooler that nobody named is refused at the start, also one that swallows parameters: %s (14.22)',
  async (swallowsParameters) => {
    const url = await poolerOf({ connections: 4, swallowsParameters });
    expect(await refused(url, null)).toMatch(/^DATABASE_URL leads through a connection pooler: /);
  },
);

it('a pooler in transaction mode that is named session is refused at the start (14.22)', async () => {
  const url = await poolerOf({ connections: 4, swallowsParameters: false });
  expect(await refused(url, 'session')).toMatch(/set DATABASE_POOLER=transaction\.$/);
  expect(await refused(url, 'transaction')).toBe('accepted');
});

it('behind a pooler in transaction mode, transactions keep their limits of time (14.22)', async () => {
  const url = await poolerOf({ connections: 1, swallowsParameters: false });
  const db = openDb(url, { max: 4, pooler: 'transaction', timeoutMs: 12_000 });
  onTestFinished(() => db.close());
  // One connection of the server: a name of one caller would be there for the next one.
  await times(8, () => db.one(readSettings));
  const conflict = await db
    .transaction(async (tx) => {
      await tx.one(readSettings);
      throw new Error('undone');
    })
    .catch((error: unknown) => String(error));
  expect(conflict).toBe('Error: undone');
  const { rows } = await db.pool.query('select count(*)::int4 as n from pg_prepared_statements');
  expect(rows).toEqual([{ n: 0 }]);
});

it('a whole shop sells behind a pooler in transaction mode (14.22)', async () => {
  let pooler: TransactionPooler | undefined;
  let shop: TestShop | undefined;
  try {
    pooler = await transactionPooler(database, { connections: 8, swallowsParameters: false });
    shop = await startInProcess({
      databaseUrl: pooler.url,
      env: { DATABASE_POOLER: 'transaction' },
    });
    const outside = shop;
    const bought = await times(6, async () => {
      const shopper = await createShopper(outside);
      const opened = await shopper.open();
      await shopper.payByCard(opened, CARDS.success);
      await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
      return opened.order_id;
    });
    for (const orderId of bought) expect(await capturesOf(outside, orderId)).toHaveLength(1);
  } finally {
    await shop?.stop();
    await pooler?.stop();
  }
});
