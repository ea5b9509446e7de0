import { CONSOLE_API } from '@webpay/contract/console/operations';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { importCatalogue } from '../../../apps/api/src/catalogue-import/import-catalogue.ts';
import { consolePages } from '../../../apps/api/src/http/console/testing/console-pages.ts';
import { migrate } from '../../../apps/api/src/platform/db/migrate.ts';
import { openDb } from '../../../apps/api/src/platform/db/pool.ts';
import { standbyPosition } from '../../../apps/api/src/platform/db/replica-queries.ts';
import { openReplica, type ReadEnd } from '../../../apps/api/src/platform/db/replica.ts';
import { readSettings } from '../../../apps/api/src/settings.ts';
import { consoleToken } from '../../support/console-session.ts';
import { databaseDoor } from '../../support/database-door.ts';
import type { TestShop } from '../../support/environment.ts';
import { startInProcess } from '../../support/in-process.ts';
import { operatorOf } from '../../support/operator.ts';
import { CARDS, createShopper, want, type Shopper } from '../../support/shopper.ts';
import { startReplicated, type Replicated } from '../../support/standby.ts';

/** A loaded machine must not make a row of the replica too old. */
const PATIENT_MS = '60000';
const CATALOGUE = new URL('../../../catalogue', import.meta.url).pathname;

let databases: Replicated;
let shop: TestShop;
let shopper: Shopper;
let token = '';

beforeAll(async () => {
  databases = await startReplicated(async ({ url, ownerUrl }) => {
    await migrate(ownerUrl, () => undefined, undefined, url);
    const db = openDb(url, { max: 1 });
    await importCatalogue(db, CATALOGUE, () => undefined);
    await db.close();
  });
  shop = await startInProcess({
    databaseUrl: databases.url,
    env: {
      DATABASE_REPLICA_URL: databases.replicaUrl,
      DATABASE_REPLICA_LAG_MS: PATIENT_MS,
    },
    console: { dist: consolePages() },
  });
  shopper = await createShopper(shop);
});
const operator = operatorOf(() => shop);
beforeAll(async () => {
  token = await consoleToken(operator.ctx(), 'support');
});
afterAll(async () => {
  await shop?.stop();
  await databases?.stop();
});

async function paid(): Promise<string> {
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.success);
  await shopper.until(opened.token, ({ state }) => state === 'success');
  return opened.order_id;
}

/** The standby shows no further commit until the test has finished. */
async function paused(): Promise<void> {
  await databases.pauseReplay();
  onTestFinished(() => databases.resumeReplay());
}

const history = async () =>
  (await want(shopper.client.call('userOrders', {}))).map(({ order_id: id, state }) => [id, state]);

/** The console's order list, as an answer of its API. */
async function listed(headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${shop.consoleUrl}${CONSOLE_API}/orders?project=miniflix`, {
    headers: { ...headers, cookie: `console=${token}` },
  });
  expect(answer.status).toBe(200);
  const { items, age_ms: ageMs } = (await answer.json()) as {
    items: readonly { id: string }[];
    age_ms?: number;
  };
  return { ids: items.map(({ id }) => id), ageMs };
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${shop.metricsUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}
const reads = (end: ReadEnd) => metric(`webpay_replica_reads_total{end="${end}"}`);

/** The reads of the standby, without the shop, and how each ended. */
function replicaAt(url: string, mostAgeMs: number) {
  const primary = openDb(databases.url, { max: 2 });
  const ends: string[] = [];
  const replica = openReplica(primary, openDb(url, { max: 2, isReplica: true }), {
    mostAgeMs,
    onRead: (end) => ends.push(end),
    onChange: (state) => ends.push(state),
  });
  onTestFinished(async () => {
    await replica.close();
    await primary.close();
  });
  return { replica, ends };
}

it('history and goods list come from the replica, and never miss what the player has just paid', async () => {
  const first = await paid();
  await expect
    .poll(async () => [await history(), (await reads('replica')) > 0])
    .toEqual([[[first, 'success']], true]);
  await expect.poll(() => metric('webpay_replica_lag_seconds')).toBeGreaterThan(0);

  await paused();
  const second = await paid();
  const before = await reads('behind');
  expect(await history()).toEqual([
    [second, 'success'],
    [first, 'success'],
  ]);
  expect((await want(shopper.client.call('productLists', shopper.place))).last).toBeDefined();
  // On a busy machine a read may find the replica silent instead.
  await expect
    .poll(async () => {
      await history();
      return reads('behind');
    })
    .toBeGreaterThan(before);
});

it('a list of the console says how old its rows are, and none is older than what its page knows', async () => {
  await expect.poll(async () => (await listed()).ageMs).toBeGreaterThanOrEqual(0);
  const known = await listed({ 'x-most-age-ms': '0' });
  await paused();
  const made = await paid();
  await expect.poll(async () => (await listed()).ids).toEqual(known.ids);
  await expect.poll(async () => (await listed()).ageMs).toBeGreaterThan(0);
  for (const age of ['0', '-1', 'soon']) {
    const { ids, ageMs } = await listed({ 'x-most-age-ms': age });
    expect([ids, ageMs]).toEqual([[made, ...known.ids], undefined]);
  }
  const strict = replicaAt(databases.replicaUrl, 0);
  await expect
    .poll(async () => {
      expect((await strict.replica.read(Infinity, (db) => db.one(readSettings))).ageMs).toBeNull();
      return strict.ends;
    })
    .toContain('behind');
});

it('a server that is no standby of this database is not read, and a session of the replica only reads', async () => {
  const { replica, ends } = replicaAt(databases.url, 60_000);
  await expect
    .poll(async () => {
      expect((await replica.read(Infinity, (db) => db.one(readSettings))).ageMs).toBeNull();
      return ends;
    })
    .toEqual(expect.arrayContaining(['open', 'unfit', 'away']));
  expect(ends).not.toContain('closed');
  const session = openDb(databases.url, { max: 1, isReplica: true });
  onTestFinished(() => session.close());
  await expect(session.pool.query('create table x ()')).rejects.toMatchObject({ code: '25006' });
});

it('a replica that is silent costs one read a second, and the primary answers', async () => {
  const door = await databaseDoor(databases.replicaUrl);
  const { replica, ends } = replicaAt(door.url, 60_000);
  const look = async () => (await replica.read(Infinity, (db) => db.one(standbyPosition))).value;
  await expect.poll(look).toMatchObject({ is_standby: true });
  ends.length = 0;
  door.freeze();
  expect(await look()).toMatchObject({ is_standby: false });
  expect(ends).toEqual(['open', 'away']);
  door.open();
  await expect.poll(look).toMatchObject({ is_standby: true });
  expect(ends).toContain('closed');
});

it('a replica that goes away costs one read, and the primary answers every one', async () => {
  const { replica, ends } = replicaAt(databases.replicaUrl, 60_000);
  const look = () => replica.read(Infinity, (db) => db.one(standbyPosition));
  await expect.poll(async () => (await look()).value.is_standby).toBe(true);
  const all = await history();
  ends.length = 0;
  await databases.stopStandby();
  for (let n = 0; n < 5; n += 1) expect((await look()).value.is_standby).toBe(false);
  expect(ends.filter((end) => end === 'open')).toHaveLength(1);
  expect(ends.filter((end) => end === 'away').length).toBeGreaterThanOrEqual(4);
  expect(await history()).toEqual(all);
  expect((await listed()).ids).toHaveLength(all.length);
  expect(await reads('away')).toBeGreaterThan(0);
});
