import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { openDatabase, prepareDatabase } from '../../apps/api/src/operator/shop-database.ts';
import { freePorts } from '../ports.ts';
import { SERVICES } from './bundle.ts';

const ROUNDS = 5;

/**
 * Starts each service of an unpacked release five times on an embedded database.
 * @param work an existing folder for the database
 * @returns a line for each service: ms from the start of Node until it is ready, and ms of computing in it;
 *   the first start compiles the code, later ones read it from NODE_COMPILE_CACHE
 */
export async function measureStarts(release: string, work: string): Promise<readonly string[]> {
  // As root the database runs as another user.
  chmodSync(work, 0o755);
  const [port, consolePort, metrics] = await freePorts(3);
  const env = {
    DATA_DIR: path.join(work, 'data'),
    PORT: String(port),
    MIRROR_PORTS: '',
    CONSOLE_PORT: String(consolePort),
    METRICS_PORT: String(metrics),
    NODE_COMPILE_CACHE: path.join(work, 'compiled'),
    DRAIN_MS: '0',
  };
  const config = readConfig(env);
  const database = await openDatabase(config, () => undefined);
  try {
    await prepareDatabase(database, config.catalogueDir, () => undefined);
    const lines: string[] = [];
    for (const name of SERVICES) {
      const starts: Start[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        starts.push(await startOnce(release, name, { ...env, DATABASE_URL: database.url }));
      }
      const [first, ...later] = starts;
      const middle = later.toSorted((a, b) => a.ms - b.ms)[1];
      lines.push(`${name}: ready after ${inWords(middle)}; the first time ${inWords(first)}`);
    }
    return lines;
  } finally {
    await database.stop();
  }
}

type Start = { readonly ms: number; readonly cpuMs: number | null };

function inWords(start: Start | undefined): string {
  const cpuMs = start?.cpuMs ?? null;
  const cpu = cpuMs === null ? '' : ` (computing ${cpuMs} ms)`;
  return `${start?.ms.toFixed(0)} ms${cpu}`;
}

async function startOnce(release: string, name: string, env: NodeJS.ProcessEnv): Promise<Start> {
  const startedAt = performance.now();
  const child = fork(path.join(release, 'webpay.mjs'), [name], {
    cwd: release,
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child, 'message'), ended]);
  const ms = performance.now() - startedAt;
  if (child.exitCode !== null) throw new Error(`${name} did not start`);
  const cpuMs = child.pid === undefined ? null : computingOf(child.pid);
  child.kill('SIGTERM');
  await ended;
  return { ms, cpuMs };
}

/** User and system time of a process in ms; null where the system has no /proc. */
function computingOf(pid: number): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const fields = readFileSync(file, 'utf8').replace(/^.*\)/, '').trim().split(' ');
  // Ticks of a hundredth of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
