import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { secretsOf } from './secrets.ts';
import type { Environment } from './fields.ts';
import { gameGateway } from './games.ts';
import { VARIABLES } from './variables.ts';
import { configFolder, problemsOf, SANDBOX_KEYS } from '../../../../tests/support/config-files.ts';

const { fileWith } = configFolder();

describe('in production', () => {
  const ownKey = fileWith('own.pem', keyFile('rsa', 2048, 'private'));
  const complete: Environment = {
    WEBPAY_MODE: 'production',
    PUBLIC_URL: 'https://shop.example',
    CONSOLE_URL: 'https://console.example',
    SIGN_SECRET: 'a-secret-of-our-own',
    PAYERMAX_APP_ID: 'app',
    PAYERMAX_MERCHANT_NO: 'merchant',
    PAYERMAX_PRIVATE_KEY_FILE: ownKey,
    PAYERMAX_PUBLIC_KEY_FILE: fileWith('theirs.pem', keyFile('rsa', 2048, 'public')),
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'webhook',
    PAYPAL_MERCHANT_ID: 'OURS222222222',
    GAMES_FILE: fileWith(
      'own-games.yaml',
      'g1: {address: "https://game.example", key: own-key-of-the-game}',
    ),
  };

  test('starts with its own secrets and the live gateways', () => {
    const config = readConfig(complete);
    expect(config.sandboxPort).toBeNull();
    expect(config.apiHosts).toEqual(['https://shop.example']);
    expect(config.payermax.base).toMatch(/^https:\/\/pay-gate\.payermax\.com\//);
    expect(config.paypal).toMatchObject({
      base: 'https://api-m.paypal.com',
      certOrigins: ['https://api.paypal.com', 'https://api-m.paypal.com'],
      certRootPem: null,
      certCn: 'messageverificationcerts.paypal.com',
      merchantId: 'OURS222222222',
    });
    expect(gameGateway(config.games, 'g2')).toBeNull();
  });

  test('has the defaults that the reference describes', () => {
    const defaults = Object.entries(VARIABLES).flatMap(([name, { production }]) => {
      const [, value] = /^Default `([^`]+)`/.exec(production) ?? [];
      return value === undefined ? [] : [{ [name]: value }];
    });
    expect(defaults.length).toBeGreaterThan(5);
    expect(readConfig(Object.assign({}, complete, ...defaults) as Environment)).toEqual(
      readConfig(complete),
    );
  });

  test('takes each secret from a file, and lists the secrets to redact', () => {
    const config = readConfig({
      ...complete,
      SIGN_SECRET: '',
      SIGN_SECRET_FILE: fileWith('sign', 'sign-of-a-file-of-ours\n'),
      PAYPAL_SECRET: '',
      PAYPAL_SECRET_FILE: fileWith('wallet', 'wallet-of-a-file\n'),
      DATABASE_URL_FILE: fileWith(
        'database',
        'postgres://shop:p%40ssword@db.example/shop?sslmode=verify-full\n',
      ),
    });
    expect(config).toMatchObject({
      signSecret: 'sign-of-a-file-of-ours',
      paypal: { secret: 'wallet-of-a-file' },
      databaseUrl: 'postgres://shop:p%40ssword@db.example/shop?sslmode=verify-full',
    });
    expect(secretsOf(config)).toEqual(
      expect.arrayContaining([
        'sign-of-a-file-of-ours',
        'wallet-of-a-file',
        'p@ssword',
        'p%40ssword',
        'own-key-of-the-game',
        config.payermax.privateKeyPem,
      ]),
    );
  });

  test.each([
    'postgres://shop:pw@localhost:5432/shop',
    'postgres://shop:pw@127.0.0.1/shop',
    'postgres://shop:pw@[::1]/shop',
    'postgres:///shop?host=/run/postgresql',
  ])('needs no TLS to a database on the same machine: %s', (url) => {
    expect(readConfig({ ...complete, DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test('has previews only where their address is set', () => {
    expect(readConfig(complete).previewUrl).toBeNull();
    const url = 'https://preview.example';
    expect(readConfig({ ...complete, PREVIEW_URL: url }).previewUrl).toBe(url);
  });

  test('names everything that is missing, the payee of wallet payments included (14.8)', () => {
    expect(problemsOf({ WEBPAY_MODE: 'production' })).toEqual([
      'PUBLIC_URL is missing',
      'CONSOLE_URL is missing',
      'SIGN_SECRET is missing',
      'PAYERMAX_APP_ID is missing',
      'PAYERMAX_MERCHANT_NO is missing',
      'PAYERMAX_PRIVATE_KEY_FILE is missing',
      'PAYERMAX_PUBLIC_KEY_FILE is missing',
      'PAYPAL_CLIENT_ID is missing',
      'PAYPAL_SECRET is missing',
      'PAYPAL_WEBHOOK_ID is missing',
      'PAYPAL_MERCHANT_ID is missing',
      'GAMES_FILE is missing',
    ]);
  });

  test.each<[string, Environment, string]>([
    [
      'the sandbox',
      { SANDBOX_PORT: '4090' },
      'SANDBOX_PORT must not be set in production: there is no sandbox',
    ],
    [
      'previews by plain http',
      { PREVIEW_URL: 'http://preview.example' },
      'PREVIEW_URL is http://preview.example: production needs https',
    ],
    [
      'plain http',
      { PUBLIC_URL: 'http://shop.example' },
      'PUBLIC_URL is http://shop.example: production needs https',
    ],
    [
      'a plain http mirror',
      { API_HOSTS: 'https://shop.example,http://two.example' },
      'API_HOSTS is http://two.example: production needs https',
    ],
    [
      'a gateway over plain http',
      { PAYERMAX_BASE: 'http://localhost:4090/payermax' },
      'PAYERMAX_BASE is http://localhost:4090/payermax: production needs https',
    ],
    [
      'a statement from an address',
      { PAYERMAX_STATEMENTS: 'http://localhost:4090/statement' },
      'PAYERMAX_STATEMENTS must be a folder: only the sandbox has an address',
    ],
    [
      'the published signing secret',
      { SIGN_SECRET: 'webpay-sandbox-secret' },
      'SIGN_SECRET is the published default: production needs its own',
    ],
    [
      'the sandbox’s private key under any name',
      {
        PAYERMAX_PRIVATE_KEY_FILE: fileWith(
          'innocent.pem',
          readFileSync(path.join(SANDBOX_KEYS, 'payermax-merchant.private.pem'), 'utf8'),
        ),
      },
      "PAYERMAX_PRIVATE_KEY_FILE is the sandbox's test key: production needs its own",
    ],
    [
      'the sandbox’s certificate root',
      { PAYPAL_CERT_ROOT_FILE: path.join(SANDBOX_KEYS, 'paypal-root-ca.pem') },
      "PAYPAL_CERT_ROOT_FILE is the sandbox's test key: production needs its own",
    ],
    [
      'the sandbox’s wallet secret',
      { PAYPAL_SECRET: 'sandbox-secret' },
      "PAYPAL_SECRET is the sandbox's: production needs its own",
    ],
    [
      'the sandbox’s merchant',
      { PAYERMAX_MERCHANT_NO: 'TEST010000000001' },
      "PAYERMAX_MERCHANT_NO is the sandbox's: production needs its own",
    ],
    [
      'the sandbox’s application',
      { PAYERMAX_APP_ID: 'testapp0000000000000000000000001' },
      "PAYERMAX_APP_ID is the sandbox's: production needs its own",
    ],
    [
      'the sandbox’s wallet account',
      { PAYPAL_CLIENT_ID: 'sandbox-client' },
      "PAYPAL_CLIENT_ID is the sandbox's: production needs its own",
    ],
    [
      'the sandbox’s webhook',
      { PAYPAL_WEBHOOK_ID: '1JE42910TEST0001A' },
      "PAYPAL_WEBHOOK_ID is the sandbox's: production needs its own",
    ],
    [
      'the sandbox’s payee',
      { PAYPAL_MERCHANT_ID: 'TESTSHPA22222' },
      "PAYPAL_MERCHANT_ID is the sandbox's: production needs its own",
    ],
    [
      'the sandbox’s certificate name',
      { PAYPAL_CERT_CN: 'messageverificationcerts.test.invalid' },
      "PAYPAL_CERT_CN is the sandbox's: production needs its own",
    ],
    [
      'a game over plain http',
      {
        GAMES_FILE: fileWith(
          'plain.yaml',
          'g1: {address: "http://g.example", key: own-key-of-the-game}',
        ),
      },
      'GAMES_FILE is http://g.example: production needs https',
    ],
    [
      'a game key that could be guessed',
      { GAMES_FILE: fileWith('short.yaml', 'g1: {address: "https://g.example", key: short}') },
      'GAMES_FILE gives g1 a key that has fewer than 16 characters',
    ],
    [
      'a distant database over a plain line',
      { DATABASE_URL: 'postgres://shop:pw@db.example/shop' },
      'DATABASE_URL needs ?sslmode=verify-full: in production no database is trusted unseen',
    ],
    [
      'a distant database whoever it is',
      { DATABASE_URL: 'postgres://shop:pw@db.example/shop?sslmode=no-verify' },
      'DATABASE_URL needs ?sslmode=verify-full: in production no database is trusted unseen',
    ],
    [
      'certificates that nobody looks at',
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: certificates are looked at',
    ],
    [
      'a secret file that is not there',
      { PAYPAL_SECRET: '', PAYPAL_SECRET_FILE: '/nowhere/secret' },
      'PAYPAL_SECRET_FILE is /nowhere/secret, but there is no such file',
    ],
    [
      'an empty secret file',
      { SIGN_SECRET: '', SIGN_SECRET_FILE: fileWith('empty', '\n') },
      'SIGN_SECRET_FILE is a file with nothing in it',
    ],
    [
      'a secret given twice',
      { SIGN_SECRET_FILE: fileWith('second', 'another') },
      'SIGN_SECRET_FILE is given beside SIGN_SECRET: give one of them',
    ],
    [
      'the published secret out of a file',
      { SIGN_SECRET: '', SIGN_SECRET_FILE: fileWith('published', 'webpay-sandbox-secret\n') },
      'SIGN_SECRET is the published default: production needs its own',
    ],
    [
      'the sandbox’s game keys',
      {
        GAMES_FILE: fileWith(
          'default.yaml',
          'g1: {address: "https://g.example", key: game-key-g1}',
        ),
      },
      "GAMES_FILE gives g1 the sandbox's key: production needs its own",
    ],
  ])('refuses %s', (_, environment, problem) => {
    expect(problemsOf({ ...complete, ...environment })).toEqual([problem]);
  });
});

type Kind = 'private' | 'public';

function keyFile(type: 'rsa' | 'ec', bits: number, kind: Kind): string {
  const { privateKey, publicKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: bits })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [key, form] =
    kind === 'private' ? ([privateKey, 'pkcs8'] as const) : ([publicKey, 'spki'] as const);
  return String(key.export({ type: form, format: 'pem' }));
}
