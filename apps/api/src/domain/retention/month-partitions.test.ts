import { expect, test } from 'vitest';
import { createMonthPartitions } from './purge-queries.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';

const { db } = await testDatabase('seeded');

const addEvent = (orderId: string, at: string) =>
  db.pool.query(
    `insert into order_events (order_id, at, source, event) values ($1, ${at}, 'worker', 'test')
      returning tableoid::regclass::text as partition`,
    [orderId],
  );
const thisMonth = new Date().toISOString().slice(0, 7).replace('-', '_');

test('order events are stored in the partition of their month, others in the default one', async () => {
  const { orderId } = await paidOrder(db.pool);
  expect((await addEvent(orderId, 'now()')).rows).toEqual([
    { partition: `order_events_${thisMonth}` },
  ]);
  expect((await addEvent(orderId, `now() - interval '20 years'`)).rows).toEqual([
    { partition: 'order_events_default' },
  ]);
});

test('partitions are created ahead once, and a month with rows in the default partition is skipped', async () => {
  const { orderId } = await paidOrder(db.pool);
  const create = async (ahead: number) => (await db.one(createMonthPartitions, { ahead })).created;
  // The template may be of the month before.
  await create(2);
  expect(await create(2)).toBe(0);
  expect(await create(3)).toBe(1);
  await addEvent(orderId, `date_trunc('month', now()) + interval '4 months 10 days'`);
  expect(await create(5)).toBe(1);
  expect(await create(5)).toBe(0);
});
