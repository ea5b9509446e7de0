import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from './config/config.ts';
import { firstClosed, isRoot } from './platform/system-user.ts';
import { chooseUser, idsIn, staysRoot } from './run-as.ts';

const NOBODY = { name: '65534:65534', uid: 65_534, gid: 65_534 };
const ROOT = path.join(import.meta.dirname, '../../..');
const isOpenClone =
  isRoot() &&
  (await firstClosed(NOBODY, { passed: [], read: [path.join(ROOT, 'package.json')] })) === null;
const choose = (env: Readonly<Record<string, string>> = {}) =>
  chooseUser(readConfig({ RUN_AS: NOBODY.name, DATA_DIR: '/nowhere/data', ...env }));

async function catalogueOf(mode: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-run-as-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'picture.webp'), '');
  await chmod(path.join(folder, 'picture.webp'), 0o644);
  await chmod(folder, mode);
  return folder;
}

it('a user is a name or ids, and ids of root are none (14.18)', () => {
  expect(idsIn('991:990')).toEqual({ name: '991:990', uid: 991, gid: 990 });
  for (const other of ['webpay', 'root', '0:0', '991', '']) expect(idsIn(other)).toBeNull();
  for (const RUN_AS of ['0:0', 'a b', '$(id)']) {
    expect(() => readConfig({ RUN_AS })).toThrow(`RUN_AS is "${RUN_AS}"`);
  }
});

it.runIf(isRoot())('RUN_AS=root keeps root, and nothing is said (14.18)', async () => {
  expect(await choose({ RUN_AS: 'root' })).toEqual({ user: null, whyRoot: null });
});

describe.runIf(isOpenClone)('started as root (14.18)', () => {
  it('the shop takes the user that can reach its files, also where no DATA_DIR is', async () => {
    expect(await choose()).toEqual({ user: NOBODY, whyRoot: null });
  });

  it('a closed catalogue keeps the shop root, with the place and the command that helps', async () => {
    const folder = await catalogueOf(0o700);
    const { user, whyRoot } = await choose({ CATALOGUE_DIR: folder });
    expect(user).toBeNull();
    expect(staysRoot(whyRoot ?? '')).toBe(
      `The shop runs as root, because user "65534:65534" cannot reach ${folder}: run "chmod o+x ${folder}". An error in it has all rights on this machine until then.`,
    );
    await chmod(folder, 0o755);
    expect(await choose({ CATALOGUE_DIR: folder })).toEqual({ user: NOBODY, whyRoot: null });
  });

  it('a port that this user may not open is refused in one sentence', async ({ skip }) => {
    const file = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
    skip(!existsSync(file) || Number(readFileSync(file, 'utf8')) <= 80, 'every port is free here');
    await expect(choose({ PORT: '80' })).rejects.toThrow(/^Port 80 is below \d+, and the shop's/);
  });
});
