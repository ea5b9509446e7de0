import { createStoreClient } from '@webpay/contract/client';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { expect, it, onTestFinished } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { createApp } from '../../../apps/api/src/http/app.ts';
import { createCallLimits } from '../../../apps/api/src/http/store/call-limits.ts';
import { registerStore } from '../../../apps/api/src/http/store/store.ts';
import { openDb } from '../../../apps/api/src/platform/db/pool.ts';
import { createMetrics } from '../../../apps/api/src/platform/monitoring/metrics.ts';
import { databaseDoor, type DatabaseDoor } from '../../support/database-door.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { createShopper, MINIFLIX, orderFields, type Shopper } from '../../support/shopper.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);

/** Answered from memory, whether the database is there or not: a token that no game signed, too. */
const WITHOUT_DATABASE: ReadonlyMap<string, number> = new Map<CallName, number>([
  ['configs', 200],
  ['regions', 200],
  ['servers', 200],
  ['productShelf', 200],
  ['productPrices', 200],
  ['mallOrder', 20_010],
  ['mallPay', 20_010],
]);

/** Longer than a busy machine needs for a statement, and still awaited by the test of a frozen database. */
const STATEMENT_MS = 5_000;

/** A server whose database is behind a door. */
async function shopBehind(shopper: Shopper) {
  const door: DatabaseDoor = await databaseDoor(environment().databaseUrl);
  const db = openDb(door.url, { max: 4, timeoutMs: STATEMENT_MS });
  const ctx = { ...operator.ctx(), db, metrics: createMetrics() };
  const app = createApp(ctx);
  await registerStore(app, ctx, createCallLimits(ctx));
  const statuses: number[] = [];
  app.addHook('onResponse', async (_request, reply) => {
    statuses.push(reply.statusCode);
  });
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    door.cut();
    await app.close();
    await db.close();
  });
  const client = createStoreClient({ baseUrl, secret: DEFAULT_SIGN_SECRET, ...MINIFLIX });
  client.useToken(shopper.userToken);
  return { door, client, statuses };
}

it('[E01] every call whose database is away answers 10017, never 500 (14.22)', async () => {
  const shopper = await createShopper(environment());
  const { token, order_id } = await shopper.open();
  const { door, client, statuses } = await shopBehind(shopper);
  await expect.poll(async () => (await client.call('userOrders', {})).code).toBe(200);
  door.cut();
  // Each call takes its fields out of these.
  const fields = {
    ...orderFields('gems-60'),
    ...shopper.place,
    token,
    order_id,
    kind: 'refund',
    text: 'x',
    product_id: 'gems-60',
    product_ids: 'gems-60',
    count: '1',
    sessionKey: 'x',
    paymentToken: 'x',
    invoice_id: `A${order_id}_1`,
    pack_id: 'x',
    task: 'sign_in',
    task_id: 'x',
    card_id: 'x',
    activity_id: 'x',
    on: '1',
    link: 'x'.repeat(43),
    key: 'x'.repeat(43),
    total: '{"amount":"0.99","currency":"USD"}',
    purpose: 'pwd_set',
    pwd: 'Abcdef12',
    pwd_confirm: 'Abcdef12',
    old_pwd: 'Abcdef12',
    code: '123456',
  };
  const answered: Record<string, number> = {};
  for (const name of Object.keys(CALL_PATHS) as CallName[]) {
    if (name === 'heartbeat') continue;
    // More fields than a call knows are ignored.
    const { code } = await client.call(name, fields);
    answered[name] = code;
  }
  const others = Object.entries(answered).filter(
    ([name, code]) => code !== 10_017 && WITHOUT_DATABASE.get(name) !== code,
  );
  expect(Object.fromEntries(others)).toEqual({});
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  door.open();
  await expect.poll(async () => (await client.call('userOrders', {})).code).toBe(200);
});

it('[E01] a call whose database is frozen answers 10017 in time (14.22)', async () => {
  const shopper = await createShopper(environment());
  const { door, client } = await shopBehind(shopper);
  await expect.poll(async () => (await client.call('userOrders', {})).code).toBe(200);
  door.freeze();
  expect((await client.call('userOrders', {})).code).toBe(10_017);
  door.open();
  await expect.poll(async () => (await client.call('userOrders', {})).code).toBe(200);
});
