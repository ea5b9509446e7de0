import { createPrivateKey, sign } from 'node:crypto';
import type { Gateway } from '../port.ts';
import { createPayermaxGateway, type PayermaxOptions } from '../payermax/gateway.ts';
import { readPayermaxVectors, testFile } from './data.ts';
import { json, playOutside, type Heard, type Play, type PlayedOutside } from './outside.ts';

const KEYS = 'vectors/payermax/keys/TEST-ONLY-A-';
const platformKey = createPrivateKey(testFile(`${KEYS}payermax-platform.private.pk8.pem`));
const { appId, merchantNo } = readPayermaxVectors();

export const BASE = 'https://pay-gate.test.invalid/aggregate-pay/api/gateway';

/** Signs exactly these bytes like PayerMax. */
export function platformSign(bytes: Buffer): string {
  return sign('RSA-SHA256', bytes, platformKey).toString('base64');
}

export function signed(body: unknown): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return json(200, text, { sign: platformSign(Buffer.from(text)) });
}

/** A refusal in PayerMax's form; most have no data. */
export function refusal(code: string, data?: unknown): Response {
  return signed({ code, msg: code, ...(data === undefined ? {} : { data }) });
}

export function accepted(data: unknown): Response {
  return signed({ code: 'APPLY_SUCCESS', msg: 'Success.', data });
}

export type PayermaxTest = PlayedOutside & {
  readonly gateway: Gateway;
  readonly reports: readonly string[];
};

/** The gateway with the vectors' keys and a fake network. */
export function openPayermax(
  answer: (heard: Heard, count: number) => Play | Promise<Play>,
  options: Partial<PayermaxOptions> = {},
): PayermaxTest {
  const played = playOutside(answer);
  const reports: string[] = [];
  const gateway = createPayermaxGateway({
    base: BASE,
    appId,
    merchantNo,
    privateKeyPem: testFile(`${KEYS}merchant.private.pk8.pem`).toString('utf8'),
    publicKeyPem: testFile(`${KEYS}payermax-platform.public.pem`).toString('utf8'),
    outside: played.outside,
    report: (event, detail) => reports.push(JSON.stringify({ event, ...detail })),
    ...options,
  });
  return { ...played, gateway, reports };
}
