import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  buildFolder,
  currentBuild,
  STOREFRONT_DIST,
} from '../../apps/api/src/http/pages/storefront-build.ts';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { startShop } from '../../tools/shop.ts';
import { blankDatabase, shopOf } from '../support/test-database.ts';
import { end, ownPorts, PORTS, runs, start, type Env, type Run } from '../support/started-shop.ts';

const base = await mkdtemp(path.join(tmpdir(), 'webpay-start-'));
await chmod(base, 0o755);
afterAll(() => rm(base, { recursive: true, force: true }));

/** Runs until the program ends. @returns output and exit code */
async function failingStart(env: Env): Promise<{ said: string; code: number | null }> {
  const run = start({ ...(await ownPorts()), DATA_DIR: path.join(base, 'fails'), ...env });
  onTestFinished(() => end(run));
  await once(run.child, 'close');
  return { said: run.said.trim(), code: run.child.exitCode };
}

/** The same in this process, which has loaded all modules. @returns the sentence that a start prints */
async function refusal(env: Env): Promise<string> {
  const given = { ...(await ownPorts()), DATA_DIR: path.join(base, 'fails'), ...env };
  try {
    const shop = await startShop({ env: given, log: () => undefined, build: false });
    await shop.stop();
    return 'it has started';
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

async function occupiedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return String(address.port);
}

describe('a start that cannot succeed gives the reason in one sentence and exits with 1', () => {
  test('wrong ports, all of them at once', async () => {
    const { said, code } = await failingStart({ PORT: '70000', METRICS_PORT: '6667' });
    expect(said).toBe(
      'The configuration cannot be used:\n  PORT is "70000", not a port (1 to 65535)\n  METRICS_PORT is 6667, a port that browsers refuse to open',
    );
    expect(code).toBe(1);
  });
});

describe('a shop that cannot start gives the reason in one sentence', () => {
  test.each(['PORT', 'CONSOLE_PORT'])('a taken %s, before anything is started', async (name) => {
    const port = await occupiedPort();
    const said = await refusal({ [name]: port });
    expect(said).toBe(
      `Port ${port} (${name}) is taken by another program: stop that program, or set ${name} to another port.`,
    );
  });

  test.each(['HOST', 'CONSOLE_HOST'])('an address of another machine in %s', async (name) => {
    const said = await refusal({ WEBPAY_MODE: 'sandbox', [name]: '192.0.2.1' });
    expect(said).toBe(
      `${name} is 192.0.2.1, which is not an address of this machine: set it to 127.0.0.1 or 0.0.0.0.`,
    );
  });

  test('an unreachable database', async () => {
    const said = await refusal({ DATABASE_URL: 'postgres://u:pw@127.0.0.1:1/shop' });
    expect(said).toBe(
      'DATABASE_URL cannot be used: nothing answers at 127.0.0.1:1, so start PostgreSQL there or correct the address.',
    );
  });

  test('a database of a newer version', async () => {
    const url = await blankDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `create table schema_migrations
         (version integer primary key, name text, checksum text, applied_at timestamptz, needs_code integer);
       insert into schema_migrations values (1, '0001_schema', 'x', now(), 0),
         (9999, '9999_from_the_future', 'x', now(), 9999)`,
    );
    await client.end();
    const said = await refusal({ DATABASE_URL: url });
    expect(said).toMatch(
      /^The database is newer than this code \(it has 9999_from_the_future, the newest here is \d{4}_\w+\): start the newer version, or give this one its own database\.$/,
    );
  });

  test('a data directory that is a file', async () => {
    const said = await refusal({ DATA_DIR: import.meta.filename });
    expect(said).toBe(
      `${import.meta.filename} is not a folder: remove that file or set DATA_DIR to another place.`,
    );
  });

  // With the last page of PostgreSQL, 8 kB, or half of it.
  test.for([20_480, 20_484])('a full disk of %s kB', async (size, { skip }) => {
    const disk = path.join(base, `disk-${size}`);
    await mkdir(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}k`, 'tmpfs', disk]);
    skip(mounted.status !== 0, 'only root can make a small disk');
    onTestFinished(() => {
      const { status, stderr } = spawnSync('umount', [disk], { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    });
    await chmod(disk, 0o755);
    const said = await refusal({ DATA_DIR: disk });
    expect(said).toMatch(/^The disk that holds .+ is full: free some space .+ and start again\.$/);
  });
});

describe('a running shop', () => {
  const dataDir = path.join(base, 'runs');
  let env: Env = {};
  let shop: Run | undefined;
  beforeAll(async () => {
    env = { ...(await ownPorts()), DATA_DIR: dataDir };
  });
  afterAll(async () => {
    if (shop) await end(shop);
  });

  const isReady = async (): Promise<boolean> => {
    const response = await fetch(`http://127.0.0.1:${env['METRICS_PORT']}/readyz`).catch(
      () => null,
    );
    return response?.ok ?? false;
  };

  const isOpen = (run: Run) =>
    expect.poll(() => run.said, { timeout: 240_000 }).toContain('Ctrl-C stops all of it');

  /** The shop that the tests below share; a new start where an earlier one has ended. */
  async function openShop(): Promise<Run> {
    if (!shop || !runs(shop)) shop = start(env);
    await isOpen(shop);
    return shop;
  }

  /** The shop's processes below this start, by command line. */
  function processesOf(run: Run): number[] {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === run.child.pid)
      .flatMap(([pid]) => pid ?? []);
  }

  const portsInUse = async (): Promise<string[]> => {
    const open = await Promise.all(
      PORTS.map((name) =>
        fetch(`http://127.0.0.1:${env[name]}/`).then(
          () => true,
          () => false,
        ),
      ),
    );
    return PORTS.filter((_, index) => open[index]);
  };

  test(
    'migrates with the owner’s address, and hands only the shop’s on (14.17)',
    { timeout: 300_000 },
    async () => {
      const owner = await blankDatabase();
      const address = await shopOf(owner);
      const run = start({ ...env, DATABASE_URL: address, DATABASE_OWNER_URL: owner });
      // Its processes end with it; the test needs what they were given, not an open shop.
      onTestFinished(async () => {
        const pids = processesOf(run);
        run.child.kill('SIGKILL');
        // The next test starts on the same ports.
        await expect
          .poll(() => pids.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 60_000 })
          .toEqual([]);
      });
      const read = (pid: number) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      const addresses = async (): Promise<string[]> => {
        const told = await Promise.all(processesOf(run).map(read));
        return told.flatMap((each) => each.split('\0').filter((it) => it.startsWith('DATABASE_')));
      };
      const given = `DATABASE_URL=${address}`;
      await expect
        .poll(addresses, { timeout: 240_000, interval: 250 })
        .toEqual([given, given, given, given]);
      expect(run.said).toContain('database: applied 0001_schema');
    },
  );

  /** Rights of everything below DATA_DIR; PostgreSQL keeps its own files. */
  const openFiles = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const full = path.join(folder, entry.name);
      const isPassed = full === path.join(dataDir, 'postgres') && process.getuid?.() === 0;
      const isShared = (statSync(full).mode & (isPassed ? 0o066 : 0o077)) !== 0;
      const inner = entry.isDirectory() && entry.name !== 'cluster' ? openFiles(full) : [];
      return isShared ? [full, ...inner] : inner;
    });

  test.runIf(process.getuid?.() === 0)(
    'as root, server, worker and sandbox run as a user without rights, and all files are private (14.18)',
    { timeout: 300_000 },
    async ({ skip }) => {
      const run = await openShop();
      skip(run.said.includes('The shop runs as root'), 'this clone is closed to other users');
      const status = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8');
      const command = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const names = ['sandbox/src/main.ts', 'worker.ts', 'server.ts', 'api/src/console.ts'];
      const found = processesOf(run).filter((pid) =>
        names.some((name) => command(pid).includes(name)),
      );
      expect(found).toHaveLength(4);
      for (const pid of found) {
        expect(status(pid)).toMatch(/^Uid:\t([1-9]\d*)\t\1\t\1\t\1$/m);
        expect(status(pid)).toMatch(/^Groups:\t\s*$/m);
        expect(status(pid)).toMatch(/^CapEff:\t0+$/m);
      }
      const server = found.find((pid) => command(pid).includes('api/src/server.ts'));
      const build = buildFolder(STOREFRONT_DIST, currentBuild() ?? 'none');
      expect(readdirSync(path.join(build, 'users'))).toContain(String(server));
      expect(statSync(dataDir).mode & 0o777).toBe(0o711);
      expect(openFiles(dataDir)).toEqual([]);
      expect((await fetch(`http://127.0.0.1:${env['PORT']}/miniflix`)).status).toBe(200);
    },
  );

  test('refuses a second start on the same data directory', { timeout: 300_000 }, async () => {
    await openShop();
    const { said, code } = await failingStart({ DATA_DIR: dataDir });
    expect(said).toMatch(/^Another shop is already running on .+: stop it, or set DATA_DIR/);
    expect(code).toBe(1);
    // A second start in the same clone.
    const twice = await failingStart(env);
    expect(twice.said).toContain(`This shop runs already on ${dataDir}: open http://localhost:`);
    expect(twice.said).not.toContain('another program');
    expect(twice.code).toBe(1);
    expect(await isReady()).toBe(true);
  });

  test('restarts a killed process and reports it', { timeout: 300_000 }, async () => {
    const run = await openShop();
    const processes = processesOf(run);
    expect(processes.length).toBeGreaterThanOrEqual(5);
    for (const pid of processes) process.kill(pid, 'SIGKILL');
    await expect.poll(() => run.said).toMatch(/server: ended by SIGKILL, starting it again/);
    await expect.poll(() => run.said).toContain('database: is back');
    await expect.poll(isReady, { timeout: 240_000 }).toBe(true);
    await expect.poll(portsInUse, { timeout: 240_000 }).toEqual(PORTS);
  });

  test(
    'ends after kill -9 of the supervisor, and the next start takes over',
    { timeout: 300_000 },
    async () => {
      const run = await openShop();
      run.child.kill('SIGKILL');
      await once(run.child, 'exit');
      await expect.poll(portsInUse).toEqual([]);
      const next = await openShop();
      expect(next.said).toContain('took over the server an earlier start left running');
    },
  );

  test(
    'prints its open addresses, and ends all processes with 0 on SIGTERM',
    { timeout: 300_000 },
    async () => {
      const run = await openShop();
      for (const name of PORTS) {
        expect(run.said).toContain(`http://localhost:${env[name]}`);
      }
      expect(await portsInUse()).toEqual(PORTS);
      // npm delivers one Ctrl-C twice.
      run.child.kill('SIGINT');
      run.child.kill('SIGTERM');
      await once(run.child, 'close');
      expect(run.child.exitCode).toBe(0);
      expect(run.said).not.toContain('Already stopping');
      expect(run.said).toMatch(/Stopped\.\s*$/);
      expect(await portsInUse()).toEqual([]);
    },
  );
});
