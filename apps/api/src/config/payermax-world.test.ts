import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { configFolder, problemsOf } from '../../../../tests/support/config-files.ts';
import { readConfig } from './config.ts';
import type { Environment } from './fields.ts';

const { fileWith } = configFolder();
const keyOf = (side: string): string => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  if (side === 'ours') return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
};
const merchant: Environment = {
  PAYERMAX_APP_ID: 'app',
  PAYERMAX_MERCHANT_NO: 'merchant',
  PAYERMAX_PRIVATE_KEY_FILE: fileWith('ours.pem', keyOf('ours')),
  PAYERMAX_PUBLIC_KEY_FILE: fileWith('theirs.pem', keyOf('theirs')),
};
const complete: Environment = {
  ...merchant,
  WEBPAY_MODE: 'production',
  PUBLIC_URL: 'https://shop.example',
  CONSOLE_URL: 'https://console.example',
  SIGN_SECRET: 'a-secret-of-our-own',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
  PAYPAL_MERCHANT_ID: 'OURS222222222',
  GAMES_FILE: fileWith(
    'games.yaml',
    'g1: {address: "https://game.example", key: own-key-of-the-game}',
  ),
};

describe("PayerMax's world", () => {
  const LIVE = 'https://pay-gate.payermax.com/aggregate-pay/api/gateway';
  /** One script serves both worlds. */
  const SCRIPT = 'https://cdn.payermax.com/dropin/js/pmdropin.min.js';
  const UAT = 'https://pay-gate-uat.payermax.com/aggregate-pay/api/gateway';

  it('is the live one in production, and the test world elsewhere (14.9)', () => {
    expect(readConfig(complete).payermax.isTestWorld).toBe(false);
    expect(readConfig({}).payermax.isTestWorld).toBe(true);
  });

  it('is the test world in production where the setting says so (14.9)', () => {
    const rehearsal = { ...complete, PAYERMAX_BASE: UAT, PAYERMAX_WORLD: 'test' };
    expect(readConfig(rehearsal).payermax).toMatchObject({
      isTestWorld: true,
      sdkUrl: SCRIPT,
    });
  });

  it('is the test world of a test shop, with the real card form (14.9)', () => {
    const rehearsal: Environment = {
      ...merchant,
      WEBPAY_MODE: 'sandbox',
      PUBLIC_URL: 'https://staging.example',
      PAYERMAX_BASE: UAT,
      PAYERMAX_SDK_URL: SCRIPT,
    };
    expect(readConfig(rehearsal).payermax.isTestWorld).toBe(true);
    expect(problemsOf({ ...rehearsal, PAYERMAX_SDK_URL: '' })).toEqual([
      `PAYERMAX_SDK_URL is the sandbox's, but PAYERMAX_BASE is ${UAT}: give PayerMax's own`,
    ]);
  });

  it.each<[Environment, string]>([
    [
      { PAYERMAX_BASE: UAT },
      `PAYERMAX_WORLD is live, but PAYERMAX_BASE is ${UAT}, PayerMax's test world`,
    ],
    [
      { PAYERMAX_WORLD: 'test' },
      `PAYERMAX_WORLD is test, but PAYERMAX_BASE is ${LIVE}, PayerMax's live world`,
    ],
    [{ PAYERMAX_WORLD: 'uat' }, 'PAYERMAX_WORLD is "uat", neither "test" nor "live"'],
  ])('is refused in production: %j (14.9)', (environment, problem) => {
    expect(problemsOf({ ...complete, ...environment })).toEqual([problem]);
  });

  it('is never the live one in a sandbox (14.9)', () => {
    expect(problemsOf({ PAYERMAX_WORLD: 'live' })).toEqual([
      'PAYERMAX_WORLD is live: real money needs WEBPAY_MODE=production',
    ]);
  });
});

describe("PayPal's test world", () => {
  const UAT = 'https://pay-gate-uat.payermax.com/aggregate-pay/api/gateway';

  it.each(['https://api-m.sandbox.paypal.com', 'https://API.Sandbox.PayPal.com./v2'])(
    'is refused in production, because its play money buys real goods: %s (14.13)',
    (PAYPAL_BASE) => {
      expect(problemsOf({ ...complete, PAYPAL_BASE })).toEqual([
        `PAYPAL_BASE is ${PAYPAL_BASE}, PayPal's test world: a rehearsal needs PAYERMAX_WORLD=test as well`,
      ]);
    },
  );

  it('is allowed in a rehearsal, which each start reports (14.9)', () => {
    const rehearsal = { ...complete, PAYERMAX_BASE: UAT, PAYERMAX_WORLD: 'test' };
    const PAYPAL_BASE = 'https://api-m.sandbox.paypal.com';
    expect(problemsOf({ ...rehearsal, PAYPAL_BASE })).toEqual([]);
  });
});
