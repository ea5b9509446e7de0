import { appendFileSync, closeSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openLogFile, rotateLog } from './log-file.ts';

const LIMITS = { bytes: 100, kept: 2 };
let folder = '';
let log = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'webpay-log-'));
  log = path.join(folder, 'server.log');
  const made = folder;
  onTestFinished(() => rm(made, { recursive: true, force: true }));
});

it('a long log is put aside while its writer goes on, and no line is lost (14.18)', () => {
  const { handle } = openLogFile(log, null);
  onTestFinished(() => closeSync(handle));
  const lines = Array.from({ length: 40 }, (_, n) => `line ${String(n).padStart(2, '0')}\n`);
  for (const line of lines) {
    writeSync(handle, line);
    rotateLog(log, { ...LIMITS, kept: 9 });
  }
  const kept = readdirSync(folder).toSorted().toReversed();
  expect(kept).toEqual(['server.log.3', 'server.log.2', 'server.log.1', 'server.log']);
  expect(kept.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('')).toBe(
    lines.join(''),
  );
});

it('only the newest logs are kept (14.18)', () => {
  for (const letter of 'abcdef') {
    appendFileSync(log, letter.repeat(101));
    rotateLog(log, LIMITS);
  }
  expect(readdirSync(folder).toSorted()).toEqual(['server.log', 'server.log.1', 'server.log.2']);
  expect(readFileSync(`${log}.1`, 'utf8')).toBe('f'.repeat(101));
  expect(readFileSync(`${log}.2`, 'utf8')).toBe('e'.repeat(101));
  expect(statSync(log).size).toBe(0);
});

it('logs are for their owner alone, also those of earlier versions (14.18)', async () => {
  await writeFile(log, 'x'.repeat(101));
  await chmod(log, 0o644);
  const { handle, bytes } = openLogFile(log, null);
  closeSync(handle);
  rotateLog(log, LIMITS);
  expect(bytes).toBe(101);
  for (const file of [log, `${log}.1`]) expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('a link in the place of a log is refused (14.18)', async () => {
  const elsewhere = path.join(folder, 'elsewhere');
  await writeFile(elsewhere, 'x'.repeat(101));
  await symlink(elsewhere, log);
  expect(() => openLogFile(log, null)).toThrow('ELOOP');
  expect(() => rotateLog(log, LIMITS)).toThrow('ELOOP');
  expect(statSync(elsewhere).size).toBe(101);
});
