import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createClock } from './platform/clock.ts';
import { openDb, type Db } from './platform/db/pool.ts';
import { createCatalogueCache } from './domain/projects/catalogue-cache.ts';
import { followOrderTokenKeys } from './domain/orders/order-token-key.ts';
import { createMetrics } from './platform/monitoring/metrics.ts';
import { followSettings, writeClockOffset } from './settings.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';

const { db, url } = await testDatabase('seeded');
const log = pino({ enabled: false });
const DAY_MS = 86_400_000;

/** A database whose answers wait until they are let through. */
function slowed(): { readonly db: Db; readonly asked: () => number; letThrough(): void } {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let asked = 0;
  const one: Db['one'] = async (statement, ...values) => {
    const row = await db.one(statement, ...values);
    asked += 1;
    await gate.promise;
    gate = Promise.withResolvers();
    return row;
  };
  return { db: { ...db, one }, asked: () => asked, letThrough: () => gate.resolve() };
}

async function followed(from: Db, listenTo: Db | null = null, rareMs?: number) {
  const clock = createClock();
  const metrics = createMetrics();
  const catalogue = await createCatalogueCache(db);
  const orderTokenKey = await followOrderTokenKeys(db, metrics);
  const shared = { clock, catalogue, orderTokenKey, log, metrics };
  const settings = await followSettings(from, shared, listenTo, rareMs);
  onTestFinished(() => settings.stop());
  const readAtMs = async () => ((await metrics.settingsRead.get()).values[0]?.value ?? 0) * 1_000;
  return { clock, readAtMs };
}

test('[S10] a clock moved in this process while the settings are read stays moved', async () => {
  const slow = slowed();
  const { clock } = await followed(slow.db);
  await expect.poll(slow.asked).toBe(2);
  // The statement of PUT /clock.
  await db.run(writeClockOffset, { offsetMs: DAY_MS });
  clock.setOffset(DAY_MS);
  slow.letThrough();
  await expect.poll(slow.asked).toBe(3);
  expect(clock.offsetMs()).toBe(DAY_MS);
});

test('[S10] a clock moved in another process is followed, and the read time is measured', async () => {
  const { clock, readAtMs } = await followed(db);
  const before = Date.now();
  await db.run(writeClockOffset, { offsetMs: 2 * DAY_MS });
  await expect.poll(() => clock.offsetMs()).toBe(2 * DAY_MS);
  await expect.poll(readAtMs).toBeGreaterThan(before);
});

test('[S10] with notices a change is seen at once, and after a broken connection again', async () => {
  const listener = openDb(url, { max: 1, name: 'notices' });
  onTestFinished(() => listener.close());
  // Without a notice the next read comes after a day, later than `poll` waits.
  const { clock } = await followed(db, listener, DAY_MS);
  const move = async (offsetMs: number) => {
    await db.run(writeClockOffset, { offsetMs });
    await expect.poll(() => clock.offsetMs()).toBe(offsetMs);
  };
  // The pause before the first look was short, and the second one is long.
  await listens();
  await move(7 * DAY_MS);
  await move(3 * DAY_MS);
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'notices/%'`,
  );
  await move(4 * DAY_MS);
  await listens();
  await move(5 * DAY_MS);
  await move(6 * DAY_MS);
});

/** Waits until a connection listens. */
const listens = () =>
  expect
    .poll(async () => {
      const { rows } = await db.pool.query(
        `select query from pg_stat_activity where application_name like 'notices/%' and query like 'listen%'`,
      );
      return rows.length;
    })
    .toBe(1);
