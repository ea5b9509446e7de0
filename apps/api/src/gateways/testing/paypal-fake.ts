import type { Gateway } from '../port.ts';
import { createPaypalGateway, type PaypalOptions } from '../paypal/gateway.ts';
import { readPaypalVectors, testFile } from './data.ts';
import { json, playOutside, type Heard, type Play, type PlayedOutside } from './outside.ts';

export const BASE = 'https://api-m.test.invalid';
export const ORDER_ID = '5O190127TN364715T';
export const APPROVE_URL = `https://www.paypal.example/checkoutnow?token=${ORDER_ID}`;

const { webhookId, trustedRoot, expectedCommonName, certHostAllowList } = readPaypalVectors();

export type PaypalTest = PlayedOutside & {
  readonly gateway: Gateway;
  readonly reports: readonly string[];
  /** The requests, without those for tokens. */
  readonly calls: () => readonly Heard[];
};

export function tokenAnswer(token = 'A21-token', expiresIn = 32_400): Response {
  return json(200, { access_token: token, token_type: 'Bearer', expires_in: expiresIn });
}

export function isTokenCall({ url }: Heard): boolean {
  return url.endsWith('/v1/oauth2/token');
}

/** The gateway with the vectors' root and a fake network that hands out tokens. */
export function openPaypal(
  answer: (heard: Heard, count: number) => Play | Promise<Play>,
  options: Partial<PaypalOptions> = {},
): PaypalTest {
  let calls = 0;
  const played = playOutside((heard) => {
    if (isTokenCall(heard)) return tokenAnswer();
    calls += 1;
    return answer(heard, calls);
  });
  const reports: string[] = [];
  const gateway = createPaypalGateway({
    base: BASE,
    clientId: 'client',
    secret: 'hush-hush',
    webhookId,
    certOrigins: certHostAllowList.map((host) => `https://${host}`),
    certRootPem: testFile('vectors/paypal', trustedRoot).toString('utf8'),
    certCn: expectedCommonName,
    merchantId: 'TESTSHPA22222',
    outside: played.outside,
    report: (event, detail) => reports.push(JSON.stringify({ event, ...detail })),
    ...options,
  });
  return {
    ...played,
    gateway,
    reports,
    calls: () => played.heard.filter((heard) => !isTokenCall(heard)),
  };
}

export function problem(status: number, issue: string, link: string | null = null): Response {
  return json(status, {
    name: status === 422 ? 'UNPROCESSABLE_ENTITY' : 'ERROR',
    message: issue,
    debug_id: 'debug-0815',
    details: [{ issue, description: issue }],
    links: link === null ? [] : [{ href: link, rel: 'payer-action', method: 'GET' }],
  });
}

export function captureOf(changes: object = {}): object {
  return {
    id: '2GG279541U471931P',
    status: 'COMPLETED',
    amount: { currency_code: 'USD', value: '19.99' },
    invoice_id: 'A0k3m9q2x7v4b8n1c5d6f_1',
    ...changes,
  };
}

export function orderOf(status: string, captures: readonly object[] = []): object {
  const payments = captures.length === 0 ? {} : { payments: { captures } };
  return {
    id: ORDER_ID,
    status,
    purchase_units: [
      {
        reference_id: 'default',
        invoice_id: 'A0k3m9q2x7v4b8n1c5d6f_1',
        payee: { merchant_id: 'TESTSHPA22222' },
        ...payments,
      },
    ],
    links: [{ href: APPROVE_URL, rel: 'payer-action', method: 'GET' }],
  };
}
