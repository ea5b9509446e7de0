import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, inject } from 'vitest';
import type { Environment } from '../../apps/api/src/config/fields.ts';
import { withLock } from '../../tools/lock.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** A file of a browser build that an earlier release had. */
export const EARLIER_ASSET = 'earlier-0a1b2c3d.js';
const EARLIER_BUILDS = [
  'apps/storefront/dist/builds/0123456789abcdef/client/assets',
  'apps/console/dist/assets',
];
/** The user of the release's processes if root runs the tests. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export type InstalledRelease = {
  /** The unpacked release, outside the repository. */
  readonly folder: string;
  /** Starts a program of the release, with these settings alone and without rights. */
  readonly start: (env: Environment, ...words: readonly string[]) => ReturnType<typeof spawn>;
  /** Runs a program to its end. @returns exit code and output */
  readonly run: (env: Environment, ...words: readonly string[]) => Promise<string>;
};

/** Unpacks the release of this run, with a Node of its own beside it; removed when the test file ends. */
export async function installedRelease(): Promise<InstalledRelease> {
  const archive = await builtRelease();
  const home = mkdtempSync(path.join(tmpdir(), 'webpay-installed-'));
  afterAll(() => rm(home, { recursive: true, force: true }));
  chmodSync(home, 0o755);
  const folder = path.join(home, 'release');
  mkdirSync(folder);
  must('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  // The repository may be closed to other users.
  const node = path.join(home, 'node');
  cpSync(process.execPath, node);
  const start: InstalledRelease['start'] = (env, ...words) =>
    spawn(node, [path.join(folder, 'webpay.mjs'), ...words], {
      cwd: '/',
      env: { NODE_NO_WARNINGS: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...NOBODY,
    });
  const run: InstalledRelease['run'] = async (env, ...words) => {
    const child = start(env, ...words);
    const [out = '', err = ''] = await Promise.all([
      ...[child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))),
      once(child, 'close'),
    ]).then((results) => results.map(String));
    return `${child.exitCode}: ${out}${err}`.trim();
  };
  return { folder, start, run };
}

/** The archive of this run, built once by `npm run release` on top of an earlier one. */
export async function builtRelease(): Promise<string> {
  const folder = path.join(inject('runFolder'), 'release');
  const done = path.join(folder, 'archive');
  await withLock(
    `${folder}.lock`,
    () => undefined,
    async () => {
      if (existsSync(done)) return;
      const earlier = path.join(folder, 'earlier');
      for (const build of EARLIER_BUILDS) {
        mkdirSync(path.join(earlier, 'webpay-0.0.1', build), { recursive: true });
        writeFileSync(path.join(earlier, 'webpay-0.0.1', build, EARLIER_ASSET), 'export {};\n');
      }
      const keep = path.join(folder, 'earlier.tar.gz');
      must('tar', ['-czf', keep, '-C', earlier, 'webpay-0.0.1']);
      const words = ['tools/release.ts', '--out', folder, '--keep', keep];
      const made = must(process.execPath, words).trim().split('\n').at(-1) ?? '';
      writeFileSync(done, '');
      cpSync(made, path.join(folder, 'release.tar.gz'));
    },
  );
  return path.join(folder, 'release.tar.gz');
}

function must(program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}
