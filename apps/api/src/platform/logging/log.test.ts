import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from './log.ts';

it('a full disk ends no process and is reported', async ({ skip }) => {
  skip(!existsSync('/dev/full'), 'only Linux has a disk that is always full');
  let notWritten = 0;
  const log = createLog('test', { file: '/dev/full' }, () => (notWritten += 1));
  log.error('lost');
  await expect.poll(() => notWritten).toBeGreaterThan(1);
});

it('logs an error without the objects attached to it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'log');
  const log = createLog('test', { file }, () => undefined);
  // The object that pg attaches to the error of a broken connection.
  const client = { secretKey: 12_345_678, connectionParameters: { password: 'hidden' } };
  const error = Object.assign(new Error('terminated'), {
    code: '57P01',
    client,
    detail: '(cid)=5',
  });
  log.warn({ err: error }, 'broke');
  log.flush();
  const said = () => readFile(file, 'utf8');
  await expect.poll(said).toContain('"message":"terminated"');
  expect(await said()).toContain('"code":"57P01"');
  expect(await said()).not.toMatch(/12345678|hidden|secretKey|cid/);
});

it('[V06] [F13] redacts passwords, codes and tokens, and leaves fields that only share their name', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'log');
  const log = createLog('test', { file }, () => undefined);
  const secrets = {
    pwd: 'secret-1',
    pwd_confirm: 'secret-2',
    old_pwd: 'secret-3',
    code: '048213',
    v_code: 'secret-4',
    v_code_md5: 'secret-5',
    user_token: 'secret-6',
    sign: 'secret-7',
    cid: 'secret-8',
  };
  log.info(secrets, 'at the top');
  log.info({ input: secrets }, 'one below');
  log.info({ code: 10067, call: 'passwordSet' }, 'an answer');
  log.info({ code: '57P01' }, 'a database');
  log.flush();
  const said = () => readFile(file, 'utf8');
  await expect.poll(said).toContain('a database');
  expect(await said()).not.toMatch(/secret-\d|048213/);
  expect(await said()).toContain('"code":10067');
  expect(await said()).toContain('"code":"57P01"');
  expect((await said()).match(/\[redacted\]/g)).toHaveLength(2 * Object.keys(secrets).length);
});
