import { expect, it } from 'vitest';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { NO_PAYMENT, settleInbox, storeMessage, takeInbox } from './queries.ts';

const { db } = await testDatabase();

const SECOND = 1_000;
const start = new Date();
const after = (ms: number) => new Date(start.getTime() + ms);

async function stored(key: string): Promise<number[]> {
  const body = Buffer.from('{}');
  const rows = await db.many(storeMessage, {
    ...NO_PAYMENT,
    provider: 'paypal',
    merchant: null,
    eventKey: key,
    eventType: 'TEST',
    paymentNumber: null,
    body,
    receivedAt: start,
    nextAttemptAt: after(5 * SECOND),
  });
  return rows.map(({ id }) => id);
}

const take = (id: number, ms: number) => db.maybe(takeInbox, { inboxId: id, realNow: after(ms) });

it('[F06] one worker applies a message at a time, and another takes over after a crash', async () => {
  const [id = 0] = await stored('WH-1');
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(id, 0)));
  expect(taken.filter((row) => row !== null)).toHaveLength(1);
  expect(await take(id, 14 * SECOND)).toBeNull();
  expect(await take(id, 15 * SECOND)).toMatchObject({ attempts: 2 });
  await db.run(settleInbox, { inboxId: id, now: start, outcome: 'none' });
  expect(await take(id, 60 * SECOND)).toBeNull();
});

it('[F06] a repeated message is stored again only when the first went to quarantine', async () => {
  const [id = 0] = await stored('WH-2');
  expect(await stored('WH-2')).toEqual([]);
  await take(id, 0);
  await db.run(settleInbox, { inboxId: id, now: start, outcome: 'quarantine' });
  expect(await stored('WH-2')).toEqual([id]);
  expect(await take(id, 0)).toMatchObject({ attempts: 1 });
});
