import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { configFolder, problemsOf } from '../../../../tests/support/config-files.ts';
import { readConfig } from './config.ts';
import { secondKeysOf, secretsOf } from './secrets.ts';
import type { Environment } from './fields.ts';
import { gameGateway } from './games.ts';

const { fileWith } = configFolder();
const pem = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
const publicOf = (privatePem: string): string =>
  createPublicKey(privatePem).export({ type: 'spki', format: 'pem' }).toString();
const games = (name: string, second: string) => ({
  GAMES_FILE: fileWith(
    name,
    `g1: {address: "https://game.example", key: own-key-of-the-game, second_key: "${second}"}`,
  ),
});

const [ours, oursNext, theirs, theirsNext] = [pem(), pem(), publicOf(pem()), publicOf(pem())];
const own = fileWith('own.pem', ours);
const complete: Environment = {
  WEBPAY_MODE: 'production',
  PUBLIC_URL: 'https://shop.example',
  CONSOLE_URL: 'https://console.example',
  SIGN_SECRET: 'a-secret-of-our-own',
  SIGN_SECRET_SECOND: 'the-next-secret-of-ours',
  PAYERMAX_APP_ID: 'app',
  PAYERMAX_MERCHANT_NO: 'merchant',
  PAYERMAX_PRIVATE_KEY_FILE: own,
  PAYERMAX_PRIVATE_KEY_SECOND_FILE: fileWith('next.pem', oursNext),
  PAYERMAX_KEY_VERSION_SECOND: '2',
  PAYERMAX_PUBLIC_KEY_FILE: fileWith('theirs.pem', theirs),
  PAYERMAX_PUBLIC_KEY_SECOND_FILE: fileWith('their-next.pem', theirsNext),
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_SECRET: 'secret',
  PAYPAL_SECRET_SECOND: 'next-secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
  PAYPAL_MERCHANT_ID: 'OURS222222222',
  ...games('games.yaml', 'next-key-of-the-game'),
};

describe('second keys', () => {
  it('are read beside the first, redacted in logs, and named to metrics (14.6)', () => {
    const config = readConfig(complete);
    expect(config.payermax).toMatchObject({ keyVersion: '1', secondKeyVersion: '2' });
    expect(config.payermax.secondPublicKeyPem).toBe(theirsNext);
    expect(gameGateway(config.games, 'g1')?.secondKey).toBe('next-key-of-the-game');
    expect(secretsOf(config)).toEqual(
      expect.arrayContaining([
        'the-next-secret-of-ours',
        'next-secret',
        'next-key-of-the-game',
        config.payermax.secondPrivateKeyPem,
      ]),
    );
    expect(secondKeysOf(config)).toEqual([
      'SIGN_SECRET',
      'PAYERMAX_PRIVATE_KEY_FILE',
      'PAYERMAX_PUBLIC_KEY_FILE',
      'PAYPAL_SECRET',
      'GAMES_FILE/g1',
    ]);
  });

  it('are read from files like the first (14.6)', () => {
    const config = readConfig({
      ...complete,
      SIGN_SECRET_SECOND: '',
      SIGN_SECRET_SECOND_FILE: fileWith('second-sign', 'a-secret-from-a-file\n'),
    });
    expect(config.secondSignSecret).toBe('a-secret-from-a-file');
  });

  it('are absent by default (14.6)', () => {
    expect(secondKeysOf(readConfig({}))).toEqual([]);
  });

  it.each<[string, Environment, string]>([
    [
      'guessable',
      { SIGN_SECRET_SECOND: 'short' },
      'SIGN_SECRET_SECOND has fewer than 16 characters',
    ],
    [
      'the published default',
      { SIGN_SECRET_SECOND: 'webpay-sandbox-secret' },
      'SIGN_SECRET_SECOND is the published default: production needs its own',
    ],
    [
      'the first one',
      { SIGN_SECRET_SECOND: 'a-secret-of-our-own' },
      'SIGN_SECRET_SECOND is the first one: give another, or none',
    ],
    [
      'our first private key',
      { PAYERMAX_PRIVATE_KEY_SECOND_FILE: own },
      'PAYERMAX_PRIVATE_KEY_SECOND_FILE is the first one: give another, or none',
    ],
    [
      'our next public key as PayerMax’s',
      { PAYERMAX_PUBLIC_KEY_SECOND_FILE: fileWith('ours-next.pub', publicOf(oursNext)) },
      "PAYERMAX_PUBLIC_KEY_SECOND_FILE is our own public key: it must be PayerMax's",
    ],
    [
      'the sandbox’s at PayPal',
      { PAYPAL_SECRET_SECOND: 'sandbox-secret' },
      "PAYPAL_SECRET_SECOND is the sandbox's: production needs its own",
    ],
    [
      'PayPal’s secret and the signing secret at once',
      { PAYPAL_SECRET_SECOND: 'a-secret-of-our-own' },
      'PAYPAL_SECRET_SECOND is the same secret as SIGN_SECRET',
    ],
    [
      'a game’s and guessable',
      games('weak.yaml', 'short'),
      'GAMES_FILE gives g1 a key that has fewer than 16 characters',
    ],
    [
      'a game’s first one',
      games('same.yaml', 'own-key-of-the-game'),
      'GAMES_FILE gives g1 one key twice: give another, or none',
    ],
    [
      'a game’s and the sandbox’s',
      games('sandbox.yaml', 'game-key-g1-game-key'),
      "GAMES_FILE gives g1 the sandbox's key: production needs its own",
    ],
    [
      'a game’s and the next signing secret, which browsers know',
      games('public.yaml', 'the-next-secret-of-ours'),
      'GAMES_FILE gives g1 the same secret as SIGN_SECRET_SECOND',
    ],
  ])('are refused when they are %s (14.6)', (_, environment, problem) => {
    expect(problemsOf({ ...complete, ...environment })).toEqual([problem]);
  });
});
