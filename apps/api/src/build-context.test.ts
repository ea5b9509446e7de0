import { expect, test } from 'vitest';
import { builtShop } from '../../../tests/support/built-shop.ts';
import { ownerOf } from '../../../tests/support/test-database.ts';
import { alertExcessRights } from './build-context.ts';
import { openDb } from './platform/db/pool.ts';
import { createMetrics } from './platform/monitoring/metrics.ts';

const { built, url } = await builtShop(2);
const { ctx } = built;

async function alertsOf(change: Partial<typeof ctx>): Promise<number> {
  const metrics = createMetrics();
  await alertExcessRights({ ...ctx, ...change, metrics });
  const told = /kind="ledger_unprotected"\} (\d+)/.exec(await metrics.registry.metrics());
  return Number(told?.[1] ?? 0);
}

test('a service in production alerts when its role or its environment could change the ledger (14.17)', async () => {
  const config = { ...ctx.config, mode: 'production' } as const;
  const owner = openDb(await ownerOf(url), { max: 1 });
  expect(await alertsOf({ config })).toBe(0);
  expect(await alertsOf({ config, db: owner })).toBe(1);
  expect(await alertsOf({ config: { ...config, databaseOwnerUrl: url } })).toBe(1);
  // A sandbox may have one role for all.
  expect(await alertsOf({ db: owner })).toBe(0);
  await owner.close();
});
