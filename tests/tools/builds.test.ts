import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  buildFolder,
  currentBuild,
  holdBuild,
} from '../../apps/api/src/http/pages/storefront-build.ts';
import { publishBuild } from '../../tools/builds.ts';

const HOUR_MS = 3_600_000;
let dist = '';
beforeEach(async () => {
  const base = await mkdtemp(path.join(tmpdir(), 'webpay-builds-'));
  dist = path.join(base, 'dist');
  onTestFinished(() => rm(base, { recursive: true, force: true }));
});

const nameOf = (n: number): string => n.toString(16).padStart(16, '0');
const builds = (): readonly string[] => readdirSync(path.join(dist, 'builds')).toSorted();

async function make(folder: string): Promise<void> {
  mkdirSync(path.join(folder, 'server'));
  for (const file of ['entry-server.js', 'assets.json']) {
    writeFileSync(path.join(folder, 'server', file), '', { mode: 0o600 });
  }
}

const publish = (n: number, how = make): Promise<void> => publishBuild(dist, nameOf(n), how);

function replacedHoursAgo(n: number, hours: number): void {
  const at = new Date(Date.now() - hours * HOUR_MS);
  utimesSync(buildFolder(dist, nameOf(n)), at, at);
}

describe('a new build of the storefront (14.24)', () => {
  test('a new build is made beside the current one and taken in one step', async () => {
    await publish(1);
    await publish(2, async (folder) => {
      expect(currentBuild(dist)).toBe(nameOf(1));
      await make(folder);
      expect(currentBuild(dist)).toBe(nameOf(1));
    });
    expect(currentBuild(dist)).toBe(nameOf(2));
    expect(builds()).toEqual([nameOf(1), nameOf(2)]);
  });

  test('a failed build changes nothing, and the next build removes its files', async () => {
    await publish(1);
    const failing = publish(2, async (folder) => {
      writeFileSync(path.join(folder, 'half'), '');
      throw new Error('out of memory');
    });
    await expect(failing).rejects.toThrow('out of memory');
    expect(currentBuild(dist)).toBe(nameOf(1));
    await publish(3);
    expect(builds()).toEqual([nameOf(1), nameOf(3)]);
  });

  test('a build that is still there is taken again without work', async () => {
    await publish(1);
    await publish(2);
    await publish(1, () => expect.unreachable());
    expect(currentBuild(dist)).toBe(nameOf(1));
  });

  test('every user can read it, whatever the umask', async () => {
    // Closed modes simulate a strict umask: a worker thread of vitest cannot set one.
    await publish(1, async (folder) => {
      await make(folder);
      mkdirSync(path.join(folder, 'closed'), { mode: 0o700 });
    });
    const folder = buildFolder(dist, nameOf(1));
    for (const each of [dist, path.dirname(folder), folder, path.join(folder, 'closed')]) {
      expect(statSync(each).mode & 0o777, each).toBe(0o755);
    }
    expect(statSync(path.join(folder, 'server/assets.json')).mode & 0o777).toBe(0o644);
    expect(statSync(path.join(dist, 'current')).mode & 0o777).toBe(0o644);
  });
});

describe('a build that was replaced (14.24)', () => {
  test('a build stays for a day after its replacement, however old it is', async () => {
    await publish(1);
    replacedHoursAgo(1, 900);
    await publish(2);
    expect(builds()).toContain(nameOf(1));
    replacedHoursAgo(1, 25);
    await publish(3);
    expect(builds()).toEqual([nameOf(2), nameOf(3)]);
  });

  test('a replaced build stays longer while a living process uses it', async () => {
    await publish(1);
    await holdBuild(buildFolder(dist, nameOf(1)));
    await publish(2);
    replacedHoursAgo(1, 25);
    await publish(3);
    expect(builds()).toContain(nameOf(1));
    const users = path.join(buildFolder(dist, nameOf(1)), 'users');
    expect(readdirSync(users)).toEqual([String(process.pid)]);
    await rm(users, { recursive: true });
    replacedHoursAgo(1, 25);
    await publish(4);
    expect(builds()).not.toContain(nameOf(1));
  });

  test('a note of an ended process is removed by the next process', async () => {
    await publish(1);
    const folder = buildFolder(dist, nameOf(1));
    mkdirSync(path.join(folder, 'users'));
    // Above every possible id.
    writeFileSync(path.join(folder, 'users/2000000000'), '');
    await holdBuild(folder);
    expect(readdirSync(path.join(folder, 'users'))).toEqual([String(process.pid)]);
  });

  test('at most eight replaced builds are kept', async () => {
    for (let n = 1; n <= 12; n += 1) {
      await publish(n);
      if (n > 1) replacedHoursAgo(n - 1, 12 - n);
    }
    expect(builds()).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12].map(nameOf));
  });
});

test('a broken pointer or a build without its files is no build (14.24)', async () => {
  expect(currentBuild(dist)).toBeNull();
  await publish(1);
  await rm(path.join(buildFolder(dist, nameOf(1)), 'server/assets.json'));
  expect(currentBuild(dist)).toBeNull();
  await publish(1);
  expect(currentBuild(dist)).toBe(nameOf(1));
  writeFileSync(path.join(dist, 'current'), '../../../etc');
  expect(currentBuild(dist)).toBeNull();
});
