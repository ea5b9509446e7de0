import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firstClosed, isRoot } from './system-user.ts';

const NOBODY = { name: 'nobody', uid: 65_534, gid: 65_534 };
const run = promisify(execFile);

async function folders(): Promise<{ base: string; inner: string; file: string }> {
  const base = await mkdtemp(path.join(tmpdir(), 'webpay-user-'));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const inner = path.join(base, 'inner');
  const file = path.join(inner, 'picture.webp');
  await mkdir(inner);
  await writeFile(file, '');
  for (const each of [base, inner]) await chmod(each, 0o755);
  await chmod(file, 0o644);
  return { base, inner, file };
}

describe.runIf(isRoot())('a user that root chooses (14.18)', () => {
  it('is asked what it can reach, and the answer names place and command', async () => {
    const { base, inner, file } = await folders();
    const look = () => firstClosed(NOBODY, { passed: [inner], read: [file] });
    expect(await look()).toBeNull();
    await chmod(file, 0o600);
    expect(await look()).toBe(`${file}: run "chmod o+r ${file}"`);
    await chmod(base, 0o700);
    expect(await look()).toBe(`${base}: run "chmod o+x ${base}"`);
  });

  it('keeps no group, no capability and no way back to root', async () => {
    const module = path.join(import.meta.dirname, 'system-user.ts');
    const script = `const { becomeUser } = await import(${JSON.stringify(module)});
      becomeUser({ uid: 65534, gid: 65534 });
      let back = 'refused';
      try { process.setuid(0); back = 'allowed'; } catch {}
      const caps = (await import('node:fs')).readFileSync('/proc/thread-self/status', 'utf8');
      console.log(JSON.stringify([process.getuid(), process.getgid(), process.getgroups(), back, /CapEff:\\s*(\\w+)/.exec(caps)[1]]));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    expect(JSON.parse(stdout)).toEqual([65_534, 65_534, [65_534], 'refused', '0'.repeat(16)]);
  });
});
