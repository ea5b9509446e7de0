import { setTimeout as pause } from 'node:timers/promises';
import { CONSOLE_API } from '@webpay/contract/console/operations';
import { FROM_CONSOLE, tokenIn } from '../support/console-session.ts';
import { want, type Shopper } from '../support/shopper.ts';
import { poolAt } from './books.ts';
import type { Cluster } from './cluster.ts';
import { databaseUrl, NODES, type Layout, type PortName } from './layout.ts';
import type { Bought } from './load.ts';
import { own, shopEnv } from './parts.ts';
import { found, primaryOf } from './patroni.ts';

/** Reads that a replica may answer, made while a drill runs. */
export type Reads = {
  /** Ends the reads, and compares what they have shown with the purchases. */
  stop(): Promise<ReadsTold>;
};

export type ReadsTold = {
  readonly reads: number;
  readonly failed: number;
  /** Answered by a standby: by the metrics of the servers, and by the ages of the console's lists. */
  readonly ofReplica: number;
  /** The longest time without an answered read, ms. */
  readonly gapMs: number;
  /** The oldest age that a list of the console has told, ms. */
  readonly oldestMs: number;
  readonly wrong: readonly string[];
};

/** The answer of one read. Times are of `performance.now()`, ms. */
export type Shown = {
  readonly kind: 'history' | 'list';
  /** The index of the player whose history it is; null: all orders. */
  readonly player: number | null;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Null: no replica has answered, or every commit from before the call is in it. */
  readonly ageMs: number | null;
  readonly orders: ReadonlyMap<string, string>;
};

const EVERY_MS = 300;
/** The least page of a history and of the console's list. */
const PAGE = 20;
/** DATABASE_REPLICA_LAG_MS. */
export const MOST_AGE_MS = 3_000;
const ANSWER_MS = 20_000;
const RESTART_POINTS_MS = 60_000;
const METRICS: readonly PortName[] = ['server1Metrics', 'server2Metrics'];

/** Reads histories, goods lists and the console's orders, each three times a second. */
export async function startReads(
  cluster: Cluster,
  players: readonly Shopper[],
  bought: readonly Bought[],
): Promise<Reads> {
  const { layout } = cluster;
  await renewRestartPoints(layout);
  const cookie = await consoleCookie(cluster);
  const ofReplicaBefore = await replicaReads(layout);
  const shown: Shown[] = [];
  const answered = [performance.now()];
  let failed = 0;
  let isOver = false;

  async function loop(read: (n: number) => Promise<Shown | null>): Promise<void> {
    for (let n = 0; !isOver; n += 1) {
      try {
        const seen = await read(n);
        answered.push(performance.now());
        if (seen !== null) shown.push(seen);
      } catch {
        failed += 1;
      }
      await pause(EVERY_MS);
    }
  }
  const player = (n: number): { readonly index: number; readonly shopper: Shopper } => {
    const index = n % players.length;
    const shopper = players[index];
    if (shopper === undefined) throw new Error('there are no players');
    return { index, shopper };
  };
  const loops = [
    loop(async (n) => {
      const { index, shopper } = player(n);
      const startedAt = performance.now();
      const entries = await want(shopper.client.call('userOrders', {}));
      const orders = new Map(entries.map(({ order_id, state }) => [order_id, state]));
      const endedAt = performance.now();
      return { kind: 'history', player: index, startedAt, endedAt, ageMs: null, orders };
    }),
    loop(async (n) => {
      const { shopper } = player(n);
      const { goods } = await want(shopper.client.call('productLists', shopper.place));
      if (goods.length === 0) throw new Error('the goods list is empty');
      return null;
    }),
    loop(async () => {
      const startedAt = performance.now();
      const { items, age_ms: ageMs = null } = await listOrders(layout, cookie);
      const orders = new Map(items.map(({ id }) => [id, 'success']));
      const endedAt = performance.now();
      return { kind: 'list', player: null, startedAt, endedAt, ageMs, orders };
    }),
  ];
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
      const ofLists = shown.filter(({ ageMs }) => ageMs !== null).length;
      const ofReplica = (await replicaReads(layout)) - ofReplicaBefore + ofLists;
      const gaps = answered.toSorted((a, b) => a - b);
      return {
        reads: answered.length - 1 + failed,
        failed,
        ofReplica,
        gapMs: Math.max(0, ...gaps.map((at, n) => at - (gaps[n - 1] ?? at))),
        oldestMs: Math.max(0, ...shown.map(({ ageMs }) => ageMs ?? 0)),
        wrong: [
          ...new Set(shown.flatMap((each) => wrongIn(each, bought, players.length))),
          ...(ofReplica > 0 ? [] : ['no read was answered by a replica']),
        ],
      };
    },
  };
}

/** Finds another player's order, an order in an older state than the age of the answer allows, and too great an age. */
export function wrongIn(
  { kind, player, startedAt, endedAt, ageMs, orders }: Shown,
  bought: readonly Bought[],
  players: number,
): string[] {
  const purchases = bought.filter((_, n) => player === null || n % players === player);
  const knownAt = startedAt - (ageMs ?? 0);
  const ids = new Set(purchases.map(({ order }) => order));
  const listed = purchases.filter(({ order }) => order !== null && orders.has(order));
  const paidBefore = purchases.filter(({ paidAt }) => paidAt !== null && paidAt < knownAt);
  /** A full page may end before it. */
  const isMissing = ({ startedAt: at, order }: Bought): boolean =>
    order !== null &&
    !orders.has(order) &&
    (orders.size < PAGE || listed.some(({ paidAt }) => paidAt !== null && paidAt < at));
  const isOld = ({ order }: Bought): boolean =>
    order !== null && orders.has(order) && orders.get(order) !== 'success';
  return [
    ...(player !== null && [...orders.keys()].some((id) => !ids.has(id))
      ? [`a ${kind} shows an order of another player`]
      : []),
    ...(paidBefore.some(isMissing) ? [`a ${kind} misses a paid order`] : []),
    ...(paidBefore.some(isOld) ? [`a ${kind} shows a paid order as not paid`] : []),
    ...((ageMs ?? 0) > MOST_AGE_MS + (endedAt - startedAt)
      ? [`a ${kind} is older than ${MOST_AGE_MS} ms`]
      : []),
  ];
}

/** Signs an operator in, as a person does with a printed link. */
async function consoleCookie({ layout, size, runOnce }: Cluster): Promise<string> {
  const part = own('operator', 'api/src/operator/operator.ts', shopEnv(layout, size));
  const said = await runOnce({ ...part, words: [...part.words, 'sign-in', '--role', 'support'] });
  const address = /https?:\/\/\S+#\S+/.exec(said)?.[0] ?? '';
  const response = await fetch(`${consoleAt(layout)}/sign-in/link`, {
    method: 'POST',
    headers: FROM_CONSOLE,
    body: JSON.stringify({ token: tokenIn(address) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const cookie = /console=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0];
  if (cookie === undefined) throw new Error(`the console answered ${response.status} to a link`);
  return cookie;
}

const consoleAt = ({ port }: Layout): string => `http://localhost:${port('console')}${CONSOLE_API}`;

type Listed = {
  readonly items: readonly { readonly id: string }[];
  readonly age_ms?: number;
};

/** The newest paid orders. */
async function listOrders(layout: Layout, cookie: string): Promise<Listed> {
  const response = await fetch(`${consoleAt(layout)}/orders?project=miniflix&state=success`, {
    headers: { cookie },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!response.ok) throw new Error(`the console answered ${response.status}`);
  // Verified edge: the console's contract.
  return (await response.json()) as Listed;
}

/**
 * The shop reads a standby only when its restart point stands on the primary's timeline: after a failover that is the matter of
 * `checkpoint_timeout`, too long for a drill.
 */
async function renewRestartPoints(layout: Layout): Promise<void> {
  const first = await found('a primary', () => primaryOf(layout), RESTART_POINTS_MS);
  const pools = NODES.map((n) => poolAt(databaseUrl(layout, 'super', `pg${n}`), 1));
  try {
    await pools[NODES.indexOf(first)]?.query('checkpoint');
    await found(
      'restart points on one timeline',
      async () => {
        await Promise.all(pools.map((pool) => pool.query('checkpoint')));
        const asked = 'select timeline_id as id from pg_control_checkpoint()';
        const answers = await Promise.all(pools.map((pool) => pool.query<{ id: number }>(asked)));
        return new Set(answers.map(({ rows }) => rows[0]?.id)).size === 1;
      },
      RESTART_POINTS_MS,
      500,
    );
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

async function replicaReads({ port }: Layout): Promise<number> {
  const counts = await Promise.all(
    METRICS.map(async (name) => {
      const url = `http://127.0.0.1:${port(name)}/metrics`;
      const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
      return Number(
        /^webpay_replica_reads_total\{end="replica"\} (\d+)/m.exec(await response.text())?.[1] ?? 0,
      );
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
