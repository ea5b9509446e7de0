import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Addresses } from '../../apps/api/src/platform/db/address.ts';
import { findPrograms } from '../../apps/api/src/platform/db/embedded-programs.ts';
import {
  freePort,
  launch,
  stopServer,
  waitForServer,
} from '../../apps/api/src/platform/db/embedded-server.ts';
import { databaseUser } from '../../apps/api/src/platform/db/embedded-user.ts';
import { startEmbeddedPostgres } from '../../apps/api/src/platform/db/embedded.ts';

const run = promisify(execFile);

/** A PostgreSQL with a standby that follows it by streaming replication. */
export type Replicated = Addresses & {
  /** The shop's address of the standby. */
  readonly replicaUrl: string;
  /** The standby receives commits, and shows none of them. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Ends the standby, for good. */
  stopStandby(): Promise<void>;
  stop(): Promise<void>;
};

/** @param prepare fills the database before it is copied */
export async function startReplicated(
  prepare: (addresses: Addresses) => Promise<void>,
): Promise<Replicated> {
  const base = await mkdtemp(path.join(tmpdir(), 'webpay-replicated-'));
  const stops = [(): Promise<void> => rm(base, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    // As root the database runs as another user.
    await chmod(base, 0o755);
    const embedded = { dataDir: path.join(base, 'data'), fsync: false, log: () => undefined };
    const first = await startEmbeddedPostgres(embedded);
    try {
      await prepare(first);
    } finally {
      await first.stop();
    }
    const home = path.join(embedded.dataDir, 'postgres');
    const cluster = path.join(home, 'standby');
    await run('cp', ['-a', path.join(home, 'cluster'), cluster]);
    const primary = await startEmbeddedPostgres(embedded);
    stops.push(primary.stop);
    const password = (await readFile(path.join(home, 'superuser-password'), 'utf8')).trim();
    const standby = await startStandby({ home, cluster, password, primary });
    stops.push(standby.stop);
    return {
      ...primary,
      replicaUrl: standby.url,
      pauseReplay: () => standby.run('select pg_wal_replay_pause()'),
      resumeReplay: () => standby.run('select pg_wal_replay_resume()'),
      stopStandby: standby.stop,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startStandby(options: {
  readonly home: string;
  readonly cluster: string;
  readonly password: string;
  readonly primary: Addresses;
}) {
  const { home, cluster, password, primary } = options;
  const user = await databaseUser();
  const from = `host=127.0.0.1 port=${new URL(primary.url).port} user=postgres password=${password}`;
  await appendFile(path.join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  const signal = path.join(cluster, 'standby.signal');
  await writeFile(signal, '');
  if (user !== null) await chown(signal, user.uid, user.gid);
  const port = await freePort();
  const programs = await findPrograms(home, user);
  const logFile = path.join(home, 'standby.log');
  const running = await launch({ cluster, logFile, programs, user, port, fsync: false });
  const url = new URL(primary.url);
  url.port = String(port);
  const connect = async (): Promise<pg.Client> => {
    const place = { host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' };
    const client = new pg.Client(place);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const outcome = await waitForServer(running, connect);
  if (outcome.kind !== 'ready') throw new Error(`no standby: ${JSON.stringify(outcome)}`);
  return {
    url: url.href,
    run: async (sql: string): Promise<void> => {
      await outcome.client.query(sql);
    },
    stop: async (): Promise<void> => {
      await outcome.client.end().catch(() => undefined);
      await stopServer(running);
    },
  };
}
