import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFolder, problemsOf, SANDBOX_KEYS } from '../../../../tests/support/config-files.ts';
import { readConfig } from './config.ts';
import type { Environment } from './fields.ts';
import { accountsOf, merchantOfProject, sellsThrough } from './merchants.ts';
import { secondKeysOf, secretsOf } from './secrets.ts';

const { fileWith } = configFolder();
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ours = fileWith(
  'ours.pem',
  pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);
const theirs = fileWith(
  'theirs.pem',
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString(),
);
const secret = fileWith('secret', 'secret-of-nova-at-the-wallet\n');

const PAYERMAX = {
  app_id: 'nova-app',
  merchant_no: 'NOVA1',
  private_key_file: ours,
  public_key_file: theirs,
};
const PAYPAL = {
  client_id: 'nova-client',
  secret_file: secret,
  webhook_id: 'WHNOVA',
  merchant_id: 'NOVA222222222',
};
const NOVA = {
  legal_entity: 'Nova Games GmbH',
  projects: ['cgg'],
  payermax: PAYERMAX,
  paypal: PAYPAL,
};

let files = 0;
const fileOf = (merchants: unknown): Environment => {
  files += 1;
  return { MERCHANTS_FILE: fileWith(`merchants-${files}.json`, JSON.stringify(merchants)) };
};
const PRODUCTION: Environment = {
  WEBPAY_MODE: 'production',
  PUBLIC_URL: 'https://shop.example',
  CONSOLE_URL: 'https://console.example',
  SIGN_SECRET: 'a-secret-of-our-own',
  PAYERMAX_APP_ID: 'app',
  PAYERMAX_MERCHANT_NO: 'merchant',
  PAYERMAX_PRIVATE_KEY_FILE: ours,
  PAYERMAX_PUBLIC_KEY_FILE: theirs,
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
  PAYPAL_MERCHANT_ID: 'OURS222222222',
  GAMES_FILE: fileWith(
    'games.yaml',
    'g1: {address: "https://game.example", key: own-key-of-the-game}',
  ),
};

describe('MERCHANTS_FILE', () => {
  it('gives named projects accounts of their own, and all others the default ones', () => {
    const config = readConfig({ ...PRODUCTION, ...fileOf({ nova: { ...NOVA, brand: 'Nova' } }) });
    expect(merchantOfProject(config, 'cgg')).toBe('nova');
    expect(merchantOfProject(config, 'miniflix')).toBeNull();
    expect(accountsOf(config, 'nova')).toMatchObject({
      legalEntity: 'Nova Games GmbH',
      brand: 'Nova',
      payermax: { appId: 'nova-app', merchantNo: 'NOVA1', base: config.payermax.base },
      paypal: { clientId: 'nova-client', secret: 'secret-of-nova-at-the-wallet' },
    });
    expect(accountsOf(config, null).payermax?.appId).toBe('app');
    expect(accountsOf(config, 'removed')).toEqual({ payermax: null, paypal: null });
  });

  it('may leave a gateway out, and so may the default merchant', () => {
    const one = readConfig({ ...PRODUCTION, ...fileOf({ nova: { ...NOVA, paypal: undefined } }) });
    expect(sellsThrough(one, 'cgg', 'payermax')).toBe(true);
    expect(sellsThrough(one, 'cgg', 'paypal')).toBe(false);
    expect(sellsThrough(one, 'miniflix', 'paypal')).toBe(true);
    const wallet = Object.keys(PRODUCTION).filter((name) => name.startsWith('PAYPAL_'));
    const noWallet = { ...PRODUCTION, ...Object.fromEntries(wallet.map((name) => [name, ''])) };
    const two = readConfig(noWallet);
    expect(sellsThrough(two, 'miniflix', 'paypal')).toBe(false);
    expect(sellsThrough(two, 'miniflix', 'payermax')).toBe(true);
    expect(problemsOf({ ...noWallet, PAYPAL_CLIENT_ID: 'client' })).toEqual([
      'PAYPAL_SECRET is missing',
      'PAYPAL_WEBHOOK_ID is missing',
      'PAYPAL_MERCHANT_ID is missing',
    ]);
  });

  it.each([
    ['PAYERMAX_', 'PAYERMAX_STATEMENTS', '/srv/payermax'],
    ['PAYERMAX_', 'PAYERMAX_KEY_VERSION', '2'],
    ['PAYERMAX_', 'PAYERMAX_KEY_VERSION_SECOND', '2'],
    ['PAYERMAX_', 'PAYERMAX_PRIVATE_KEY_SECOND_FILE', ours],
    ['PAYERMAX_', 'PAYERMAX_PUBLIC_KEY_SECOND_FILE', theirs],
    ['PAYPAL_', 'PAYPAL_SECRET_SECOND', 'the-next-secret'],
    ['PAYPAL_', 'PAYPAL_SECRET_SECOND_FILE', secret],
  ])('takes lost %s variables for a mistake while %s is left', (prefix, name, value) => {
    const own = Object.keys(PRODUCTION).filter((each) => each.startsWith(prefix));
    const lost = { ...PRODUCTION, ...Object.fromEntries(own.map((each) => [each, ''])) };
    expect(problemsOf(lost)).toEqual([]);
    const missing = own.map((each) => `${each} is missing`).toSorted();
    expect(problemsOf({ ...lost, [name]: value }).toSorted()).toEqual(missing);
  });

  it('adds its secrets to those that logs redact, and its second keys to the rotations', () => {
    const paypal = { ...PAYPAL, secret_second_file: fileWith('next', 'next-secret-of-nova') };
    const config = readConfig({ ...PRODUCTION, ...fileOf({ nova: { ...NOVA, paypal } }) });
    expect(secretsOf(config)).toEqual(
      expect.arrayContaining(['secret-of-nova-at-the-wallet', 'next-secret-of-nova']),
    );
    expect(secondKeysOf(config)).toEqual(['MERCHANTS_FILE/nova/PAYPAL_SECRET']);
  });

  const other = (changes: object) => ({
    nova: NOVA,
    other: { ...NOVA, projects: ['dr2'], ...changes },
  });
  it.each<[string, unknown, string]>([
    [
      'a key with capitals',
      { Nova: NOVA },
      'does not map keys to {legal_entity, projects, payermax, paypal} (Nova is wrong)',
    ],
    [
      'a key of 17 characters',
      { a2345678901234567: NOVA },
      'does not map keys to {legal_entity, projects, payermax, paypal} (a2345678901234567 is wrong)',
    ],
    [
      'the key that stands for the variables',
      { default: NOVA },
      'has the key default, which names the accounts of the variables',
    ],
    [
      'a shared folder of statements',
      {
        nova: {
          ...NOVA,
          payermax: { ...PAYERMAX, statements: '/srv/payermax' },
          paypal: undefined,
        },
        other: {
          legal_entity: 'Other',
          projects: ['dr2'],
          payermax: {
            ...PAYERMAX,
            app_id: 'a',
            merchant_no: 'b',
            statements: '/srv/nova/../payermax/',
          },
        },
      },
      'gives other the folder of statements of nova',
    ],
    [
      'a wrong field',
      { nova: { ...NOVA, payermx: PAYERMAX } },
      'does not map keys to {legal_entity, projects, payermax, paypal} (nova.payermx is wrong)',
    ],
    [
      'a number without quotes',
      { nova: { ...NOVA, payermax: { ...PAYERMAX, merchant_no: 17 } } },
      'does not map keys to {legal_entity, projects, payermax, paypal} (nova.payermax.merchant_no is wrong)',
    ],
    [
      'no account',
      { nova: { legal_entity: 'Nova', projects: [] } },
      'gives nova no account at any gateway',
    ],
    [
      'a file that is not there',
      { nova: { ...NOVA, paypal: { ...PAYPAL, secret_file: '/no/such/file' } } },
      'gives nova the file /no/such/file, which cannot be read',
    ],
    [
      'a secret in place of a key',
      { nova: { ...NOVA, payermax: { ...PAYERMAX, private_key_file: secret } } },
      `gives nova the file ${secret}, which is not a file with an RSA private key`,
    ],
    [
      'one project twice',
      {
        nova: NOVA,
        other: {
          legal_entity: 'Other',
          projects: ['cgg'],
          payermax: { ...PAYERMAX, app_id: 'a', merchant_no: 'b' },
        },
      },
      'gives project cgg to nova and other: one merchant serves a project',
    ],
    [
      'a shared app',
      other({ payermax: { ...PAYERMAX, merchant_no: 'b' }, paypal: undefined }),
      'gives other the app_id of nova',
    ],
    [
      'a shared merchant number',
      other({ payermax: { ...PAYERMAX, app_id: 'a' }, paypal: undefined }),
      'gives other the merchant_no of nova',
    ],
    [
      'the default merchant’s payee',
      { nova: { ...NOVA, paypal: { ...PAYPAL, merchant_id: 'OURS222222222' } } },
      'gives nova the merchant_id of the default merchant',
    ],
    [
      'the default merchant’s webhook',
      { nova: { ...NOVA, paypal: { ...PAYPAL, webhook_id: 'webhook' } } },
      'gives nova the webhook_id of the default merchant',
    ],
    [
      'the sandbox’s key',
      {
        nova: {
          ...NOVA,
          payermax: {
            ...PAYERMAX,
            public_key_file: path.join(SANDBOX_KEYS, 'payermax-platform.public.pem'),
          },
        },
      },
      "gives nova the sandbox's test key: a real account needs its own",
    ],
    [
      'the sandbox’s client',
      { nova: { ...NOVA, paypal: { ...PAYPAL, client_id: 'sandbox-client' } } },
      "gives nova the sandbox's client_id: a real account needs its own",
    ],
    [
      'statements at an address',
      { nova: { ...NOVA, payermax: { ...PAYERMAX, statements: 'https://files.example' } } },
      'gives nova an address of statements: only the sandbox has one',
    ],
  ])('refuses %s', (_, merchants, why) => {
    expect(problemsOf({ ...PRODUCTION, ...fileOf(merchants) })).toEqual([`MERCHANTS_FILE ${why}`]);
  });

  it('refuses a text that is neither YAML nor JSON, and more than 32 merchants', () => {
    const text = fileWith('odd.yaml', 'nova: [');
    expect(problemsOf({ ...PRODUCTION, MERCHANTS_FILE: text })).toEqual([
      'MERCHANTS_FILE does not map keys to {legal_entity, projects, payermax, paypal} (the whole file is wrong)',
    ]);
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`m${n}`, NOVA]));
    expect(problemsOf({ ...PRODUCTION, ...fileOf(many) })).toEqual([
      'MERCHANTS_FILE names 33 merchants: 32 at most',
    ]);
  });
});
