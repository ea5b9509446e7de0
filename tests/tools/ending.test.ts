import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { isSecondPress } from '../../tools/ending.ts';

const base = await mkdtemp(path.join(tmpdir(), 'webpay-ending-'));
// As root the database runs as another user.
await chmod(base, 0o755);
afterAll(() => rm(base, { recursive: true, force: true }));

/** The start of a whole shop, and its first work, on a busy machine. */
const WORLD_MS = 300_000;

test.each([
  ['attack', 'SIGINT', 'at work', /^ok /m],
  ['torture', 'SIGHUP', 'starting its world', /^torture: /m],
] as const)(
  '%s that gets %s while it is %s leaves no process and no folder',
  async (tool, signal, _, when) => {
    const run = spawn(
      process.execPath,
      [path.join(import.meta.dirname, `../commands/${tool}.ts`)],
      {
        env: {
          PATH: process.env['PATH'],
          NODE_NO_WARNINGS: '1',
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          TMPDIR: base,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let said = '';
    for (const stream of [run.stdout, run.stderr]) {
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    }
    const closed = once(run, 'close');
    onTestFinished(async () => {
      run.kill('SIGTERM');
      await closed;
    });
    await expect.poll(() => said, { timeout: WORLD_MS }).toMatch(when);
    await expect.poll(() => environmentsOf(base)).toHaveLength(1);
    const processes = below(run.pid ?? 0);
    run.kill(signal);
    // npm delivers one Ctrl-C twice.
    run.kill(signal);
    await closed;

    expect(run.exitCode).toBe(128 + constants.signals[signal]);
    expect([...processes, ...below(run.pid ?? 0)].filter(isAlive)).toEqual([]);
    expect(mentioning(base)).toEqual([]);
    expect(await environmentsOf(base)).toEqual([]);
    expect(said).toContain(`${signal}: ending what was started.`);
    expect(said).not.toMatch(/GOT THROUGH|^ +at /im);
  },
  2 * WORLD_MS,
);

test('a tool that gets SIGTERM gives back what is open, and ends by that signal', async () => {
  const script = `
    import { endOnSignals, opened } from '${path.join(import.meta.dirname, '../../tools/ending.ts')}';
    endOnSignals();
    for (const name of ['first', 'last']) opened(async () => process.stdout.write(name + ' ended;'));
    process.stdout.write('up;');
    setInterval(() => undefined, 60_000);
  `;
  const run = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  run.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  run.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  const closed = once(run, 'close');
  onTestFinished(() => void run.kill('SIGKILL'));
  await expect.poll(() => said.out).toBe('up;');
  run.kill('SIGTERM');
  await closed;
  expect(run.exitCode).toBe(128 + constants.signals.SIGTERM);
  expect(said).toEqual({
    out: 'up;last ended;first ended;',
    err: 'SIGTERM: ending what was started.\n',
  });
});

const environmentsOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('webpay-environment-'));

/** One line each: pid, parent, command. */
const all = (): string[] =>
  spawnSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).stdout.split('\n');

/** From one list: a tool at work could end while one is made for each of its processes. */
function below(parent: number, lines = all()): number[] {
  const children = lines.flatMap((line) => {
    const [, pid, above] = /^\s*(\d+)\s+(\d+)/.exec(line) ?? [];
    return Number(above) === parent ? [Number(pid)] : [];
  });
  return children.flatMap((pid) => [pid, ...below(pid, lines)]);
}

/** An orphaned database is found by its folder. */
const mentioning = (folder: string): string[] => all().filter((line) => line.includes(folder));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each([
  [0, false],
  [30, false],
  [499, false],
  [500, true],
  [4_000, true],
])('a signal %i ms after the first is a second press: %s', (afterMs, is) => {
  expect(isSecondPress(1_000, 1_000 + afterMs)).toBe(is);
});
