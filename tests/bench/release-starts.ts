import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { openDatabase, prepareDatabase } from '../../apps/api/src/operator/shop-database.ts';
import { opened } from '../../tools/ending.ts';
import { freePorts } from '../../tools/ports.ts';
import { SERVICES } from '../../tools/release/bundle.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { median } from './stats.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const LATER_STARTS = { full: 4, quick: 1 } as const;

/** Builds a release, and starts each of its services on an embedded database. */
export async function benchRelease(scale: Scale): Promise<Part> {
  const work = mkdtempSync(path.join(tmpdir(), 'webpay-bench-release-'));
  const removeWork = opened(async () => rmSync(work, { recursive: true, force: true }));
  try {
    // As root the database runs as another user.
    chmodSync(work, 0o755);
    const words = ['tools/release.ts', '--out', work];
    const archive = must(process.execPath, words).trim().split('\n').at(-1) ?? '';
    must('tar', ['-xzf', archive, '-C', work]);
    return {
      title: 'Start of a release',
      how: 'Time from the start of Node until a service says that it is ready. The first start compiles the code; later ones (median) read it from NODE_COMPILE_CACHE. Computing is user and system time of the process.',
      figures: await measureStarts(archive.replace(/\.tar\.gz$/, ''), work, LATER_STARTS[scale]),
    };
  } finally {
    await removeWork();
  }
}

async function measureStarts(release: string, work: string, later: number): Promise<Figure[]> {
  const [port, consolePort, metrics, preview] = await freePorts(4);
  const env = {
    DATA_DIR: path.join(work, 'data'),
    PORT: String(port),
    MIRROR_PORTS: '',
    CONSOLE_PORT: String(consolePort),
    PREVIEW_PORT: String(preview),
    METRICS_PORT: String(metrics),
    NODE_COMPILE_CACHE: path.join(work, 'compiled'),
    DRAIN_MS: '0',
  };
  const config = readConfig(env);
  const database = await openDatabase(config, () => undefined);
  try {
    await prepareDatabase(database, config.catalogueDir, () => undefined);
    const figures: Figure[] = [];
    for (const name of SERVICES) {
      const own = { ...env, DATABASE_URL: database.url };
      const first = await startOnce(release, name, own);
      const starts: Start[] = [];
      while (starts.length < later) starts.push(await startOnce(release, name, own));
      const times = starts.map(({ ms }) => ms);
      const computing = starts.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [cpuMs]));
      figures.push(
        { name: `${name}, first start`, value: first.ms, unit: 'ms' },
        {
          name: `${name}, later`,
          value: median(times),
          unit: 'ms',
          aim: { of: 'value', atMost: 1_500 },
        },
      );
      if (computing.length > 0) {
        figures.push({ name: `${name}, computing`, value: median(computing), unit: 'ms' });
      }
    }
    return figures;
  } finally {
    await database.stop();
  }
}

function must(program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}

type Start = { readonly ms: number; readonly cpuMs: number | null };

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
