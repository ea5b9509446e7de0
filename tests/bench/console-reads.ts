import { performance } from 'node:perf_hooks';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildContext } from '../../apps/api/src/build-context.ts';
import { importCatalogue } from '../../apps/api/src/catalogue-import/import-catalogue.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import type { Ctx } from '../../apps/api/src/context.ts';
import { listOrders } from '../../apps/api/src/domain/console/list-orders.ts';
import { orderFile } from '../../apps/api/src/domain/console/order-file.ts';
import { playerFile } from '../../apps/api/src/domain/console/player-file.ts';
import { search } from '../../apps/api/src/domain/console/search.ts';
import { startEmbeddedPostgres } from '../../apps/api/src/platform/db/embedded.ts';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { openDb } from '../../apps/api/src/platform/db/pool.ts';
import { opened } from '../../tools/ending.ts';
import { manyOrders } from '../support/big-orders.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { quantile } from './stats.ts';

const ORDERS = { full: 1_000_000, quick: 2_000 } as const;
const ROUNDS = { full: 40, quick: 3 } as const;
const MAX_MS = { search: 150, list: 200, order: 200, player: 200 } as const;
const EVERYBODY = { projects: [], roles: ['admin'] } as const;
const DAY_MS = 86_400_000;

/** Measures search, list, order page and player page of the console in a shop of a million orders, without its HTTP. */
export async function benchConsoleReads(scale: Scale): Promise<Part> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'webpay-bench-console-'));
  await chmod(dataDir, 0o755);
  const removeData = opened(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const stopServer = opened(() => server.stop());
  try {
    await fill(server, ORDERS[scale]);
    const config = { ...readConfig({}), databaseUrl: server.url, isDatabaseEmbedded: true };
    const built = await buildContext(config, { name: 'bench', connections: 4, logTo: 'stderr' });
    try {
      return {
        title: 'Console',
        how: `${ORDERS[scale].toLocaleString('en')} orders of a year, made for it. One operator asks, ${ROUNDS[scale]} times each; each time another order, player or page.`,
        figures: [...(await measured(built.ctx, scale)), ...(await sizes(server.ownerUrl))],
      };
    } finally {
      await built.close();
    }
  } finally {
    await stopServer();
    await removeData();
  }
}

/** Fills an empty database with the catalogue and a year of `count` orders, without foreign keys and triggers. */
export async function fill(
  { url, ownerUrl }: { readonly url: string; readonly ownerUrl: string },
  count: number,
): Promise<void> {
  await migrate(ownerUrl, () => undefined, undefined, url);
  const owner = openDb(ownerUrl, { max: 1, name: 'bench-owner', timeoutMs: 1_200_000 });
  try {
    await importCatalogue(owner, readConfig({}).catalogueDir, () => undefined);
    for (const each of manyOrders(count)) await owner.pool.query(each);
    await owner.pool.query('vacuum (analyze)');
  } finally {
    await owner.close();
  }
}

async function measured(ctx: Ctx, scale: Scale): Promise<Figure[]> {
  const count = ORDERS[scale];
  const nth = (round: number) => String(1 + ((round * 7_919) % count)).padStart(20, '0');
  const { rows } = await ctx.db.pool.query<{ id: number }>(
    `select id from players where cid = 'big1'`,
  );
  const firstPlayer = rows[0]?.id ?? 0;
  const playerOf = (round: number) => String(firstPlayer + ((round * 733) % (count / 5)));
  const find = (text: string) => search(ctx, EVERYBODY, { text });
  const list = (filter: Parameters<typeof listOrders>[2]) => listOrders(ctx, EVERYBODY, filter);
  const works: readonly (readonly [
    name: string,
    atMost: number,
    work: (round: number) => Promise<unknown>,
  ])[] = [
    ['search: an order', MAX_MS.search, (round) => find(nth(round))],
    ['search: a payment', MAX_MS.search, (round) => find(`A${nth(round)}_1`)],
    ['search: a gateway number', MAX_MS.search, (round) => find(`T${nth(round)}`)],
    ['search: a character', MAX_MS.search, (round) => find(`big${1 + round * 733}`)],
    ['search: two letters of a name', MAX_MS.search, (round) => find(String(10 + round))],
    ['search: a card', MAX_MS.search, (round) => find(`••${1_000 + round} 15.49`)],
    ['search: nothing', MAX_MS.search, (round) => find(`nothing ${round}`)],
    ['order page', MAX_MS.order, (round) => orderFile(ctx, EVERYBODY, { id: nth(round) })],
    ['player', MAX_MS.player, (round) => playerFile(ctx, EVERYBODY, { id: playerOf(round) })],
    ['list: all', MAX_MS.list, () => list({})],
    ['list: unresolved', MAX_MS.list, () => list({ view: 'unresolved' })],
    ['list: undelivered', MAX_MS.list, () => list({ view: 'undelivered' })],
    ['list: declined', MAX_MS.list, () => list({ view: 'declined' })],
    ['list: money back', MAX_MS.list, () => list({ view: 'money_back' })],
    ['list: disputed', MAX_MS.list, () => list({ view: 'disputed' })],
    ['list: project', MAX_MS.list, () => list({ project: 'dr2' })],
    ['list: state refunded', MAX_MS.list, () => list({ state: ['refunded'] })],
    ['list: payment failed', MAX_MS.list, () => list({ payment: ['FAILED'] })],
    ['list: mail rejected', MAX_MS.list, () => list({ mail: ['rejected'] })],
    ['list: no money back', MAX_MS.list, () => list({ money_back: ['none'] })],
    ['list: a day', MAX_MS.list, (round) => list(dayOf(round))],
    ['list: method', MAX_MS.list, () => list({ method: 'paypal' })],
    ['list: a common country', MAX_MS.list, () => list({ country: 'BR' })],
    ['list: a sum', MAX_MS.list, () => list({ min: 5_000, max: 5_010 })],
    ['list: a country of 0.05 %', MAX_MS.list, () => list({ country: 'IS' })],
    ['list: a server of 0.5 %', MAX_MS.list, () => list({ server: '112' })],
    ['list: a good of 1 %', MAX_MS.list, () => list({ product: 'gems_7' })],
  ];
  // A server or good without orders is too wide without a time: the walk reads all of a year.
  const figures: Figure[] = [];
  for (const [name, atMost, work] of works) {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS[scale]; round += 1) {
      const before = performance.now();
      const answer = await work(round);
      if (JSON.stringify(answer).includes('too_wide')) throw new Error(`${name}: too wide`);
      // The first one warms up.
      if (round > 0) times.push(performance.now() - before);
    }
    figures.push(
      { name: `${name}, p50`, value: quantile(times, 0.5), unit: 'ms' },
      {
        name: `${name}, p95`,
        value: quantile(times, 0.95),
        unit: 'ms',
        aim: { of: 'value', atMost },
      },
    );
  }
  return figures;
}

function dayOf(round: number) {
  const from = Date.now() - (round + 1) * DAY_MS;
  return { from, until: from + DAY_MS };
}

/** Sizes of the console's indexes. */
async function sizes(ownerUrl: string): Promise<Figure[]> {
  const owner = openDb(ownerUrl, { max: 1, name: 'bench-owner' });
  try {
    const { rows } = await owner.pool.query<{ name: string; mb: number }>(
      `select c.relname as name, pg_relation_size(c.oid) / 1e6::float8 as mb from pg_class c
        where c.relname in ('orders_by_time', 'orders_refunded', 'refunds_under_way', 'disputes_ended', 'players_by_name')
        order by c.relname`,
    );
    return rows.map(({ name, mb }) => ({ name: `index ${name}`, value: mb, unit: 'MB' }));
  } finally {
    await owner.close();
  }
}
