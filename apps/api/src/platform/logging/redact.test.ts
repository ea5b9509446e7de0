import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { secretsOf } from '../../config/secrets.ts';
import { createLog } from './log.ts';

const SIGN_SECRET = 'a-secret-of-this-shop';
const USER_TOKEN = 'q7Zp-2mBv_N0sYtR4uWxK1dLhJ3gF6eAcCbVnMzXyTo';
const ORDER_TOKEN = 'abcdefghij0123456789Qw3rTy_uiOpAsDfGhJkLzXcVbNm';
const MALL_TOKEN = `eyJ2IjoxLCJ3ZWJzaXRlX2NvZGUiOiJtaW5pZmxpeCJ9.${USER_TOKEN}`;

/** The log's text after `write`. */
async function logged(write: (log: ReturnType<typeof createLog>) => void): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'log');
  const config = readConfig({
    SIGN_SECRET,
    DATABASE_URL: 'postgres://shop:hunter2hunter2@localhost/shop',
  });
  const log = createLog('test', { file }, () => undefined, secretsOf(config));
  write(log);
  log.info('the end');
  log.flush();
  const read = () => readFile(file, 'utf8').catch(() => '');
  await expect.poll(read).toContain('the end');
  // Digits of a time or a process id may be those of a short secret.
  return (await read()).replaceAll(/"time":\d+,"pid":\d+/g, '"time":0,"pid":0');
}

/** One secret of each kind, with the text that must be absent. */
const SECRETS: readonly (readonly [what: string, field: string, value: string])[] = [
  ['a session', 'user_token', USER_TOKEN],
  ['an order’s token', 'token', ORDER_TOKEN],
  ['a mall’s token', 'token', MALL_TOKEN],
  ['a password', 'pwd', 'hunter2!'],
  ['the password before', 'old_pwd', 'hunter1!'],
  ['a confirmed password', 'pwd_confirm', 'hunter2!'],
  ['a mail code', 'code', '123456'],
  ['an image code', 'v_code', 'k7p2x'],
  ['a picture’s handle', 'v_code_md5', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['an access link', 'link', 'bGluay1vZi1hLWdhbWU'],
  ['a signature', 'sign', '0cc175b9c0f1b6a831c399e269772661'],
  ['a card', 'number', '4111 1111 1111 1111'],
  ['a security code', 'cvv', '737'],
  ['a card’s token', 'paymentToken', 'tok_8f2k1'],
  ['a card form’s session', 'sessionKey', 'ses_91mzq'],
  ['an email', 'email', 'player.one+shop@mail.example'],
  ['a character', 'cid', '12345678'],
];

describe('a log redacts', () => {
  it.each(SECRETS)('%s, in a field, however deep', async (_, field, value) => {
    const said = await logged((log) => {
      log.info({ [field]: value }, 'flat');
      log.warn({ call: { [field]: value } }, 'deeper');
      log.error({ a: { b: [{ [field]: value }] } }, 'deepest');
      log
        .child({ reqId: 'r1' })
        .info({ body: { [field.toUpperCase()]: field === 'code' ? '' : value } }, 'child');
    });
    expect(said).not.toContain(value);
    for (const line of ['flat', 'deeper', 'deepest', 'child']) expect(said).toContain(line);
  });

  it.each(SECRETS.filter(([, field]) => !['cvv', 'number', 'cid'].includes(field)))(
    '%s, in an address, a body, an error and its stack',
    async (_, field, value) => {
      const inQuery = new URLSearchParams({ [field]: value }).toString();
      const json = JSON.stringify({ [field]: value });
      const said = await logged((log) => {
        log.info({ at: `/miniflix/mallCheckout?a=1&${inQuery}#${inQuery}` }, `GET /x?${inQuery}`);
        if (field !== 'code') log.warn({ said: json }, `body ${json} ${JSON.stringify(json)}`);
        log.error({ err: new Error(`cannot read ${inQuery}`) }, 'failed');
        log.error({ err: new Error('outer', { cause: new Error(`inner ${inQuery}`) }) });
        log.error(new Error(`alone ${inQuery}`));
      });
      expect(said).not.toContain(value);
      expect(said).not.toContain(encodeURIComponent(value));
      expect(said).toContain('cannot read');
      expect(said).toContain('inner');
      expect(said).toContain('alone');
    },
  );

  it('values with a recognisable format, wherever they are', async () => {
    const said = await logged((log) => {
      log.info(`player ${USER_TOKEN} wrote to player.one@mail.example`);
      log.info({ a: [`opens ${ORDER_TOKEN}`, `signed ${MALL_TOKEN}`, '4111-1111-1111-1111'] }, 'b');
      log.info({ header: 'Bearer abc.def', to: 'https://me:word@gateway.example/x' }, 'c');
      log.info({
        req: { method: 'GET', url: `/a?token=${ORDER_TOKEN}`, headers: { cookie: 'k=v' } },
      });
    });
    for (const secret of [
      USER_TOKEN,
      'player.one',
      'Qw3rTy',
      'eyJ2',
      '1111',
      'abc.def',
      'word@',
      'k=v',
    ]) {
      expect(said).not.toContain(secret);
    }
    // The order's id is no secret, and operators need it.
    expect(said).toContain('opens abcdefghij0123456789[redacted]');
  });

  it('configured secrets in any text', async () => {
    const said = await logged((log) => {
      log.error({ err: new Error(`md5 of a=1${SIGN_SECRET}`) }, `with ${SIGN_SECRET}`);
      log.error({ deep: { er: [`password hunter2hunter2 was refused`] } }, 'db');
    });
    expect(said).not.toContain(SIGN_SECRET);
    expect(said).not.toContain('hunter2hunter2');
  });

  it('rows and values that PostgreSQL quotes', async () => {
    const broken = Object.assign(new Error('invalid input syntax for type bigint: "12345678"'), {
      code: '22P02',
      where: "unnamed portal parameter $1 = '12345678'",
      detail: 'Key (cid)=(12345678) already exists.',
      internalQuery: 'select 12345678',
      table: 'players',
    });
    const said = await logged((log) => log.error({ err: broken }, 'failed'));
    expect(said).not.toContain('12345678');
    expect(said).toContain('"code":"22P02"');
    expect(said).toContain('"table":"players"');
  });

  it('the fields that operators need stay', async () => {
    const said = await logged((log) => {
      log.info(
        { reqId: '6f1c0f0e-8d2f-4f5e-9f43-2f3e7d6c5b4a', call: 'role', code: 200, ms: 12 },
        'call',
      );
      log.error(
        { alarm: 'refund_failed', order: 'abcdefghij0123456789', amount: 499, at: new Date(0) },
        'alarm',
      );
      log.warn(
        { err: Object.assign(new Error('refused'), { code: 'ECONNREFUSED', port: 5432 }) },
        'db',
      );
    });
    for (const part of [
      '6f1c0f0e-8d2f-4f5e-9f43-2f3e7d6c5b4a',
      '"code":200',
      '"order":"abcdefghij0123456789"',
      '1970-01-01T00:00:00.000Z',
      '"code":"ECONNREFUSED"',
    ]) {
      expect(said).toContain(part);
    }
    expect(said).not.toContain('[redacted]');
  });

  it('a hostile line neither ends nor delays the process', async () => {
    const round: Record<string, unknown> = {};
    round['self'] = round;
    const said = await logged((log) => {
      log.info(round, 'round');
      log.info({ long: `${'a@'.repeat(50_000)}${'1'.repeat(100_000)}` }, 'x='.repeat(50_000));
      log.info({ __proto__: null, constructor: 'x', a: Object.create(null) as object }, 'odd');
      log.info({ line: 'one\n{"level":60,"msg":"forged"}' }, 'two\nlines');
    });
    // The value cannot add a line of its own.
    for (const line of said.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
    expect(said.trim().split('\n')).toHaveLength(5);
  });
});
