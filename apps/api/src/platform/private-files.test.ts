import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { keepPrivate, makeDataDir, writePrivate } from './private-files.ts';
import { isRoot } from './system-user.ts';

let base = '';
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'webpay-private-'));
  const made = base;
  onTestFinished(() => rm(made, { recursive: true, force: true }));
});

const modeOf = async (file: string) => ((await stat(file)).mode & 0o7777).toString(8);
const PASSED = isRoot() ? '711' : '700';

/** As earlier versions left it, for everybody to read. */
async function open(folder: string, ...files: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  for (const file of files) {
    await writeFile(path.join(folder, file), 'kept');
    await chmod(path.join(folder, file), 0o644);
  }
}

describe('the data directory (14.18)', () => {
  it('is made and mended for its user, and as root others may only pass', async () => {
    const made = path.join(base, 'a/b/data');
    makeDataDir(made);
    expect(await modeOf(made)).toBe(PASSED);
    const old = path.join(base, 'old');
    await open(old);
    await open(path.join(old, 'logs'));
    makeDataDir(old);
    expect(await modeOf(old)).toBe(PASSED);
  });

  it('stays as it is where it holds more than the data of a shop', async () => {
    await open(base, 'letter.txt');
    makeDataDir(base);
    expect(await modeOf(base)).toBe('755');
    const shared = path.join(base, 'shared');
    await open(shared);
    await chmod(shared, 0o1777);
    makeDataDir(shared);
    expect(await modeOf(shared)).toBe('1777');
  });

  it('is never opened wider than its owner set it', async () => {
    const data = path.join(base, 'data');
    await mkdir(data, { mode: 0o700 });
    makeDataDir(data);
    expect(await modeOf(data)).toBe('700');
  });
});

describe('a folder below it (14.18)', () => {
  it('is closed with all its files, and their content stays', async () => {
    const logs = path.join(base, 'logs');
    await open(logs, 'server.log', 'worker.log');
    keepPrivate(logs, null);
    expect(await modeOf(logs)).toBe('700');
    for (const name of ['server.log', 'worker.log']) {
      expect(await modeOf(path.join(logs, name))).toBe('600');
      expect(await readFile(path.join(logs, name), 'utf8')).toBe('kept');
    }
  });

  it('may be a link to another disk, but no link inside leads to a changed file', async () => {
    const disk = path.join(base, 'disk');
    await open(disk);
    await open(base, 'elsewhere', 'twice');
    await symlink(path.join(base, 'elsewhere'), path.join(disk, 'server.log'));
    await link(path.join(base, 'twice'), path.join(disk, 'worker.log'));
    await symlink(disk, path.join(base, 'logs'));
    keepPrivate(path.join(base, 'logs'), null);
    expect(await modeOf(disk)).toBe('700');
    expect(await modeOf(path.join(base, 'elsewhere'))).toBe('644');
    expect(await modeOf(path.join(base, 'twice'))).toBe('644');
  });

  it.runIf(isRoot())('belongs to the user who uses it', async () => {
    const folder = path.join(base, 'sandbox');
    await open(folder, 'world.jsonl');
    keepPrivate(folder, { uid: 12_345, gid: 12_346 });
    for (const each of [folder, path.join(folder, 'world.jsonl')]) {
      expect(await stat(each)).toMatchObject({ uid: 12_345, gid: 12_346 });
    }
  });
});

it('a secret is written whole, for its owner alone, and through no link (14.18)', async () => {
  await open(base, 'elsewhere');
  await symlink(path.join(base, 'elsewhere'), path.join(base, 'port.part'));
  writePrivate(path.join(base, 'port'), '10007', null);
  expect(await readFile(path.join(base, 'port'), 'utf8')).toBe('10007');
  expect(await modeOf(path.join(base, 'port'))).toBe('600');
  expect(await readFile(path.join(base, 'elsewhere'), 'utf8')).toBe('kept');
});
