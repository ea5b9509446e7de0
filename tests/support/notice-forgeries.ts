import * as v from 'valibot';
import { payermaxNotice, signedByPayermax, signedByPaypal, type Notice } from './notice-writer.ts';

/** Invalid webhook messages: with a bad signature, and with a good one over wrong content. */

type Forgery = readonly [what: string, forge: (good: Notice) => Notice];

export const textOf = (good: Notice): string => good.body.toString('utf8');
const withBody = (good: Notice, body: string): Notice => ({ ...good, body: Buffer.from(body) });
export const withHeaders = (good: Notice, headers: Record<string, string>): Notice => ({
  ...good,
  headers: { ...good.headers, ...headers },
});

/** For both gateways: valid messages and signatures with one difference. */
export const FORGERIES: readonly Forgery[] = [
  ['unsigned', (good) => ({ ...good, headers: {} })],
  [
    'one digit changed',
    (good) =>
      withBody(good, textOf(good).replace('SUCCE', 'SUCCf').replace('19', '91').concat(' ')),
  ],
  ['truncated', (good) => withBody(good, textOf(good).slice(0, -20))],
  ['empty', (good) => withBody(good, '')],
  [
    'its members in another order',
    (good) => {
      const entries = Object.entries(
        v.parse(v.record(v.string(), v.unknown()), JSON.parse(textOf(good))),
      );
      return withBody(good, JSON.stringify(Object.fromEntries(entries.toReversed())));
    },
  ],
  [
    'written again with spaces',
    (good) => withBody(good, JSON.stringify(JSON.parse(textOf(good)), null, 1)),
  ],
  ['no JSON', (good) => withBody(good, '<xml>paid</xml>')],
  ['bytes that are no text', (good) => ({ ...good, body: Buffer.from([0xff, 0x00, 0xfe]) })],
];

export const OF_PAYERMAX: readonly Forgery[] = [
  ['signed with the shop’s own key', (good) => signedByPayermax(good.body, 'merchant')],
  ['a signature that is no base64', (good) => withHeaders(good, { sign: 'paid!' })],
  [
    'the signature of another message',
    (good) => withHeaders(good, { ...payermaxNotice({ outTradeNo: 'A0' }).headers }),
  ],
];

export const OF_PAYPAL: readonly Forgery[] = [
  [
    'signed for another webhook',
    (good) => signedByPaypal(sandboxOf(good), good.body, { webhookId: '1JE42910TEST0002B' }),
  ],
  ['another algorithm', (good) => withHeaders(good, { 'paypal-auth-algo': 'SHA1withRSA' })],
  ['the id of another sending', (good) => withHeaders(good, { 'paypal-transmission-id': 'other' })],
  [
    'the time of another sending',
    (good) => withHeaders(good, { 'paypal-transmission-time': '2026-01-01T00:00:00Z' }),
  ],
];

/** Certificate addresses of an attacker: a trap, and look-alikes of an allowed one. */
export const CERTIFICATE_ADDRESSES: readonly (readonly [
  where: string,
  address: (port: string, trap: number) => string,
])[] = [
  ['another host', (_, trap) => `http://127.0.0.1:${trap}/c.pem`],
  [
    'another port of the same host',
    (_, trap) => `http://localhost:${trap}/paypal/v1/notifications/certs/CERT-SANDBOX-1`,
  ],
  [
    'a user that looks like the host',
    (port, trap) => `http://localhost:${port}@127.0.0.1:${trap}/c.pem`,
  ],
  [
    'a user before the host',
    (port) => `http://x@localhost:${port}/paypal/v1/notifications/certs/CERT-SANDBOX-1`,
  ],
  ['a backslash', (port, trap) => `http://127.0.0.1:${trap}\\@localhost:${port}/c.pem`],
  [
    'the host’s number',
    (port) => `http://127.0.0.1:${port}/paypal/v1/notifications/certs/CERT-SANDBOX-1`,
  ],
  ['a number written otherwise', (_, trap) => `http://2130706433:${trap}/c.pem`],
  ['the other protocol’s number', (_, trap) => `http://[::1]:${trap}/c.pem`],
  ['the cloud’s own address', () => 'http://169.254.169.254/latest/meta-data/'],
  [
    'https where http is listed',
    (port) => `https://localhost:${port}/paypal/v1/notifications/certs/CERT-SANDBOX-1`,
  ],
  [
    'capital letters',
    (port) => `http://LOCALHOST:${port}/paypal/v1/notifications/certs/CERT-SANDBOX-1`,
  ],
  [
    'a dot at the end',
    (port) => `http://localhost.:${port}/paypal/v1/notifications/certs/CERT-SANDBOX-1`,
  ],
  [
    'a longer name',
    (port) => `http://localhost.evil.example:${port}/paypal/v1/notifications/certs/CERT-SANDBOX-1`,
  ],
  [
    'a look-alike letter',
    (port) => `http://l\u00f3calhost:${port}/paypal/v1/notifications/certs/CERT-SANDBOX-1`,
  ],
  ['a way up', (port) => `http://localhost:${port}/paypal/../c.pem`],
  [
    'a fragment',
    (port) => `http://localhost:${port}/paypal/v1/notifications/certs/CERT-SANDBOX-1#x`,
  ],
  ['another path', (port) => `http://localhost:${port}/statement`],
  ['a path below', (port) => `http://localhost:${port}/paypal/v1/notifications/certs/CERT-1/c.pem`],
  ['a query', (port) => `http://localhost:${port}/paypal/v1/notifications/certs/CERT-1?x=1`],
  [
    'a certificate that is not there',
    (port) => `http://localhost:${port}/paypal/v1/notifications/certs/CERT-1`,
  ],
  ['no protocol', (port) => `//localhost:${port}/paypal/v1/notifications/certs/CERT-SANDBOX-1`],
  ['a file', () => 'file:///etc/passwd'],
];

function sandboxOf(good: Notice): string {
  return new URL(good.headers['paypal-cert-url'] ?? '').origin;
}

const money = (value: string, currency_code = 'USD') => ({ amount: { currency_code, value } });

/** Changes to a valid message about 0.99 USD that alter the money, and the recorded reason. */
type Odd = readonly [what: string, reason: string, payermax: object | null, paypal: object | null];

export const ODD: readonly Odd[] = [
  ['a cent less', 'amount_differs', { totalAmount: 0.98 }, money('0.98')],
  ['a negative sum', 'amount_differs', { totalAmount: -0.99 }, money('-0.99')],
  ['nothing at all', 'amount_differs', { totalAmount: 0 }, money('0.00')],
  ['a huge sum', 'amount_differs', { totalAmount: 1e21 }, money('999999999999999999999.99')],
  ['a sum beyond numbers', 'amount_differs', { totalAmount: '1e999' }, money('1e999')],
  ['minor units', 'amount_differs', { totalAmount: 99 }, money('99')],
  ['a third decimal', 'amount_differs', { totalAmount: 0.999 }, money('0.991')],
  ['no sum', 'amount_differs', { totalAmount: null }, { amount: null }],
  // The wallet's repeats the result before it, which waits already.
  ['no currency', 'amount_differs', { currency: null }, { amount: { value: '0.99' } }],
  ['another currency', 'currency_differs', { currency: 'EUR' }, money('0.99', 'EUR')],
  [
    'as many of a currency without decimals',
    'currency_differs',
    { totalAmount: 99, currency: 'JPY' },
    money('99', 'JPY'),
  ],
  ['another merchant', 'merchant_differs', null, { payee: { merchant_id: 'STRANGER00000' } }],
];
