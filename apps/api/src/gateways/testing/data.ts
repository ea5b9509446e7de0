import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { GatewayAttempt, OpenInput, SubmitInput } from '../port.ts';

const FOLDER = path.join(import.meta.dirname, '../../../test-data/payments');

/** A file of the payment contract's test data. */
export function testFile(...names: readonly string[]): Buffer {
  return readFileSync(path.join(FOLDER, ...names));
}

export function testJson(...names: readonly string[]): unknown {
  return JSON.parse(testFile(...names).toString('utf8'));
}

const payermaxVectors = v.object({
  appId: v.string(),
  merchantNo: v.string(),
  vectors: v.array(
    v.object({
      name: v.string(),
      verifyWith: v.string(),
      bodyFile: v.string(),
      bodyBase64: v.string(),
      sign: v.string(),
      valid: v.boolean(),
      why: v.string(),
    }),
  ),
});

export function readPayermaxVectors(): v.InferOutput<typeof payermaxVectors> {
  return v.parse(payermaxVectors, testJson('vectors/payermax/vectors.json'));
}

const paypalVectors = v.object({
  webhookId: v.string(),
  trustedRoot: v.string(),
  expectedCommonName: v.string(),
  certHostAllowList: v.array(v.string()),
  vectors: v.array(
    v.object({
      name: v.string(),
      valid: v.boolean(),
      why: v.string(),
      webhookId: v.string(),
      headers: v.record(v.string(), v.string()),
      bodyFile: v.string(),
      bodyBase64: v.string(),
      servedCert: v.string(),
      checks: v.object({ certUrlAllowed: v.boolean(), algorithm: v.boolean() }),
    }),
  ),
});

export type PaypalVector = v.InferOutput<typeof paypalVectors>['vectors'][number];

export function readPaypalVectors(): v.InferOutput<typeof paypalVectors> {
  return v.parse(paypalVectors, testJson('vectors/paypal/vectors.json'));
}

export function attemptOf(changes: Partial<GatewayAttempt> = {}): GatewayAttempt {
  return {
    id: 'A0k3m9q2x7v4b8n1c5d6f_1',
    orderId: '0k3m9q2x7v4b8n1c5d6f',
    amount: 1999,
    currency: 'USD',
    country: 'US',
    gatewayRef: null,
    captureTries: 0,
    wasSubmitted: false,
    startedAtMs: Date.now(),
    ...changes,
  };
}

export function openInputOf(changes: Partial<OpenInput> = {}): OpenInput {
  return {
    attempt: attemptOf(),
    method: { flow: 'card', values: { component: 'CARD' }, lifeMs: 0 },
    userId: 'miniflix_17',
    description: 'Order 0k3m9q2x7v4b8n1c5d6f',
    locale: 'en',
    brandName: 'Miniflix',
    returnUrl: 'https://shop.example/miniflix/payment?token=t',
    cancelUrl: 'https://shop.example/miniflix/payment?token=t',
    ...changes,
  };
}

export function submitInputOf(changes: Partial<SubmitInput> = {}): SubmitInput {
  return {
    attempt: attemptOf(),
    userId: 'miniflix_17',
    description: 'Order 0k3m9q2x7v4b8n1c5d6f',
    language: 'en',
    brandName: 'Miniflix',
    returnUrl: 'https://shop.example/miniflix/payment?token=t',
    notifyUrl: 'https://shop.example/webhooks/payermax',
    clientIp: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
    terminal: 'WAP',
    instrument: { kind: 'card_session', paymentToken: 'tok_A1', sessionKey: 'ses_A1' },
    ...changes,
  };
}

export const WALLET: OpenInput['method'] = { flow: 'wallet', values: {}, lifeMs: 0 };
