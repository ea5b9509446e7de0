import * as v from 'valibot';
import { openDb, type Db } from '../../apps/api/src/platform/db/pool.ts';
import { statement } from '../../apps/api/src/platform/db/statement.ts';
import { startTestEnvironment, type TestEnvironment } from '../support/environment.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { addOrders } from './more-orders.ts';
import { enter, type Player } from './player.ts';
import { shopRound } from './purchases.ts';
import { median, quantile } from './stats.ts';

const SIZES = { full: [10_000, 100_000, 1_000_000], quick: [50, 100, 200] } as const;
/** Many short rounds spread the machine's other work over all sizes. */
const ROUNDS = { full: 20, quick: 1 } as const;
const COUNT = { full: 15, quick: 3 } as const;
const CLIENTS = 16;
const BUSY = { full: 300, quick: 16 } as const;

type Grown = {
  readonly orders: number;
  readonly environment: TestEnvironment;
  readonly db: Db;
  readonly players: readonly Player[];
  readonly durationsMs: number[];
  readonly perSecond: number[];
};

/** Cost of a purchase in shops with a day, months and years of orders. */
export async function benchGrowth(scale: Scale): Promise<Part> {
  const shops: Grown[] = [];
  try {
    for (const orders of SIZES[scale]) shops.push(await open(orders));
    for (const shop of shops) await busyRound(shop, scale);
    for (let i = 0; i < ROUNDS[scale]; i += 1) {
      // Each size comes first equally often.
      for (const turn of shops.keys()) await round(shops[(turn + i) % shops.length], scale);
    }
    for (let i = 0; i < 3; i += 1) {
      for (const shop of shops) shop.perSecond.push(await busyRound(shop, scale));
    }
    return part(shops, scale);
  } finally {
    for (const shop of shops) await close(shop);
  }
}

async function open(orders: number): Promise<Grown> {
  const environment = await startTestEnvironment({ fsync: true });
  const db = openDb(environment.databaseUrl, { max: 2, name: 'bench' });
  const players: Player[] = [];
  const shop = { orders, environment, db, players, durationsMs: [], perSecond: [] };
  try {
    await fill(shop);
    return shop;
  } catch (error) {
    await close(shop);
    throw error;
  }
}

async function fill({
  orders,
  environment,
  db,
  players,
}: Grown & { players: Player[] }): Promise<void> {
  for (let i = 0; i < CLIENTS; i += 1) players.push(await enter(environment.url));
  const { orderIds } = await shopRound(environment, db, players, alone(1));
  const [first] = orderIds;
  if (first === undefined) throw new Error('nothing was bought');
  // Turns triggers off, which only the owner may.
  const owner = openDb(environment.databaseOwnerUrl, { max: 1, name: 'bench-owner' });
  try {
    await addOrders(owner.pool, first, orders);
  } finally {
    await owner.close();
  }
  const { count } = await db.one(ordersThere);
  if (count !== orders) throw new Error(`there are ${count} orders, not ${orders}`);
}

async function close({ environment, db }: Grown): Promise<void> {
  await db.close();
  await environment.stop();
}

const alone = (count: number) => ({ clients: 1, count, askEveryMs: 5, everyMs: 0 });

async function round(shop: Grown | undefined, scale: Scale): Promise<void> {
  if (shop === undefined) return;
  const { environment, db, players, durationsMs } = shop;
  durationsMs.push(...(await shopRound(environment, db, players, alone(COUNT[scale]))).durationsMs);
}

async function busyRound({ environment, db, players }: Grown, scale: Scale): Promise<number> {
  const load = { clients: CLIENTS, count: BUSY[scale], askEveryMs: 50, everyMs: 0 };
  return (await shopRound(environment, db, players, load)).perSecond;
}

function part([smallest, ...others]: readonly Grown[], scale: Scale): Part {
  if (smallest === undefined) throw new Error('no shop was measured');
  const named = (shop: Grown, what: string) =>
    `${shop.orders.toLocaleString('en')} orders: ${what}`;
  const time = (shop: Grown, share: number): Figure => ({
    name: named(shop, `a purchase, p${share * 100}`),
    value: quantile(shop.durationsMs, share),
    unit: 'ms',
  });
  const speed = (shop: Grown): Figure => ({
    name: named(shop, `purchases, ${CLIENTS} clients`),
    value: median(shop.perSecond),
    unit: 'purchases/s',
  });
  const limited = (figure: Figure, limit: Figure): Figure => ({ ...figure, limit: limit.value });
  return {
    title: 'A shop that has grown',
    how: `Three shops run side by side, each on its own PostgreSQL, with ${SIZES[scale].map((size) => size.toLocaleString('en')).join(', ')} orders. The orders are copies of one real purchase in every table it wrote to. One client buys in each shop in turn, ${ROUNDS[scale]} rounds of ${COUNT[scale]}. A purchase lasts from order/create until the player's inquiry shows the mail. Then ${CLIENTS} clients buy as fast as they can, median of 3 rounds. Limit: the smallest shop.`,
    figures: [
      time(smallest, 0.5),
      time(smallest, 0.95),
      speed(smallest),
      ...others.flatMap((shop): Figure[] => [
        limited(time(shop, 0.5), time(smallest, 0.5)),
        {
          ...limited(time(shop, 0.95), time(smallest, 0.95)),
          aim: { of: 'ratio', atMost: 1.2 },
        },
        limited(speed(shop), speed(smallest)),
      ]),
    ],
  };
}

const ordersThere = statement({
  name: 'bench.orders_there',
  text: `select count(*) as count from orders`,
  row: v.object({ count: v.number() }),
});
