import { cpSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { servedPages } from '../../../../../tests/support/served-pages.ts';
import { publishBuild } from '../../../../../tools/builds.ts';
import { buildFolder, currentBuild, STOREFRONT_DIST } from './storefront-build.ts';

/** As the real names: made of hexadecimal digits. */
const OLD = 'a'.repeat(16);
const NEW = 'b'.repeat(16);
const PAGES = ['/miniflix', '/cgg/goodsList', '/login', '/error/maintenance', '/miniflix/orders'];

const base = await mkdtemp(path.join(tmpdir(), 'webpay-pages-builds-'));
const dist = path.join(base, 'dist');
afterAll(() => rm(base, { recursive: true, force: true }));

/** The real build, with one asset that no other build has. */
function copyBuild(folder: string, asset: string): void {
  cpSync(buildFolder(STOREFRONT_DIST, currentBuild() ?? 'none'), folder, { recursive: true });
  writeFileSync(path.join(folder, 'client/assets', asset), asset);
}

const statuses: number[] = [];
await publishBuild(dist, OLD, async (folder) => copyBuild(folder, 'only-old-12345678.js'));
const old = servedPages({ dist });
beforeAll(async () => {
  await publishBuild(dist, NEW, async (folder) => {
    copyBuild(folder, 'only-new-12345678.js');
    for (const page of PAGES.slice(0, 2)) statuses.push((await old(page)).statusCode);
  });
});
const young = servedPages({ dist });

it('a running server answers pages with 200 while a new build is made, and after it (14.24)', async () => {
  expect(statuses).toEqual([200, 200]);
  // Screens that it has not loaded before.
  for (const page of PAGES) expect((await old(page)).statusCode, page).toBe(200);
});

it('a server that starts later takes the new build (14.24)', async () => {
  expect(currentBuild(dist)).toBe(NEW);
  for (const page of PAGES) expect((await young(page)).statusCode, page).toBe(200);
});

it('pages that are open get the files of their build from either server (14.24)', async () => {
  for (const get of [old, young]) {
    for (const asset of ['only-old-12345678.js', 'only-new-12345678.js']) {
      const answer = await get(`/assets/${asset}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe(asset);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    const boot = /src="(\/assets\/boot-[^"]+)"/.exec((await get('/miniflix')).body)?.[1] ?? '';
    const packed = await get(boot, { 'accept-encoding': 'br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br' });
    expect(packed.headers['content-type']).toContain('javascript');
  }
});

it.each([
  'nothing-12345678.js',
  '..%2f..%2fserver%2fassets.json',
  '%2e%2e%2f%2e%2e%2fcurrent',
  '../../server/assets.json',
  '.',
  '',
])('"/assets/%s" is no file of a build (14.24)', async (name) => {
  const answer = await young(`/assets/${name}`);
  expect(answer.statusCode).toBeGreaterThanOrEqual(300);
  // As the asset list and the pointer begin.
  expect(answer.body).not.toMatch(/^(?:\{"boot"|[0-9a-f]{16}\s*$)/);
});
