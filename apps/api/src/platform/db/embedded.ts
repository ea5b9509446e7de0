import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { boundLog } from '../logging/log-file.ts';
import { keepPrivate, writePrivate } from '../private-files.ts';
import { fileProblem, StartError } from '../start-error.ts';
import type { Addresses } from './address.ts';
import type { SystemUser } from '../system-user.ts';
import { createCluster } from './embedded-cluster.ts';
import { createRoles, embeddedAddresses, type Passwords } from './embedded-roles.ts';
import { findPrograms, type Programs } from './embedded-programs.ts';
import {
  findRunning,
  freePort,
  launch,
  stopServer,
  waitForServer,
  type Running,
} from './embedded-server.ts';
import { databaseUser, makePassable } from './embedded-user.ts';

export type EmbeddedOptions = {
  readonly dataDir: string;
  /** By default a free port is chosen and stored in DATA_DIR. */
  readonly port?: number;
  readonly log: (line: string) => void;
  /** Off only in tests that discard the database: commits do not wait for the disk. */
  readonly fsync?: boolean;
};

/** The role of `ownerUrl` may create databases besides; neither is a superuser. */
export type EmbeddedPostgres = Addresses & {
  /** Shuts down cleanly, with all committed data on disk. */
  stop(): Promise<void>;
};

type Place = {
  readonly home: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly user: SystemUser | null;
  readonly programs: Programs;
  readonly superuserPassword: string;
  readonly passwords: Passwords;
};

/** The owner's file keeps the name under which an earlier version finds its only role. */
const FILES = { owner: 'shop-password', runtime: 'runtime-password' } as const;
const START_TIMEOUT_MS = 15_000;
const OWNER_LOCK = 7_281_931;

/**
 * Starts the database below `dataDir`, created the first time, and keeps it running until `stop()`. A server left
 * behind by a killed start is taken over; one that a living start owns is refused. It listens on the loopback address
 * only, with random passwords, in its own process group, so that Ctrl-C does not reach it first.
 * @throws StartError
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  try {
    const place = await prepare(dataDir, options.fsync ?? true);
    const port = options.port ?? (await storedPort(place.home)) ?? (await freePort());
    return await supervise(place, port, options);
  } catch (error) {
    throw fileProblem(error, dataDir);
  }
}

/** The addresses of the embedded database if it is running, for commands beside a running shop; otherwise null. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<Addresses | null> {
  const home = path.join(path.resolve(dataDir), 'postgres');
  const running = await findRunning(path.join(home, 'cluster'));
  const passwords = await keptPasswords(home);
  return running && passwords ? embeddedAddresses(passwords, running.port) : null;
}

/** Whether a start has created a database there. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return existsSync(path.join(path.resolve(dataDir), 'postgres', 'cluster'));
}

/** Whether this address is the embedded database's, running or not: child processes get it as DATABASE_URL. */
export async function isEmbeddedPostgres(dataDir: string, url: string): Promise<boolean> {
  const home = path.join(path.resolve(dataDir), 'postgres');
  const [passwords, port] = [await keptPasswords(home), await storedPort(home)];
  return passwords !== null && port !== null && url === embeddedAddresses(passwords, port).url;
}

/** Whether a living start owns the embedded database that runs there. */
export async function isOwnedByStart(dataDir: string): Promise<boolean> {
  const running = await runningEmbeddedPostgres(dataDir);
  if (running === null) return false;
  const options = { connectionString: running.url, connectionTimeoutMillis: 10_000 };
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_owned: boolean }>(
      `select exists (select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1) as is_owned`,
      [OWNER_LOCK],
    );
    return rows[0]?.is_owned === true;
  } catch {
    // Starting, stopping or down: only the ports can be compared.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function prepare(dataDir: string, fsync: boolean): Promise<Place> {
  const user = await databaseUser();
  await makePassable(dataDir, user);
  const home = path.join(dataDir, 'postgres');
  keepPrivate(home, user, true);
  const programs = await findPrograms(home, user);
  const cluster = path.join(home, 'cluster');
  const passwordFile = path.join(home, 'superuser-password');
  const superuserPassword = await secret(passwordFile, user);
  const passwords = {
    owner: await secret(path.join(home, FILES.owner), user),
    runtime: await secret(path.join(home, FILES.runtime), user),
  };
  if (!existsSync(cluster)) await createCluster({ cluster, passwordFile, programs, user, fsync });
  const logFile = path.join(home, 'server.log');
  return { home, cluster, logFile, user, programs, superuserPassword, passwords };
}

/** Takes over or launches a server within the start timeout, and restarts it whenever it ends. */
async function supervise(
  place: Place,
  firstPort: number,
  options: EmbeddedOptions,
): Promise<EmbeddedPostgres> {
  let stopping = false;
  let current = await own(place, firstPort, options);
  writePrivate(path.join(place.home, 'port'), String(current.running.port), place.user);
  const endLogBound = boundLog(place.logFile);
  await createRoles(current.keeper, place.passwords);

  function watch(): void {
    current.keeper.once('end', () => {
      if (!stopping) void revive();
    });
  }
  async function revive(): Promise<void> {
    options.log('database: went away, starting it again');
    let told = '';
    while (!stopping) {
      try {
        // On the same port, because clients hold its address.
        current = await own(place, current.running.port, {
          ...options,
          port: current.running.port,
        });
        watch();
        options.log('database: is back');
        return;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        if (why !== told) options.log(`database: ${why}`);
        told = why;
        await sleep(1_000);
      }
    }
  }
  watch();
  return {
    ...embeddedAddresses(place.passwords, current.running.port),
    stop: async () => {
      if (stopping) return;
      stopping = true;
      endLogBound();
      await current.keeper.end().catch(() => undefined);
      await stopServer(current.running);
    },
  };
}

type Owned = { readonly running: Running; readonly keeper: pg.Client };

async function own(place: Place, wantedPort: number, options: EmbeddedOptions): Promise<Owned> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let port = wantedPort;
  for (;;) {
    const found = await findRunning(place.cluster);
    const attempt = found ?? (await launch({ ...place, port, fsync: options.fsync ?? true }));
    const outcome = await waitForServer(attempt, () => connectAsOwner(place, attempt.port));
    if (outcome.kind === 'ready') {
      await claim(outcome.client, place, attempt);
      if (found) options.log('database: took over the server an earlier start left running');
      return { running: attempt, keeper: outcome.client };
    }
    if (outcome.kind === 'port taken') {
      if (options.port !== undefined) {
        throw new StartError(`Port ${port}, wanted for the database, is taken by another program.`);
      }
      port = await freePort();
    } else if (Date.now() > deadline) {
      throw new StartError(
        `The embedded database does not start: ${outcome.reason}; its log is ${place.logFile}.`,
      );
    } else {
      // A killed server's shared memory and lock file are released within a second or two.
      await sleep(200);
    }
  }
}

/**
 * Allows one living start for each data directory: the lock lasts as long as this connection, so kill -9 frees it too.
 * The server notices the end of a killed owner a moment later.
 */
async function claim(keeper: pg.Client, place: Place, running: Running): Promise<void> {
  // A living owner's start is refused after this time.
  await keeper.query(`set lock_timeout = '3s'`);
  try {
    await keeper.query('select pg_advisory_lock($1)', [OWNER_LOCK]);
    await keeper.query('reset lock_timeout');
    return;
  } catch (error) {
    await keeper.end();
    const isTaken = error instanceof pg.DatabaseError && error.code === '55P03';
    if (!isTaken) throw error;
  }
  throw new StartError(
    `Another shop is already running on ${path.dirname(place.home)} (its database is process ${running.pid}): stop it, or set DATA_DIR to another folder.`,
  );
}

async function connectAsOwner(place: Place, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: place.superuserPassword,
    database: 'postgres',
    application_name: 'webpay-keeper',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  });
  // The `end` event is handled instead.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function storedPort(home: string): Promise<number | null> {
  const text = await readFile(path.join(home, 'port'), 'utf8').catch(() => '');
  const port = Number(text);
  return Number.isInteger(port) && port > 1023 && port < 65_536 ? port : null;
}

async function keptPasswords(home: string): Promise<Passwords | null> {
  const read = (name: string) => readFile(path.join(home, name), 'utf8').catch(() => '');
  const owner = (await read(FILES.owner)).trim();
  const runtime = (await read(FILES.runtime)).trim();
  return owner === '' || runtime === '' ? null : { owner, runtime };
}

async function secret(file: string, user: SystemUser | null): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept !== '') return kept.trim();
  const made = randomBytes(24).toString('base64url');
  writePrivate(file, `${made}\n`, user);
  return made;
}
