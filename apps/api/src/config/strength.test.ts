import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configFolder, problemsOf } from '../../../../tests/support/config-files.ts';
import { readConfig } from './config.ts';
import { secretsOf } from './secrets.ts';
import type { Environment } from './fields.ts';

const { fileWith } = configFolder();

const pem = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
const publicOf = (privatePem: string): string =>
  createPublicKey(privatePem).export({ type: 'spki', format: 'pem' }).toString();
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const games = (name: string, text: string) => ({ GAMES_FILE: fileWith(name, text) });

const own = fileWith('own.pem', pem(2048));
const complete: Environment = {
  WEBPAY_MODE: 'production',
  PUBLIC_URL: 'https://shop.example',
  CONSOLE_URL: 'https://console.example',
  SIGN_SECRET: 'a-secret-of-our-own',
  PAYERMAX_APP_ID: 'app',
  PAYERMAX_MERCHANT_NO: 'merchant',
  PAYERMAX_PRIVATE_KEY_FILE: own,
  PAYERMAX_PUBLIC_KEY_FILE: fileWith('theirs.pem', publicOf(pem(2048))),
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
  PAYPAL_MERCHANT_ID: 'OURS222222222',
  ...games('games.yaml', 'g1: {address: "https://game.example", key: own-key-of-the-game}'),
};

const UNSEEN =
  'DATABASE_URL needs ?sslmode=verify-full: in production no database is trusted unseen';
const TLS = 'sslmode=verify-full';

describe('production refuses', () => {
  it.each([
    'postgres:///webpay?host=10.0.0.5&user=u&password=p',
    'postgres://u:p@localhost/webpay?host=10.0.0.5',
    'postgres://u:p@localhost/webpay?host=%31%30.0.0.5',
    'postgres://u:p@localhost/webpay?host=localhost,10.0.0.5',
    'postgres://u:p@localhost,db.example/webpay',
    'postgres://u:p@10%2E0.0.5/webpay',
    'postgres://u:p@127.0.0.1.example/webpay',
    'postgres://u:p@localhost.example:5432/webpay',
    'postgres://u:p@[2001:db8::1]:5432/webpay',
    'postgres://u:p@0.0.0.0/webpay',
    'postgres://u:p@db.example/webpay?sslmode=require',
  ])('a database elsewhere over a plain line, however it is named (13): %s', (url) => {
    expect(problemsOf({ ...complete, DATABASE_URL: url })).toEqual([UNSEEN]);
    const here = 'postgres://u:p@localhost/webpay';
    const owner = UNSEEN.replace('DATABASE_URL', 'DATABASE_OWNER_URL');
    expect(problemsOf({ ...complete, DATABASE_URL: here, DATABASE_OWNER_URL: url })).toEqual([
      owner,
    ]);
    const replica = UNSEEN.replace('DATABASE_URL', 'DATABASE_REPLICA_URL');
    expect(problemsOf({ ...complete, DATABASE_URL: here, DATABASE_REPLICA_URL: url })).toEqual([
      replica,
    ]);
  });

  it.each([
    ['host', 'postgres://u:p@localhost/webpay?host=localhost&host=10.0.0.5'],
    ['sslmode', `postgres://u:p@db.example/webpay?${TLS}&sslmode=disable`],
  ])('a database address that names its %s twice (13)', (name, url) => {
    expect(problemsOf({ ...complete, DATABASE_URL: url })).toEqual([
      `DATABASE_URL names ${name} twice`,
    ]);
  });

  it.each([
    'postgres://u:p@localhost:5432/webpay',
    'postgres://u:p@[::1]:5432/webpay',
    'postgres://u:p@db.example/webpay?host=/run/postgresql',
    'postgres://u:p@%2Frun%2Fpostgresql/webpay',
    'postgres:///webpay?host=127.0.0.1&user=u&password=p',
    `postgres:///webpay?host=10.0.0.5&${TLS}`,
    `postgres://u:p@one.example,two.example/webpay?${TLS}`,
  ])('no database on this machine or behind verified TLS (13): %s', (url) => {
    expect(problemsOf({ ...complete, DATABASE_URL: url })).toEqual([]);
  });

  it.each<[string, Environment, string]>([
    [
      'a short private key',
      { PAYERMAX_PRIVATE_KEY_FILE: fileWith('1024.pem', pem(1024)) },
      'PAYERMAX_PRIVATE_KEY_FILE is an RSA key of 1024 bits: 2048 or more are needed',
    ],
    [
      'a short public key',
      { PAYERMAX_PUBLIC_KEY_FILE: fileWith('1024.pub', publicOf(pem(1024))) },
      'PAYERMAX_PUBLIC_KEY_FILE is an RSA key of 1024 bits: 2048 or more are needed',
    ],
    [
      'a key of a curve',
      {
        PAYERMAX_PRIVATE_KEY_FILE: fileWith(
          'curve.pem',
          String(curve.privateKey.export({ type: 'pkcs8', format: 'pem' })),
        ),
      },
      'PAYERMAX_PRIVATE_KEY_FILE is not a file with an RSA private key',
    ],
    [
      'our own public key as PayerMax’s',
      { PAYERMAX_PUBLIC_KEY_FILE: fileWith('ours.pub', publicOf(readFileSync(own, 'utf8'))) },
      "PAYERMAX_PUBLIC_KEY_FILE is our own public key: it must be PayerMax's",
    ],
    [
      'a private key as PayerMax’s',
      { PAYERMAX_PUBLIC_KEY_FILE: own },
      'PAYERMAX_PUBLIC_KEY_FILE is not a file with an RSA public key',
    ],
    [
      'a game that is no web address',
      games('ftp.yaml', 'g1: {address: "ftp://g.example", key: own-key-of-the-game}'),
      'GAMES_FILE gives g1 no address like https://game.example/path',
    ],
    [
      'a game with a password in its address',
      games('user.yaml', 'g1: {address: "https://me:pw@g.example", key: own-key-of-the-game}'),
      'GAMES_FILE gives g1 no address like https://game.example/path',
    ],
    [
      'the sandbox’s key with blanks around it',
      games('padded.yaml', 'g1: {address: "https://g.example", key: "game-key-g1     "}'),
      "GAMES_FILE gives g1 the sandbox's key: production needs its own",
    ],
    [
      'a key with a blank at its end',
      games('blank.yaml', 'g1: {address: "https://g.example", key: "own-key-of-the-game "}'),
      'GAMES_FILE gives g1 a key that begins or ends with a blank',
    ],
    [
      'a key of one letter',
      games('weak.yaml', 'g1: {address: "https://g.example", key: aaaaaaaaaaaaaaaa}'),
      'GAMES_FILE gives g1 a key that has fewer than 6 different characters',
    ],
    [
      'one key for two games',
      games(
        'shared.yaml',
        'g1: {address: "https://one.example", key: own-key-of-the-game}\ng2: {address: "https://two.example", key: own-key-of-the-game}',
      ),
      'GAMES_FILE gives g2 the same secret as game g1',
    ],
    [
      'the signing secret, which browsers know, as a game’s key',
      games('public.yaml', 'g1: {address: "https://g.example", key: a-secret-of-our-own}'),
      'GAMES_FILE gives g1 the same secret as SIGN_SECRET',
    ],
    ['a short secret', { SIGN_SECRET: 'a' }, 'SIGN_SECRET has fewer than 16 characters'],
    [
      'limits that hold nobody',
      { LIMIT_SCALE: '1000000' },
      'LIMIT_SCALE is 1000000: production allows 10 at most, or no limit would hold',
    ],
  ])('%s (13)', (_, environment, problem) => {
    const found = problemsOf({ ...complete, ...environment });
    expect(found.filter((each) => each === problem)).toEqual([problem]);
    expect(found.every((each) => each.startsWith(problem.split(' ')[0] ?? ''))).toBe(true);
  });

  it.each(['0.0.0.0/0', '::/0', '0.0.0.0/1', '128.0.0.0/1', '::ffff:0:0/96', '2000::/3'])(
    'proxies that are everybody (13): %s',
    (range) => {
      expect(problemsOf({ ...complete, TRUSTED_PROXIES: `10.0.0.1,${range}` })).toEqual([
        `TRUSTED_PROXIES holds ${range}, in which strangers are: name the proxies themselves`,
      ]);
    },
  );

  it.each(['10.0.0.0/8', '192.0.2.7', '2400:cb00::/32', 'fd00::/8', '::1', ''])(
    'no named proxies (13): %j',
    (ranges) => {
      expect(problemsOf({ ...complete, TRUSTED_PROXIES: ranges })).toEqual([]);
    },
  );
});

it('a password in the query of DATABASE_URL is redacted, too (13)', () => {
  const url = 'postgres:///webpay?host=localhost&user=u&password=p%40ssword-of-ours';
  expect(secretsOf(readConfig({ ...complete, DATABASE_URL: url }))).toEqual(
    expect.arrayContaining(['p@ssword-of-ours', 'p%40ssword-of-ours']),
  );
});
