import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { poolAt } from './books.ts';
import { databaseUrl, NODES, type Layout, type Node } from './layout.ts';
import { found, primaryOf } from './patroni.ts';

const DATABASE = 'probe';
const EVERY_MS = 250;
const WITHIN_MS = 1_500;

type Ack = { readonly node: Node; readonly seq: number; readonly at: number };

/** Direct writes to each machine, past every proxy. */
export type Probe = {
  /** Ends the writes. @returns what the drill must show: no write is lost, and no two machines accept writes at once */
  stop(): Promise<Probed>;
};

export type Probed = {
  readonly acked: number;
  readonly lost: number;
  readonly turns: number;
  /** When each machine acknowledged its last write, by `performance.now()`. */
  readonly lastAt: ReadonlyMap<number, number>;
};

let run = 0;

/** Writes to each machine four times a second; a standby refuses, a primary acknowledges. */
export async function startProbe(layout: Layout): Promise<Probe> {
  run += 1;
  const thisRun = run;
  await makeTable(layout);
  const acks: Ack[] = [];
  let seq = 0;
  let isOver = false;
  const loops = NODES.map(async (node) => {
    while (!isOver) {
      const client = new pg.Client({
        connectionString: databaseUrl(layout, 'super', `pg${node}`, DATABASE),
        connectionTimeoutMillis: WITHIN_MS,
        query_timeout: 60_000,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        while (!isOver) {
          seq += 1;
          const its = seq;
          await client.query('insert into probe values ($1, $2, $3)', [thisRun, node, its]);
          acks.push({ node, seq: its, at: performance.now() });
          await pause(EVERY_MS);
        }
      } catch {
        // It is a standby, away, or changes its role.
      } finally {
        void client.end().catch(() => undefined);
      }
      await pause(EVERY_MS);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.race([Promise.all(loops), pause(5_000)]);
      const kept = await keptOf(layout, thisRun);
      const inOrder = acks.toSorted((a, b) => a.at - b.at);
      return {
        acked: acks.length,
        lost: acks.filter(({ seq: its }) => !kept.has(its)).length,
        lastAt: new Map(inOrder.map(({ node, at }) => [node, at])),
        turns: inOrder.filter(({ node }, n) => n > 0 && inOrder[n - 1]?.node !== node).length,
      };
    },
  };
}

async function atPrimary<T>(
  layout: Layout,
  database: string,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const node = await found('a primary', () => primaryOf(layout), 120_000);
  const pool = poolAt(databaseUrl(layout, 'super', `pg${node}`, database), 1);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function makeTable(layout: Layout): Promise<void> {
  await atPrimary(layout, 'postgres', async (pool) => {
    const { rowCount } = await pool.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await pool.query(`create database ${DATABASE}`);
  });
  await atPrimary(layout, DATABASE, (pool) =>
    pool.query('create table if not exists probe (run int4, node int4, seq int4)'),
  );
}

const keptOf = (layout: Layout, thisRun: number): Promise<ReadonlySet<number>> =>
  atPrimary(layout, DATABASE, async (pool) => {
    const { rows } = await pool.query<{ seq: number }>('select seq from probe where run = $1', [
      thisRun,
    ]);
    return new Set(rows.map((row) => row.seq));
  });
