import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { isRoot } from '../system-user.ts';
import { findRunning } from './embedded-server.ts';

/** Replaying the log of a week takes long; a restore that takes longer is too slow to be one. */
const RECOVERY_MS = 60 * 60_000;
const POLL_MS = 100;
const STOP_MS = 60_000;
const PORT = 5432;

export type ScratchServer = {
  /** Address of the superuser, by a socket in a private folder. */
  readonly url: string;
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on restored files, alone: it archives nothing, waits for no standby, and listens on a socket in a
 * private folder only. Resolves once its recovery has ended.
 * @param options.folder the restored data directory; the recovery changes it
 * @param options.program PostgreSQL's `postgres`, of the version that made the files
 * @throws StartError also when a server runs there, or the recovery takes over an hour
 */
export async function startScratchServer(options: {
  readonly folder: string;
  readonly program: string;
  readonly role: string;
  readonly database: string;
}): Promise<ScratchServer> {
  const { folder, program, role, database } = options;
  const { uid, gid } = await stat(folder);
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    throw new StartError(`${folder} holds no database: PG_VERSION is missing.`);
  }
  if ((await findRunning(folder)) !== null) {
    throw new StartError(`A server runs on ${folder}: name a copy of its own.`);
  }
  const home = await mkdtemp(path.join(tmpdir(), 'webpay-scratch-'));
  // PostgreSQL refuses root, and only its own user may use the socket below.
  const user = isRoot() ? { uid, gid } : {};
  if (isRoot()) await chown(home, uid, gid);
  const logFile = path.join(home, 'log');
  const log = await open(logFile, 'w');
  try {
    const values = await settings(folder, home);
    const child = spawn(program, ['-D', folder, ...values], {
      ...user,
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log.fd, log.fd],
    });
    const ended = endOf(child);
    const stop = async (): Promise<void> => {
      child.kill('SIGINT');
      const late = setTimeout(() => child.kill('SIGQUIT'), STOP_MS);
      await ended;
      clearTimeout(late);
      await rm(home, { recursive: true, force: true });
    };
    const query = new URLSearchParams({ host: home }).toString();
    const url = `postgres://${role}@/${database}?${query}`;
    try {
      await untilWritable(child, home, role, logFile);
      return { url, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } finally {
    await log.close();
  }
}

/** Settings that keep the restored database away from everything of the original. */
async function settings(folder: string, home: string): Promise<readonly string[]> {
  const own = async (name: string, text: string): Promise<string> => {
    const file = path.join(home, name);
    await writeFile(file, text, { mode: 0o644 });
    return file;
  };
  const values: Record<string, string> = {
    port: String(PORT),
    listen_addresses: '',
    unix_socket_directories: home,
    hba_file: await own('hba', 'local all all trust\n'),
    ident_file: await own('ident', ''),
    archive_mode: 'off',
    synchronous_standby_names: '',
    recovery_target_action: 'promote',
    // Else the recovery needs as many connections as the original.
    hot_standby: 'off',
    shared_preload_libraries: '',
    shared_buffers: '128MB',
    huge_pages: 'off',
    ssl: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
  };
  // Debian keeps it elsewhere, so a restored folder may lack it.
  if (!existsSync(path.join(folder, 'postgresql.conf'))) {
    values['config_file'] = await own('conf', '');
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });

async function untilWritable(
  child: ChildProcess,
  home: string,
  role: string,
  logFile: string,
): Promise<void> {
  let isOver = false;
  void endOf(child).then(() => (isOver = true));
  const deadline = Date.now() + RECOVERY_MS;
  while (Date.now() < deadline) {
    if (await isWritable(home, role)) return;
    if (isOver) throw new StartError(`PostgreSQL did not start: ${await lastTrouble(logFile)}.`);
    await sleep(POLL_MS);
  }
  throw new StartError(
    `The recovery has not ended within an hour: ${await lastTrouble(logFile)}. A folder restored as a standby never ends it.`,
  );
}

async function isWritable(home: string, role: string): Promise<boolean> {
  const client = new pg.Client({ host: home, port: PORT, user: role, database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_over: boolean }>(
      'select not pg_is_in_recovery() as is_over',
    );
    return rows[0]?.is_over === true;
  } catch {
    // It still starts, or has ended: the caller looks which.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function lastTrouble(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n');
  const line = lines.findLast((each) => /FATAL|PANIC|HINT/.test(each)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC|HINT):\s*/, '').replace(/\.$/, '') || 'it said nothing';
}
