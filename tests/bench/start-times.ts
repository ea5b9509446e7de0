import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { STOREFRONT_DIST } from '../../apps/api/src/http/pages/storefront-build.ts';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { opened } from '../../tools/ending.ts';
import { freePorts } from '../../tools/ports.ts';
import type { TestEnvironment } from '../support/environment.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { median } from './stats.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const SECOND_STARTS = { full: 3, quick: 1 } as const;

/** Times `npm start` from the command to its addresses. Leaves the storefront built. */
export async function benchStarts(scale: Scale): Promise<Part> {
  refuseMissingPackages();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'webpay-bench-'));
  const removeData = opened(() => rm(dataDir, { recursive: true, force: true }));
  try {
    // As root the database runs as another user.
    await chmod(dataDir, 0o755);
    const env = await ownEnvironment(dataDir);
    await rm(STOREFRONT_DIST, { recursive: true, force: true });
    const first = await timeStart(env);
    const later: number[] = [];
    for (let i = 0; i < SECOND_STARTS[scale]; i += 1) later.push(await timeStart(env));
    return {
      title: 'Start',
      how: 'Time from `npm start` to the addresses it prints. The first start builds the storefront, creates the database and imports the six projects; the packages are installed already. The second start is the median of three later starts.',
      figures: [
        { name: 'first start', value: first, unit: 's' },
        {
          name: 'second start',
          value: median(later),
          unit: 's',
          aim: { of: 'value', atMost: 5 },
        },
      ],
    };
  } finally {
    await removeData();
  }
}

/** An installation during the start would time the network. */
function refuseMissingPackages(): void {
  const { status } = spawnSync(process.execPath, ['tools/installed.mjs', 'packages'], {
    cwd: ROOT,
  });
  if (status !== 0) throw new StartError('Packages are missing: run npm ci before the bench.');
}

async function ownEnvironment(dataDir: string): Promise<NodeJS.ProcessEnv> {
  const [port, one, two, three, consolePort, metricsPort, sandboxPort, preview] =
    await freePorts(8);
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    PORT: String(port),
    MIRROR_PORTS: `${one},${two},${three}`,
    CONSOLE_PORT: String(consolePort),
    PREVIEW_PORT: String(preview),
    METRICS_PORT: String(metricsPort),
    SANDBOX_PORT: String(sandboxPort),
  };
}

/** Seconds until the shop is open; stops it again. */
async function timeStart(env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now();
  const shop = spawn('npm', ['start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, which receives signals like a terminal's.
    detached: true,
  });
  const ended = once(shop, 'exit');
  const stop = opened(async () => {
    if (shop.exitCode === null) process.kill(-(shop.pid ?? 0), 'SIGINT');
    await ended;
  });
  const lines = createInterface({ input: shop.stdout });
  const open = new Promise<number>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line === 'WebPay is open.') resolve(performance.now());
    });
    shop.once('error', reject);
    shop.once('exit', () => reject(new StartError('npm start ended before the shop was open.')));
  });
  const openedAt = await open;
  await stop();
  lines.close();
  return (openedAt - startedAt) / 1_000;
}

export async function benchMemory(environment: TestEnvironment, scale: Scale): Promise<Part> {
  const idleMs = scale === 'full' ? 30_000 : 2_000;
  await sleep(idleMs);
  const figure = (name: 'server' | 'worker'): Figure => ({
    name,
    value: residentMegabytes(environment.processes[name].pid()),
    unit: 'MB',
    aim: { of: 'value', atMost: 150 },
  });
  return {
    title: 'Memory at rest',
    how: `Resident memory of the processes ${idleMs / 1_000} s after the start, with six projects and three mirrors.`,
    figures: [figure('server'), figure('worker')],
  };
}

/** MB (10^6 bytes); `ps` counts in KiB on Linux and macOS. */
function residentMegabytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return (Number(stdout.trim()) * 1_024) / 1_000_000;
}
