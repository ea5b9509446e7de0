import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isAlive } from '../is-alive.ts';
import { openLogFile } from '../logging/log-file.ts';
import { diskFull, saysDiskFull, StartError } from '../start-error.ts';
import type { SystemUser } from '../system-user.ts';
import { asUser, type Programs } from './embedded-programs.ts';

/** A PostgreSQL server process, launched by us or found. */
export type Running = {
  readonly pid: number;
  readonly port: number;
  readonly cluster: string;
  readonly logFile: string | null;
  /** The offset of this server's part in the log. */
  readonly logFrom: number;
};

export type LaunchOptions = {
  readonly cluster: string;
  readonly logFile: string;
  readonly programs: Programs;
  readonly user: SystemUser | null;
  readonly port: number;
  readonly fsync: boolean;
};

/** Replaying the log after a crash under load takes time; a living server gets this long. */
const RECOVERY_MS = 120_000;

export async function launch(options: LaunchOptions): Promise<Running> {
  const { handle: out, bytes: logFrom } = openLogFile(options.logFile, options.user);
  try {
    const child = spawn(options.programs.postgres, ['-D', options.cluster, ...settings(options)], {
      ...asUser(options.user),
      cwd: options.cluster,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', out, out],
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    // The server is stopped by its pid; it must not keep this process alive.
    child.unref();
    const { cluster, logFile, port } = options;
    return { pid: child.pid ?? 0, port, cluster, logFile, logFrom };
  } finally {
    closeSync(out);
  }
}

function settings(options: LaunchOptions): string[] {
  const values: Record<string, string | number> = {
    port: options.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Tests run several shops on one server.
    max_connections: options.fsync ? 100 : 400,
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    fsync: options.fsync ? 'on' : 'off',
    // Also without fsync: a killed server then loses nothing, only a machine without power.
    synchronous_commit: 'on',
    full_page_writes: options.fsync ? 'on' : 'off',
    // A page's first write after a checkpoint goes to the log whole; most of it is empty.
    wal_compression: 'pglz',
    // Autovacuum working in a database that a test drops would prevent the drop.
    ...(options.fsync ? {} : { autovacuum: 'off' }),
    // Short statements by primary key gain nothing from these, which cost memory.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    io_method: 'sync',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The row of a violated constraint contains character ids and token hashes.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * The server that already runs on this cluster, by its pid file; null when there is none. A stale
 * pid file, whose number belongs to another program, is removed.
 */
export async function findRunning(cluster: string): Promise<Running | null> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid < 2 || !isAlive(pid)) return null;
  const command = await commandOf(pid);
  if (command !== null && !command.includes(cluster)) {
    await rm(pidFile, { force: true });
    return null;
  }
  if (!Number.isInteger(port) || port < 1) return null;
  return { pid, port, cluster, logFile: null, logFrom: 0 };
}

export type Outcome =
  | { readonly kind: 'ready'; readonly client: pg.Client }
  | { readonly kind: 'port taken' }
  | { readonly kind: 'gone'; readonly reason: string };

/** Connects as soon as the server answers. @throws StartError for an error that no retry fixes */
export async function waitForServer(
  running: Running,
  connect: () => Promise<pg.Client>,
): Promise<Outcome> {
  const deadline = Date.now() + RECOVERY_MS;
  let last = 'it did not answer';
  while (Date.now() < deadline) {
    try {
      return { kind: 'ready', client: await connect() };
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
      if (last.includes('password authentication failed') && running.logFile === null) {
        throw new StartError(
          `A PostgreSQL server (process ${running.pid}) runs on ${running.cluster} with another password: stop it and start again.`,
        );
      }
    }
    if (!isAlive(running.pid)) return reasonOfEnd(running, last);
    await sleep(15);
  }
  return { kind: 'gone', reason: last };
}

async function reasonOfEnd(running: Running, last: string): Promise<Outcome> {
  const said = await logSince(running);
  if (/Address already in use|could not bind/.test(said)) return { kind: 'port taken' };
  if (saysDiskFull(said)) throw new StartError(diskFull(running.cluster));
  const fatal = said.split('\n').findLast((line) => /FATAL|PANIC/.test(line));
  const reason = fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? last;
  if (/incompatible with server|not compatible|was initialized/.test(said)) {
    throw new StartError(
      `The database in ${running.cluster} was made by another PostgreSQL version (${reason}): move its data with pg_dump, or set DATA_DIR to a new folder.`,
    );
  }
  return { kind: 'gone', reason };
}

async function logSince(running: Running): Promise<string> {
  if (running.logFile === null) return '';
  const file = await open(running.logFile, 'r');
  try {
    // Shorter than at the server's start: it was rotated since.
    const isWhole = (await file.stat()).size < running.logFrom;
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(65_536),
      position: isWhole ? 0 : running.logFrom,
    });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Stops the server with a fast shutdown, and harsher signals if needed. */
export async function stopServer(running: Running): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, patienceMs] of steps) {
    if (!isAlive(running.pid)) return;
    process.kill(running.pid, signal);
    const deadline = Date.now() + patienceMs;
    while (isAlive(running.pid) && Date.now() < deadline) await sleep(20);
  }
}

/** A process's command line where the system shows it; otherwise null. */
async function commandOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return text === null || text === '' ? null : text.replaceAll('\0', ' ');
}

/**
 * Below the system's range of outgoing ports: after a kill, the server's port could be taken by an outgoing connection.
 */
const FIRST_PORT = 10_000;
const PAST_PORT = 12_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (PAST_PORT - FIRST_PORT));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      probe.close(() => resolve(true)),
    );
  });
}
