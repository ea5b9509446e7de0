import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { secretsOf } from './secrets.ts';
import type { Environment } from './fields.ts';
import { gameGateway } from './games.ts';
import { configFolder, problemsOf, SANDBOX_KEYS } from '../../../../tests/support/config-files.ts';

const { folder, fileWith } = configFolder();

const bareBase64 = (name: string): string =>
  readFileSync(path.join(SANDBOX_KEYS, name), 'utf8').replaceAll(/-----[^-]+-----|\s/g, '');

describe('with nothing set', () => {
  const config = readConfig({});

  test('every address and secret is the contract’s default', () => {
    expect(config).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 4000,
      mirrorPorts: [4001, 4002, 4003],
      consolePort: 4010,
      metricsPort: 4020,
      sandboxPort: 4090,
      publicUrl: 'http://localhost:4000',
      consoleUrl: 'http://localhost:4010',
      previewPort: 4030,
      previewUrl: 'http://localhost:4030',
      apiHosts: [
        'http://localhost:4000',
        'http://localhost:4001',
        'http://localhost:4002',
        'http://localhost:4003',
      ],
      databaseUrl: null,
      dataDir: path.resolve('.data'),
      catalogueDir: path.resolve('catalogue'),
      runAs: 'webpay',
      signSecret: 'webpay-sandbox-secret',
      limitScale: 1,
      methodRetryHours: 6,
      declineAlertPercent: 50,
      guessAlertPerHour: 300,
      consoleLimits: {
        support: { stepUsd: 50, dayUsd: 500 },
        finance: { stepUsd: 500, dayUsd: 10_000 },
        ceiling: { stepUsd: 10_000, dayUsd: 50_000 },
        pricePercent: 5,
      },
      consoleConfirmAgeHours: 0,
    });
  });

  test('both gateways and every game are the sandbox’s', () => {
    expect(config.payermax).toMatchObject({
      base: 'http://localhost:4090/payermax',
      sdkUrl: 'http://localhost:4090/payermax/dropin.js',
      appId: 'testapp0000000000000000000000001',
      merchantNo: 'TEST010000000001',
    });
    expect(config.payermax.privateKeyPem).toContain('BEGIN PRIVATE KEY');
    expect(config.payermax.publicKeyPem).toContain('BEGIN PUBLIC KEY');
    expect(config.paypal).toMatchObject({
      base: 'http://localhost:4090/paypal',
      sdkUrl: 'http://localhost:4090/paypal/sdk/js',
      clientId: 'sandbox-client',
      secret: 'sandbox-secret',
      webhookId: '1JE42910TEST0001A',
      certOrigins: ['http://localhost:4090'],
      certCn: 'messageverificationcerts.test.invalid',
      merchantId: 'TESTSHPA22222',
    });
    expect(gameGateway(config.games, '1001')).toEqual({
      address: 'http://localhost:4090/game/1001',
      key: 'game-key-1001',
      secondKey: null,
    });
  });
});

test('addresses follow the ports they are made from', () => {
  const config = readConfig({ PORT: '5301', MIRROR_PORTS: '5302, 5303', SANDBOX_PORT: '5304' });
  expect(config.publicUrl).toBe('http://localhost:5301');
  expect(config.apiHosts).toEqual([
    'http://localhost:5301',
    'http://localhost:5302',
    'http://localhost:5303',
  ]);
  expect(config.paypal.certOrigins).toEqual(['http://localhost:5304']);
  expect(config.payermax.base).toBe('http://localhost:5304/payermax');
});

test('MIRROR_PORTS set to nothing means no mirrors', () => {
  const config = readConfig({ MIRROR_PORTS: '' });
  expect(config.mirrorPorts).toEqual([]);
  expect(config.apiHosts).toEqual(['http://localhost:4000']);
});

test('the mirrors share the public name', () => {
  const config = readConfig({
    WEBPAY_MODE: 'sandbox',
    PUBLIC_URL: 'http://shop.test:4000/',
    MIRROR_PORTS: '4001',
  });
  expect(config.publicUrl).toBe('http://shop.test:4000');
  expect(config.apiHosts).toEqual(['http://shop.test:4000', 'http://shop.test:4001']);
});

test('a key file may hold the bare base64 of the gateway’s merchant pages', () => {
  const config = readConfig({
    PAYERMAX_PRIVATE_KEY_FILE: fileWith('bare', bareBase64('payermax-merchant.private.pem')),
  });
  expect(config.payermax.privateKeyPem).toBe(readConfig({}).payermax.privateKeyPem);
});

test('a games file gives addresses and keys, the sandbox the rest', () => {
  const games = fileWith('games.json', '{"g1":{"address":"https://game.example/gate/","key":"k"}}');
  const config = readConfig({ WEBPAY_MODE: 'sandbox', GAMES_FILE: games });
  expect(gameGateway(config.games, 'g1')).toEqual({
    address: 'https://game.example/gate',
    key: 'k',
    secondKey: null,
  });
  expect(gameGateway(config.games, 'g2')?.key).toBe('game-key-g2');
});

test.each<[string, Environment, string]>([
  ['a word for a port', { PORT: 'http' }, 'PORT is "http", not a port (1 to 65535)'],
  ['port 0', { PORT: '0' }, 'PORT is "0", not a port (1 to 65535)'],
  [
    'a port too high',
    { METRICS_PORT: '65536' },
    'METRICS_PORT is "65536", not a port (1 to 65535)',
  ],
  ['a negative port', { PORT: '-1' }, 'PORT is "-1", not a port (1 to 65535)'],
  ['a port browsers block', { PORT: '6000' }, 'PORT is 6000, a port that browsers refuse to open'],
  [
    'a mirror browsers block',
    { MIRROR_PORTS: '4001,10080' },
    'MIRROR_PORTS is 10080, a port that browsers refuse to open',
  ],
  ['a hole in a list', { MIRROR_PORTS: '4001,' }, 'MIRROR_PORTS is "", not a port (1 to 65535)'],
  ['one port for two', { SANDBOX_PORT: '4000' }, 'SANDBOX_PORT is 4000, which is PORT already'],
  ['a mirror twice', { MIRROR_PORTS: '4001,4001' }, 'MIRROR_PORTS names 4001 twice'],
  [
    'a public address with a path',
    { PUBLIC_URL: 'https://shop.example/store' },
    'PUBLIC_URL is "https://shop.example/store": give the address without a path, https://shop.example',
  ],
  [
    'no address',
    { PUBLIC_URL: 'shop.example' },
    'PUBLIC_URL is "shop.example", not an address like https://shop.example',
  ],
  [
    'a script for an address',
    { CONSOLE_URL: 'javascript:alert(1)' },
    'CONSOLE_URL is "javascript:alert(1)", not an address like https://shop.example',
  ],
  [
    'previews on the origin of the console',
    { PREVIEW_URL: 'http://localhost:4010' },
    "PREVIEW_URL is http://localhost:4010, which is the shop's or the console's already",
  ],
  [
    'a user in an address',
    { PAYPAL_BASE: 'https://me:word@paypal.example' },
    'PAYPAL_BASE must not carry a user or a password',
  ],
  [
    'another kind of database',
    { DATABASE_URL: 'mysql://root:hunter2@localhost/shop' },
    'DATABASE_URL is not an address like postgres://user:password@host:5432/database',
  ],
  [
    'a method that is never tried again',
    { METHOD_RETRY_HOURS: '169' },
    'METHOD_RETRY_HOURS is "169", not a number above 0, 168 at most',
  ],
  [
    'a method that is tried at once',
    { METHOD_RETRY_HOURS: '0' },
    'METHOD_RETRY_HOURS is "0", not a number above 0, 168 at most',
  ],
  [
    'an age of data that is none',
    { RETENTION_DAYS: 'sessions=60,carts=0' },
    'RETENTION_DAYS holds "carts=0": not a kind of sessions, notices, access, carts, drafts, forms, messages, mails, players with 1 to 36500 days, like sessions=60',
  ],
  [
    'an age below that of an audit record',
    { RETENTION_DAYS: 'access=29' },
    'RETENTION_DAYS holds "access=29": access takes 30 days or more, because the database keeps it so long',
  ],
  [
    'the age of data that is not deleted',
    { RETENTION_DAYS: 'orders=60' },
    'RETENTION_DAYS holds "orders=60": not a kind of sessions, notices, access, carts, drafts, forms, messages, mails, players with 1 to 36500 days, like sessions=60',
  ],
  [
    'a share of declines above all of them',
    { DECLINE_ALERT_PERCENT: '101' },
    'DECLINE_ALERT_PERCENT is "101", not a number from 1 to 100',
  ],
  [
    'an alert at no guess',
    { GUESS_ALERT_PER_HOUR: '0' },
    'GUESS_ALERT_PER_HOUR is "0", not a whole number from 1 to 1000000',
  ],
  ['a limit of nothing', { LIMIT_SCALE: '0' }, 'LIMIT_SCALE is "0", not a number above 0'],
  [
    'a limit without end',
    { LIMIT_SCALE: 'Infinity' },
    'LIMIT_SCALE is "Infinity", not a number above 0',
  ],
  [
    'a host with a port',
    { HOST: 'localhost:4000' },
    'HOST is "localhost:4000", not an address to listen on (127.0.0.1, 0.0.0.0, ::1)',
  ],
  [
    'a host of the console with a port',
    { CONSOLE_HOST: 'localhost:4010' },
    'CONSOLE_HOST is "localhost:4010", not an address to listen on (127.0.0.1, 0.0.0.0, ::1)',
  ],
  [
    'an unknown mode',
    { WEBPAY_MODE: 'live' },
    'WEBPAY_MODE is "live", neither "sandbox" nor "production"',
  ],
  [
    'a key file that is not there',
    { PAYERMAX_PRIVATE_KEY_FILE: '/nowhere/key.pem' },
    'PAYERMAX_PRIVATE_KEY_FILE is /nowhere/key.pem, but there is no such file',
  ],
  [
    'a key file that is a folder',
    { PAYERMAX_PUBLIC_KEY_FILE: folder },
    `PAYERMAX_PUBLIC_KEY_FILE is ${folder}, but it cannot be read (EISDIR)`,
  ],
  [
    'a key file that holds no key',
    { PAYERMAX_PRIVATE_KEY_FILE: fileWith('poem', 'roses are red') },
    'PAYERMAX_PRIVATE_KEY_FILE is not a file with an RSA private key',
  ],
  [
    'a certificate file that holds none',
    { PAYPAL_CERT_ROOT_FILE: fileWith('poem', 'roses are red') },
    'PAYPAL_CERT_ROOT_FILE is not a file with a certificate',
  ],
  [
    'a games file of another shape',
    { GAMES_FILE: fileWith('list.json', '{"g1":{"address":"https://game.example"}}') },
    'GAMES_FILE does not map game_id to {address, key} (g1.key is wrong)',
  ],
])('refuses %s', (_, environment, problem) => {
  expect(problemsOf(environment)).toEqual([problem]);
});

test('names every wrong variable in one message', () => {
  const wrong = { PORT: 'x', LIMIT_SCALE: '-1', DATABASE_URL: 'nope', HOST: 'a b' };
  expect(() => readConfig(wrong)).toThrow(
    /^The configuration cannot be used:\n {2}PORT .+\n {2}HOST .+\n {2}DATABASE_URL .+\n {2}LIMIT_SCALE .+$/,
  );
});

test('an owner’s address needs the address of the shop beside it, and is a secret (14.17)', () => {
  const owner = 'postgres://owner:hunter2hunter2@localhost/shop';
  expect(problemsOf({ DATABASE_OWNER_URL: owner })).toEqual([
    'DATABASE_OWNER_URL is given without DATABASE_URL: the embedded database has an owner of its own',
  ]);
  const read = readConfig({
    DATABASE_URL: 'postgres://shop@localhost/shop',
    DATABASE_OWNER_URL: owner,
  });
  expect(read.databaseOwnerUrl).toBe(owner);
  expect(secretsOf(read)).toContain('hunter2hunter2');
});

test('a replica needs the address of its primary beside it, and its password is a secret (14.22)', () => {
  const replica = 'postgres://shop:hunter3hunter3@h1,h2/shop?target_session_attrs=standby';
  expect(problemsOf({ DATABASE_REPLICA_URL: replica })).toEqual([
    'DATABASE_REPLICA_URL is given without DATABASE_URL: the embedded database has no replica',
  ]);
  const shop = { DATABASE_URL: 'postgres://shop@localhost/shop' };
  const read = readConfig({ ...shop, DATABASE_REPLICA_URL: replica });
  expect(read.databaseReplica).toEqual({ url: replica, mostAgeMs: 3_000, connections: 4 });
  expect(secretsOf(read)).toContain('hunter3hunter3');
  expect(readConfig(shop).databaseReplica).toBeNull();
});

test('never repeats a database password', () => {
  expect(problemsOf({ DATABASE_URL: 'mysql://root:hunter2@localhost/shop' }).join()).not.toContain(
    'hunter2',
  );
});
