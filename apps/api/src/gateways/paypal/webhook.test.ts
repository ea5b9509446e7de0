import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readPaypalVectors, testFile, testJson, type PaypalVector } from '../testing/data.ts';
import { json, type Heard, type Play } from '../testing/outside.ts';
import { openPaypal } from '../testing/paypal-fake.ts';

const { vectors, webhookId } = readPaypalVectors();

const isCertFetch = ({ method }: Heard): boolean => method === 'GET';
const served = (name: string): Response =>
  new Response(testFile('vectors/paypal', name).toString());
const FAILURE = (): Response => json(200, { verification_status: 'FAILURE' });
const leaf = (): Response => served('keys/TEST-ONLY-A-webhook-leaf.cert.pem');

function vectorNamed(name: string): PaypalVector {
  const found = vectors.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no vector ${name}`);
  return found;
}

const good = vectorNamed('01-capture-completed');
const goodBody = testFile('vectors/paypal', good.bodyFile);

describe("PayPal's webhook vectors", () => {
  it.each(vectors)('$name: $why', async (vector) => {
    const body = testFile('vectors/paypal', vector.bodyFile);
    expect(body.equals(Buffer.from(vector.bodyBase64, 'base64'))).toBe(true);
    const { gateway, heard } = openPaypal((one) =>
      isCertFetch(one) ? served(vector.servedCert) : FAILURE(),
    );
    const received = await gateway.verifyNotification(body, vector.headers);
    expect(received.kind).toBe(vector.valid ? 'verified' : 'bad_signature');
    // The address is checked before the fetch.
    const mayFetch = vector.checks.certUrlAllowed && vector.checks.algorithm;
    expect(heard.filter(isCertFetch)).toHaveLength(mayFetch ? 1 : 0);
  });
});

describe("PayPal's webhook headers", () => {
  it.each(Object.keys(good.headers))('are all needed, once and short: %s', async (name) => {
    const { gateway, heard } = openPaypal(leaf);
    const value = good.headers[name] ?? '';
    for (const bad of [undefined, '', [value, value], `${value}${' '.repeat(2_100)}`]) {
      const headers = { ...good.headers, [name]: bad };
      const received = await gateway.verifyNotification(goodBody, headers);
      expect(received.kind).toBe('bad_signature');
    }
    expect(heard).toHaveLength(0);
  });

  it.each([
    'https://api.sandbox.paypal.com:8443/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com:443/v1/notifications/certs/CERT-1',
    'https://user@api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'https://evil.example/https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com\\@evil.example/v1/notifications/certs/CERT-1',
    'https://API.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com./v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com%2eevil.example/v1/notifications/certs/CERT-1',
    'https://api-sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.p\u0430ypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypa1.com/v1/notifications/certs/CERT-1',
    'https://paypal.com/v1/notifications/certs/CERT-1',
    'https://169.254.169.254/v1/notifications/certs/CERT-1',
    'https://2130706433/v1/notifications/certs/CERT-1',
    'https://[::1]/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com',
    // [14] Only the exact form of a certificate's address.
    'https://api.sandbox.paypal.com/',
    'https://api.sandbox.paypal.com/v2/checkout/orders',
    'https://api.sandbox.paypal.com/v1/notifications/certs/',
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-',
    'https://api.sandbox.paypal.com/v1/notifications/certs/cert-1',
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1/more',
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1%2Fmore',
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1?x=1',
    'https://api.sandbox.paypal.com/v1/notifications/certs//CERT-1',
    'https://api.sandbox.paypal.com/x/v1/notifications/certs/CERT-1',
    `https://api.sandbox.paypal.com/v1/notifications/certs/CERT-${'1'.repeat(129)}`,
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1#x',
    'https://api.sandbox.paypal.com/a/../v1/notifications/certs/CERT-1',
    ' https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.sandbox.paypal.com/\tv1/notifications/certs/CERT-1',
    'http://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'ftp://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    'file:///etc/passwd',
    'http://127.0.0.1:4020/metrics',
    '//api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    '/v1/notifications/certs/CERT-1',
  ])('never cause a fetch of %j', async (certUrl) => {
    const { gateway, heard } = openPaypal(leaf);
    const headers = { ...good.headers, 'paypal-cert-url': certUrl };
    expect((await gateway.verifyNotification(goodBody, headers)).kind).toBe('bad_signature');
    expect(heard).toHaveLength(0);
  });

  it('may name a plain-http address that the configuration lists', async () => {
    const { gateway } = openPaypal(leaf, { certOrigins: ['http://localhost:4090'] });
    const headers = (url: string) => ({ ...good.headers, 'paypal-cert-url': url });
    const listed = headers('http://localhost:4090/v1/notifications/certs/CERT-1');
    expect((await gateway.verifyNotification(goodBody, listed)).kind).toBe('verified');
    const unlisted = headers('http://localhost:4091/v1/notifications/certs/CERT-1');
    expect((await gateway.verifyNotification(goodBody, unlisted)).kind).toBe('bad_signature');
  });
});

describe("PayPal's certificates", () => {
  it('are fetched once for concurrent webhooks, without following redirects', async () => {
    const { gateway, heard } = openPaypal(leaf);
    const receive = () => gateway.verifyNotification(goodBody, good.headers);
    const crowd = await Promise.all([receive(), receive(), receive()]);
    expect([...crowd, await receive()].map(({ kind }) => kind)).toEqual(Array(4).fill('verified'));
    expect(heard).toHaveLength(1);
    expect(heard[0]?.redirect).toBe('manual');
  });

  it('are fetched again a minute after an untrusted answer', async () => {
    const { gateway, heard, pass } = openPaypal((_, count) =>
      count === 1 ? served('keys/TEST-ONLY-A-rogue-leaf.cert.pem') : leaf(),
    );
    const receive = () => gateway.verifyNotification(goodBody, good.headers);
    expect((await receive()).kind).toBe('bad_signature');
    expect((await receive()).kind).toBe('bad_signature');
    expect(heard).toHaveLength(1);
    pass(60_000);
    expect((await receive()).kind).toBe('verified');
  });

  it.each([
    ['of another name', { certCn: 'messageverificationcerts.paypal.com' }],
    ['below no root of ours', { certRootPem: null }],
  ])('are not trusted %s', async (_, options) => {
    const { gateway } = openPaypal((one) => (isCertFetch(one) ? leaf() : FAILURE()), options);
    const received = await gateway.verifyNotification(goodBody, good.headers);
    expect(received.kind).toBe('bad_signature');
  });

  it('expire while they are cached', async () => {
    const { gateway, pass } = openPaypal((one) => (isCertFetch(one) ? leaf() : FAILURE()));
    const receive = () => gateway.verifyNotification(goodBody, good.headers);
    expect((await receive()).kind).toBe('verified');
    pass(30 * 365 * 86_400_000);
    expect((await receive()).kind).toBe('bad_signature');
  });
});

describe('without the certificate', () => {
  const ajv = new Ajv({ strict: false, unicodeRegExp: false });
  ajvFormats.default(ajv);
  ajv.addSchema(
    v.parse(v.looseObject({}), testJson('paypal/paypal-webhooks-v1.openapi.json')),
    'w',
  );
  const validate = ajv.compile({ $ref: 'w#/components/schemas/verify_webhook_signature' });

  const without: readonly (readonly [string, () => Play])[] = [
    ['nobody answers', () => ({ hangsMs: 5_000 })],
    ['the connection breaks', () => 'breaks'],
    ['it is refused to us', () => json(403, {})],
    ['it is no certificate', () => new Response('<html>')],
    [
      'it is elsewhere',
      () => new Response(null, { status: 302, headers: { location: 'https://x' } }),
    ],
    ['it is a flood', () => new Response('x'.repeat(70_000))],
  ];

  it.each(without)('PayPal verifies the event’s exact bytes: %s', async (_, trouble) => {
    const dispute = vectorNamed('04-dispute-created');
    const body = testFile('vectors/paypal', dispute.bodyFile);
    const { gateway, calls } = openPaypal((heard) =>
      isCertFetch(heard) ? trouble() : json(200, { verification_status: 'SUCCESS' }),
    );
    const received = await gateway.verifyNotification(body, dispute.headers);
    expect(received.kind).toBe('verified');
    const question = calls().at(-1)?.body ?? Buffer.alloc(0);
    // "score":1.0 would be 1 after parsing.
    expect(question.includes(body)).toBe(true);
    const asked: unknown = JSON.parse(question.toString());
    expect(validate(asked), ajv.errorsText(validate.errors)).toBe(true);
    expect(asked).toMatchObject({ webhook_id: webhookId, auth_algo: 'SHA256withRSA' });
  });

  it('PayPal’s no rejects the event, and its silence requests it again', async () => {
    const ask = async (answer: () => Play) => {
      const { gateway } = openPaypal((heard) => (isCertFetch(heard) ? 'breaks' : answer()));
      return (await gateway.verifyNotification(goodBody, good.headers)).kind;
    };
    expect(await ask(() => json(200, { verification_status: 'FAILURE' }))).toBe('bad_signature');
    expect(await ask(() => json(200, {}))).toBe('cannot_verify');
    expect(await ask(() => json(503, {}))).toBe('cannot_verify');
    expect(await ask(() => 'breaks')).toBe('cannot_verify');
  });

  it('a body cannot add members to the verify call', async () => {
    const { gateway, calls } = openPaypal((heard) =>
      isCertFetch(heard) ? 'breaks' : json(200, { verification_status: 'SUCCESS' }),
    );
    for (const body of ['{"id":"x"},"webhook_id":"MINE"', '{}{}', '[]', '', '\u0000']) {
      const received = await gateway.verifyNotification(Buffer.from(body), good.headers);
      expect(received.kind).toBe('bad_signature');
    }
    expect(calls().every(isCertFetch)).toBe(true);
  });
});
