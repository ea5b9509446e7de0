import { describe, expect, it } from 'vitest';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { configFolder, problemsOf, SANDBOX_KEYS } from '../../../../tests/support/config-files.ts';
import { isLoopback } from '../platform/loopback.ts';
import { readConfig } from './config.ts';
import type { Environment } from './fields.ts';

const { fileWith } = configFolder();
const CHOOSE =
  'but without WEBPAY_MODE the shop is a sandbox for this machine alone: set WEBPAY_MODE=production, or WEBPAY_MODE=sandbox for a test shop';
const game = (address: string, key = 'k') => ({
  GAMES_FILE: fileWith(
    `game-${address.length}-${key}.json`,
    JSON.stringify({ g1: { address, key } }),
  ),
});

const forgeable = (
  address: string,
  names = 'PAYERMAX_PUBLIC_KEY_FILE, PAYPAL_CERT_ROOT_FILE, and PAYPAL_BASE',
) =>
  `GAMES_FILE gives g1 the address ${address}, but anyone can sign a payment with the sandbox's keys: give your own ${names}`;

describe('without WEBPAY_MODE the shop refuses', () => {
  it.each<[string, Environment]>([
    ['PUBLIC_URL is https://shop.example', { PUBLIC_URL: 'https://shop.example' }],
    ['PUBLIC_URL is https://localhost', { PUBLIC_URL: 'https://localhost' }],
    ['PUBLIC_URL is http://shop.example', { PUBLIC_URL: 'http://shop.example' }],
    ['PUBLIC_URL is http://127.0.0.1.example', { PUBLIC_URL: 'http://127.0.0.1.example' }],
    ['HOST is 0.0.0.0', { HOST: '0.0.0.0' }],
    ['HOST is ::', { HOST: '::' }],
    ['HOST is 192.168.1.5', { HOST: '192.168.1.5' }],
    ['HOST is shop', { HOST: 'shop' }],
    ['CONSOLE_HOST is 0.0.0.0', { CONSOLE_HOST: '0.0.0.0' }],
    ['API_HOSTS is http://two.example', { API_HOSTS: 'http://localhost:4001,http://two.example' }],
    ['CONSOLE_URL is https://ops.example', { CONSOLE_URL: 'https://ops.example' }],
    ['PAYERMAX_BASE is https://pay.example/api', { PAYERMAX_BASE: 'https://pay.example/api' }],
    [
      'PAYERMAX_SDK_URL is https://cdn.example/x.js',
      { PAYERMAX_SDK_URL: 'https://cdn.example/x.js' },
    ],
    ['PAYPAL_BASE is https://api-m.paypal.com', { PAYPAL_BASE: 'https://api-m.paypal.com' }],
    ['PAYPAL_SDK_URL is http://10.0.0.5/sdk', { PAYPAL_SDK_URL: 'http://10.0.0.5/sdk' }],
    [
      'PAYERMAX_PICTURE_HOSTS is https://pictures.example',
      { PAYERMAX_PICTURE_HOSTS: 'https://pictures.example' },
    ],
    [
      'PAYPAL_CERT_ORIGINS is https://api.paypal.com',
      { PAYPAL_CERT_ORIGINS: 'http://localhost:4090,https://api.paypal.com' },
    ],
    ['GAMES_FILE is https://game.example', game('https://game.example')],
  ])('%s (13)', (what, environment) => {
    expect(problemsOf(environment)).toEqual([`${what}, ${CHOOSE}`]);
    const chosen = problemsOf({ ...environment, WEBPAY_MODE: 'sandbox' });
    expect(chosen.filter((each) => each.includes('without WEBPAY_MODE'))).toEqual([]);
  });

  it('no address on this machine (13)', () => {
    const environment = {
      HOST: '::1',
      PUBLIC_URL: 'http://shop.localhost:4000',
      API_HOSTS: 'http://127.0.0.1:4001,http://[::1]:4002',
      PAYERMAX_BASE: 'http://127.0.0.1:10060/payermax',
      PAYPAL_BASE: 'https://localhost:10060/paypal',
      PAYPAL_CERT_ORIGINS: 'http://127.0.0.1:4090',
      ...game('http://127.0.0.1:7000/game'),
    };
    expect(problemsOf(environment)).toEqual([]);
  });
});

describe('WEBPAY_MODE=sandbox refuses', () => {
  const test = { WEBPAY_MODE: 'sandbox', PUBLIC_URL: 'https://staging.example', HOST: '0.0.0.0' };

  it('no test shop that others reach (13)', () => {
    expect(problemsOf(test)).toEqual([]);
  });

  it('live gateways (13)', () => {
    const live = 'https://pay-gate.payermax.com/aggregate-pay/api/gateway';
    expect(
      problemsOf({ ...test, PAYERMAX_BASE: live, PAYPAL_BASE: 'https://api-m.paypal.com' }),
    ).toEqual([
      `PAYERMAX_BASE is ${live}, a live gateway: it needs WEBPAY_MODE=production`,
      'PAYPAL_BASE is https://api-m.paypal.com, a live gateway: it needs WEBPAY_MODE=production',
    ]);
  });

  it('a live gateway whose host is written with a final dot (13)', () => {
    const live = 'https://api-m.paypal.com./v2';
    const own = { PAYPAL_CLIENT_ID: 'ours', PAYPAL_SECRET: 'ours', PAYPAL_WEBHOOK_ID: 'ours' };
    expect(problemsOf({ ...test, ...own, PAYPAL_BASE: live })).toEqual([
      `PAYPAL_BASE is ${live}, a live gateway: it needs WEBPAY_MODE=production`,
    ]);
  });

  it('a test world with the sandbox’s keys, and a game elsewhere with a published key (13)', () => {
    const base = 'https://api-m.sandbox.paypal.com';
    const mixed = {
      ...test,
      PAYPAL_BASE: base,
      PAYPAL_CLIENT_ID: 'ours',
      ...game('https://game.example', 'game-key-g1'),
    };
    expect(problemsOf(mixed)).toEqual([
      `PAYPAL_SECRET is the sandbox's, but PAYPAL_BASE is ${base}: give its own`,
      `PAYPAL_WEBHOOK_ID is the sandbox's, but PAYPAL_BASE is ${base}: give its own`,
      "GAMES_FILE gives g1 the sandbox's key, but is at https://game.example",
      forgeable('https://game.example', 'PAYERMAX_PUBLIC_KEY_FILE and PAYPAL_CERT_ROOT_FILE'),
    ]);
  });

  describe('published keys of gateways beside a game elsewhere,', () => {
    const root = fileWith('own-root.pem', rootCertificates[0] ?? '');
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const payermaxKey = fileWith('own-payermax.pem', pem);
    const paypal = {
      PAYPAL_BASE: 'https://api-m.sandbox.paypal.com',
      PAYPAL_CLIENT_ID: 'ours',
      PAYPAL_SECRET: 'ours',
      PAYPAL_WEBHOOK_ID: 'ours',
    };
    const own = { PAYERMAX_PUBLIC_KEY_FILE: payermaxKey, PAYPAL_CERT_ROOT_FILE: root, ...paypal };
    const copyOf = (name: string) =>
      fileWith(`copy-of-${name}`, `\n${readFileSync(path.join(SANDBOX_KEYS, name), 'utf8')}\n`);
    const elsewhere = { ...test, ...game('https://game.example') };

    it.each<[string, Environment]>([
      ['an https address', { HOST: '127.0.0.1' }],
      ['a public host', { PUBLIC_URL: 'http://localhost:4000' }],
      ['a public mirror', { HOST: '', PUBLIC_URL: '', API_HOSTS: 'http://two.example' }],
    ])('at %s, in one sentence (13)', (_, environment) => {
      expect(problemsOf({ ...elsewhere, ...environment })).toEqual([
        forgeable('https://game.example'),
      ]);
    });

    it('until each gateway has keys of its own (13)', () => {
      // The sandbox says of its own signature that it holds, whatever root the shop trusts.
      for (const name of ['PAYERMAX_PUBLIC_KEY_FILE', 'PAYPAL_CERT_ROOT_FILE', 'PAYPAL_BASE']) {
        expect(problemsOf({ ...elsewhere, ...own, [name]: '' })).toEqual([
          forgeable('https://game.example', name),
        ]);
      }
      expect(problemsOf({ ...elsewhere, ...own })).toEqual([]);
    });

    it('also as a copy, and as a second key (13)', () => {
      const copies = {
        PAYERMAX_PUBLIC_KEY_SECOND_FILE: copyOf('payermax-platform.public.pem'),
        PAYPAL_CERT_ROOT_FILE: copyOf('paypal-root-ca.pem'),
      };
      expect(problemsOf({ ...elsewhere, ...own, ...copies })).toEqual([
        forgeable(
          'https://game.example',
          'PAYERMAX_PUBLIC_KEY_SECOND_FILE and PAYPAL_CERT_ROOT_FILE',
        ),
      ]);
    });

    it('not where the game, or the whole shop, is on this machine (13)', () => {
      expect(problemsOf({ ...test, ...game('http://127.0.0.1:7000') })).toEqual([]);
      const local = { WEBPAY_MODE: 'sandbox', ...game('https://game.example') };
      expect(problemsOf(local)).toEqual([]);
    });
  });
});

it('the port with the sandbox’s clock listens on this machine only, whatever HOST is (13)', () => {
  const hostOf = (environment: Environment) => readConfig(environment).metricsHost;
  expect(hostOf({})).toBe('127.0.0.1');
  expect(hostOf({ HOST: '::1' })).toBe('::1');
  expect(hostOf({ WEBPAY_MODE: 'sandbox', HOST: '0.0.0.0' })).toBe('127.0.0.1');
  expect(hostOf({ WEBPAY_MODE: 'sandbox', HOST: '::' })).toBe('127.0.0.1');
});

it('the console of a sandbox listens on this machine alone, unless its own address is set', () => {
  const hostOf = (environment: Environment) => readConfig(environment).consoleHost;
  expect(hostOf({})).toBe('127.0.0.1');
  expect(hostOf({ HOST: '::1' })).toBe('::1');
  expect(hostOf({ WEBPAY_MODE: 'sandbox', HOST: '0.0.0.0' })).toBe('127.0.0.1');
  expect(hostOf({ WEBPAY_MODE: 'sandbox', CONSOLE_HOST: '0.0.0.0' })).toBe('0.0.0.0');
});

it.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['localhost', true],
  ['LOCALHOST', true],
  ['a.localhost', true],
  ['[::1]', true],
  ['[::ffff:7f00:1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['128.0.0.1', false],
  ['localhost.example', false],
  ['[::ffff:a00:5]', false],
  ['', false],
])('the host %j is on this machine: %s (13)', (host, isHere) => {
  expect(isLoopback(host)).toBe(isHere);
});
