import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { openDb, type Db } from '../../apps/api/src/platform/db/pool.ts';
import { statement } from '../../apps/api/src/platform/db/statement.ts';
import { CARDS } from '../support/shopper.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { openConnection, type Connection } from './connection.ts';
import type { Figure, Scale } from './figures.ts';
import { benchMailTimes } from './mail-times.ts';
import { call, COUNTRY, enter, PROJECT, type Player } from './player.ts';
import { openPurchaseLimit } from './purchase-limit.ts';
import { median } from './stats.ts';

/** `askEveryMs`: interval of a client's polls. `count`: maximum of one round. */
const LOADS = [
  { clients: 1, askEveryMs: 5, count: { full: 100, quick: 5 } },
  { clients: 16, askEveryMs: 50, count: { full: 500, quick: 32 } },
  { clients: 64, askEveryMs: 100, count: { full: 500, quick: 64 } },
] as const;
/** The number of clients for the mail times. */
const STEADY_CLIENTS = 16;
const MAX_CLIENTS = 64;
const ROUNDS = { full: 3, quick: 1 } as const;
/** A round starts no purchase after this; a slow machine does fewer. */
const ROUND_MS = 6_000;

export type Pace = 'alone' | 'steady' | 'full speed';
export type Bought = { readonly orderId: string; readonly pace: Pace };

/** Whole card purchases with one, 16 and 64 clients; rounds of shop and limit alternate. */
export async function benchPurchases(environment: TestEnvironment, scale: Scale) {
  const players: Player[] = [];
  for (let i = 0; i < MAX_CLIENTS; i += 1) players.push(await enter(environment.url));
  const limit = await openPurchaseLimit(
    { url: environment.databaseUrl, ownerUrl: environment.databaseOwnerUrl },
    players,
  );
  const db = openDb(environment.databaseUrl, { max: 2, name: 'bench' });
  const bought: Bought[] = [];
  const figures: Figure[] = [];
  try {
    for (const { clients, askEveryMs, count } of LOADS) {
      const load = { clients, count: count[scale], askEveryMs, everyMs: 0 };
      const pace = clients === 1 ? 'alone' : 'full speed';
      const shop: number[] = [];
      const bare: number[] = [];
      // A warm-up before the measurement; its mails are not timed.
      await shopRound(environment, db, players, { ...load, count: clients * 4 });
      await limit.run(clients, clients * 4, ROUND_MS, 1);
      for (let i = 0; i < ROUNDS[scale]; i += 1) {
        const round = await shopRound(environment, db, players, load);
        shop.push(round.perSecond);
        if (clients <= STEADY_CLIENTS) {
          bought.push(...round.orderIds.map((orderId) => ({ orderId, pace }) as const));
        }
        const looks = Math.round(round.asks / round.orderIds.length);
        bare.push(await limit.run(clients, load.count, ROUND_MS, looks));
      }
      const perSecond = median(shop);
      figures.push({
        name: `purchases, ${clients} client${clients === 1 ? '' : 's'}`,
        value: perSecond,
        unit: 'purchases/s',
        limit: median(bare),
        aim: { of: 'ratio', atLeast: 0.5 },
      });
      if (clients !== STEADY_CLIENTS) continue;
      const steady = await shopRound(environment, db, players, {
        ...load,
        everyMs: 2_000 / perSecond,
      });
      bought.push(...steady.orderIds.map((orderId) => ({ orderId, pace: 'steady' }) as const));
    }
    if (scale === 'full') await sleep(COUNTS_KNOWN_AFTER_MS);
    figures.push({
      name: 'rows written by one purchase',
      value: await rowsWritten(environment.databaseUrl),
      unit: 'rows',
      limit: await rowsWritten(limit.databaseUrl),
      aim: { of: 'ratio', atLeast: 0.95, atMost: 1.05 },
    });
    return [
      {
        title: 'Purchases',
        how: `A purchase is order/create, the card's token at the gateway, recharge/card, the gateway's webhook and the mail in the game. It ends when the player's inquiry shows it delivered. Each rate is the median of ${ROUNDS[scale]} rounds of ${LOADS.map((load) => load.count[scale]).join(' and ')} purchases, of at most six seconds a round. The database is on disk with fsync; gateway and game are the sandbox, on the same cores. Limit: the same statements in the same transactions, sent directly to the same PostgreSQL. It adds as many empty HTTP exchanges, RSA-2048 signatures and verifications. The rows written by both are counted, to show that they do the same work.`,
        figures,
      },
      await benchMailTimes(environment, db, players, bought),
    ];
  } finally {
    await limit.close();
    await db.close();
  }
}

type Load = {
  readonly clients: number;
  readonly count: number;
  readonly askEveryMs: number;
  /** Pause between starts over all clients; 0: a client starts again after its delivery. */
  readonly everyMs: number;
  /** Ms after which no purchase begins, 6,000 without it. */
  readonly roundMs?: number;
};

type Round = {
  readonly perSecond: number;
  readonly orderIds: readonly string[];
  /** From order/create until the player saw the delivery, per purchase. */
  readonly durationsMs: readonly number[];
  readonly asks: number;
};

export async function shopRound(
  environment: Pick<TestEnvironment, 'url' | 'sandboxUrl'>,
  db: Db,
  players: readonly Player[],
  load: Load,
): Promise<Round> {
  const lines = await Promise.all(
    players.slice(0, load.clients).map(async (player) => ({
      player,
      shop: await openConnection(environment.url),
      gateway: await openConnection(environment.sandboxUrl),
    })),
  );
  const orderIds: string[] = [];
  const durationsMs: number[] = [];
  let asks = 0;
  let begun = 0;
  const { roundMs = ROUND_MS } = load;
  const startedAt = performance.now();
  await Promise.all(
    lines.map(async ({ player, shop, gateway }) => {
      while (begun < load.count && performance.now() - startedAt < roundMs) {
        const startAt = startedAt + begun * load.everyMs;
        begun += 1;
        if (load.everyMs > 0) await sleep(Math.max(0, startAt - performance.now()));
        const begunAt = performance.now();
        const order = await buy(environment, player, shop, gateway);
        orderIds.push(order.order_id);
        const asked = await untilDelivered(player, shop, order.token, load.askEveryMs);
        asks += asked;
        durationsMs.push(performance.now() - begunAt);
      }
    }),
  );
  // The last webhooks belong to the round.
  while ((await db.one(webhooksToApply, { orderIds })).count > 0) await sleep(5);
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const { shop, gateway } of lines) {
    shop.close();
    gateway.close();
  }
  return { perSecond: orderIds.length / seconds, orderIds, durationsMs, asks };
}

const webhooksToApply = statement({
  name: 'bench.webhooks_to_apply',
  text: `select count(*) as count from unnest(:orderIds::text[]) bought (id)
    where not exists (select from gateway_inbox
      where provider = 'payermax' and payment_number = 'A' || bought.id || '_1' and event_type = 'PAYMENT' and applied_at is not null)`,
  params: { orderIds: 'text[]' },
  row: v.object({ count: v.number() }),
});

async function buy(
  environment: Pick<TestEnvironment, 'url' | 'sandboxUrl'>,
  player: Player,
  shop: Connection,
  gateway: Connection,
) {
  const order = await call(shop, player, 'orderCreate', {
    products: JSON.stringify([{ product_id: player.productId, count: 1 }]),
    country: COUNTRY,
    pay_id: 'card',
    redirect_url: `${environment.url}/${PROJECT.websiteCode}/payment`,
    source: 'direct',
    order_key: randomUUID(),
  });
  if (order.pay === null || !('session_key' in order.pay)) throw new Error('not a card order');
  const sessionKey = order.pay.session_key;
  const card = {
    clientKey: order.pay.client_key,
    sessionKey,
    number: CARDS.success,
    expiry: '12/39',
    cvv: '123',
    holder: 'Bench Player',
  };
  const answer = await gateway.post(
    '/payermax/dropin/token',
    'application/json',
    JSON.stringify(card),
  );
  const { paymentToken } = v.parse(
    v.object({ paymentToken: v.string() }),
    JSON.parse(answer.body.toString()),
  );
  const paid = await call(shop, player, 'payermaxCard', { sessionKey, paymentToken });
  if (paid.state !== 'success') throw new Error(`the card was not taken: ${paid.state}`);
  return order;
}

/** @returns number of polls */
async function untilDelivered(player: Player, shop: Connection, token: string, askEveryMs: number) {
  for (let asks = 1; asks < 1_000; asks += 1) {
    const { delivery } = await call(shop, player, 'orderInquire', { token });
    if (delivery.state === 'delivered') return asks;
    await sleep(askEveryMs);
  }
  throw new Error('a mail never came');
}

/** Tables that a purchase writes; sweeps and clocks have their own. */
const written = statement({
  name: 'bench.rows_written',
  text: `select sum(n_tup_ins + n_tup_upd)::float8 / max(n_tup_ins) filter (where relname = 'orders') as each
    from pg_stat_user_tables
    where relname like 'order_events%' or relname in ('orders', 'order_items', 'payment_attempts', 'deliveries', 'outbox_mails', 'gateway_inbox',
      'ledger_entries')`,
  row: v.object({ each: v.number() }),
});

/** Idle backends report their counts after ten seconds. */
const COUNTS_KNOWN_AFTER_MS = 11_000;

/** Rows inserted and updated per order so far. */
async function rowsWritten(databaseUrl: string): Promise<number> {
  const db = openDb(databaseUrl, { max: 1, name: 'bench-rows' });
  try {
    return (await db.one(written)).each;
  } finally {
    await db.close();
  }
}
