import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { attemptOf, openInputOf, submitInputOf, testJson } from '../testing/data.ts';
import { json, playOutside, type Heard, type Play } from '../testing/outside.ts';
import {
  BASE,
  captureOf,
  isTokenCall,
  openPaypal,
  ORDER_ID,
  orderOf,
  problem,
  tokenAnswer,
} from '../testing/paypal-fake.ts';
import { createTokens } from './tokens.ts';

const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true });
ajvFormats.default(ajv);
for (const name of ['orders-v2', 'webhooks-v1']) {
  const document = v.parse(v.looseObject({}), testJson(`paypal/paypal-${name}.openapi.json`));
  ajv.addSchema(document, name);
}

function faults(schema: string, body: Buffer): string {
  const validate = ajv.compile({ $ref: schema });
  return validate(JSON.parse(body.toString())) ? '' : ajv.errorsText(validate.errors);
}

const attempt = attemptOf({ gatewayRef: ORDER_ID });
const captured = (): Response => json(201, orderOf('COMPLETED', [captureOf()]));
const made = (): Response => json(200, orderOf('PAYER_ACTION_REQUIRED'));

describe('a request to PayPal', () => {
  it.each([
    ['plain', openInputOf()],
    ['in whole units', openInputOf({ attempt: attemptOf({ amount: 199_900, currency: 'HUF' }) })],
    ['in Traditional Chinese', openInputOf({ locale: 'tw' })],
    ['in a language PayPal does not speak', openInputOf({ locale: 'te' })],
    ['with long names', openInputOf({ brandName: 'ß'.repeat(300), description: '💎'.repeat(99) })],
  ])('is an order its OpenAPI allows: %s', async (_, input) => {
    const { gateway, calls } = openPaypal(made);
    expect(await gateway.open(input)).toMatchObject({ kind: 'wallet_order' });
    const [sent] = calls();
    expect(
      faults('orders-v2#/components/schemas/order_request', sent?.body ?? Buffer.alloc(0)),
    ).toBe('');
    expect(sent?.url).toBe(`${BASE}/v2/checkout/orders`);
    expect(sent?.headers.get('paypal-request-id')).toBe(`ord-${input.attempt.id}`);
    expect(JSON.parse(sent?.body.toString() ?? '')).toMatchObject({
      intent: 'CAPTURE',
      purchase_units: [{ invoice_id: input.attempt.id, custom_id: input.attempt.orderId }],
      payment_source: {
        paypal: {
          experience_context: { user_action: 'PAY_NOW', shipping_preference: 'NO_SHIPPING' },
        },
      },
    });
  });

  it('is a capture that asks for all of the order, under a number for each try', async () => {
    const { gateway, calls } = openPaypal(captured);
    await gateway.submit(submitInputOf({ attempt }));
    await gateway.submit(submitInputOf({ attempt: { ...attempt, captureTries: 2 } }));
    const [first, third] = calls();
    expect(first?.url).toBe(`${BASE}/v2/checkout/orders/${ORDER_ID}/capture`);
    expect(first?.headers.get('prefer')).toBe('return=representation');
    expect(first?.headers.get('paypal-request-id')).toBe(`cap-${attempt.id}-0`);
    expect(third?.headers.get('paypal-request-id')).toBe(`cap-${attempt.id}-2`);
    const body = first?.body ?? Buffer.alloc(0);
    expect(faults('orders-v2#/components/schemas/order_capture_request', body)).toBe('');
  });

  it('is nothing for a sum it cannot move', async () => {
    const { gateway, heard } = openPaypal(made);
    const odd = openInputOf({ attempt: attemptOf({ amount: 150, currency: 'TWD' }) });
    expect(await gateway.open(odd)).toMatchObject({ kind: 'refused', cause: 'request' });
    expect(heard).toHaveLength(0);
  });
});

const again: readonly (readonly [string, () => Play])[] = [
  ['silence', () => ({ hangsMs: 500 })],
  ['a broken connection', () => 'breaks'],
  ['HTTP 500', () => json(500, '<html>')],
  ['HTTP 503', () => problem(503, 'SERVICE_UNAVAILABLE')],
  ['HTTP 429', () => problem(429, 'RATE_LIMIT_REACHED')],
  ['its own first try', () => problem(409, 'PREVIOUS_REQUEST_IN_PROGRESS')],
  ['an answer it cannot read', () => json(201, '<html>')],
];

describe("PayPal's trouble", () => {
  it.each(again)('is met by the same request again after 1, 2, 4 s: %s', async (_, trouble) => {
    const { gateway, calls, waits } = openPaypal((_heard, count) =>
      count < 4 ? trouble() : captured(),
    );
    expect(await gateway.submit(submitInputOf({ attempt }))).toMatchObject({ kind: 'paid' });
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    const ids = calls().map(({ headers }) => headers.get('paypal-request-id'));
    expect(new Set(ids)).toEqual(new Set([`cap-${attempt.id}-0`]));
  });

  it.each(again)('is doubt when it lasts, within ten seconds: %s', async (_, trouble) => {
    const test = openPaypal(trouble);
    const startedAt = test.outside.now();
    expect(await test.gateway.submit(submitInputOf({ attempt }))).toMatchObject({
      kind: 'indeterminate',
    });
    expect(test.outside.now() - startedAt).toBeLessThanOrEqual(10_000);
    expect(await test.gateway.query(attempt)).toMatchObject({ kind: 'indeterminate' });
    expect(await test.gateway.open(openInputOf())).toMatchObject({ kind: 'silent' });
  });

  it('leaves time to ask again when it answers nothing', async () => {
    const { gateway, calls } = openPaypal((_, count) =>
      count === 1 ? { hangsMs: 5_000 } : captured(),
    );
    expect(await gateway.submit(submitInputOf({ attempt }))).toMatchObject({ kind: 'paid' });
    expect(calls()).toHaveLength(2);
  });

  it('is not followed elsewhere', async () => {
    const moved = new Response(null, { status: 302, headers: { location: 'https://x.invalid' } });
    const { gateway, calls } = openPaypal(() => moved);
    expect(await gateway.submit(submitInputOf({ attempt }))).toMatchObject({
      kind: 'indeterminate',
    });
    expect(calls().map(({ redirect }) => redirect)).toEqual(['manual']);
  });

  it('is reported with its debug id and without secrets', async () => {
    const { gateway, reports } = openPaypal((_, count) =>
      count === 1 ? problem(422, 'SOMETHING_NEW') : 'breaks',
    );
    await gateway.submit(submitInputOf({ attempt }));
    await gateway.query(attempt);
    const told = reports.join('\n');
    expect(told).toContain('debug-0815');
    for (const secret of ['hush-hush', 'A21-token', 'Basic', 'Bearer']) {
      expect(told).not.toContain(secret);
    }
  });
});

describe("PayPal's access token", () => {
  function openTokens(answer: (heard: Heard, count: number) => Play | Promise<Play>) {
    const played = playOutside(answer);
    const { outside } = played;
    const tokens = createTokens({ base: BASE, clientId: 'client', secret: 'hush-hush', outside });
    return { ...played, tokens };
  }

  it('is fetched with the second secret where PayPal refuses the first (14.6)', async () => {
    const uses: string[] = [];
    let enabled = ['hush-hush', 'the-next'];
    const { outside, heard, pass } = playOutside(({ headers }) => {
      const [, given = ''] = (headers.get('authorization') ?? '').split(' ');
      const [, secret = ''] = Buffer.from(given, 'base64').toString().split(':');
      return enabled.includes(secret) ? tokenAnswer(`token-of-${secret}`, 100) : json(401, {});
    });
    const tokens = createTokens({
      base: BASE,
      clientId: 'client',
      secret: 'hush-hush',
      secondSecret: 'the-next',
      countSecondKey: (name) => uses.push(name),
      outside,
    });
    expect(await tokens.get(5_000)).toEqual({ kind: 'token', token: 'token-of-hush-hush' });
    enabled = ['the-next'];
    pass(90_000);
    expect(await tokens.get(5_000)).toEqual({ kind: 'token', token: 'token-of-the-next' });
    expect(heard).toHaveLength(3);
    expect(uses).toEqual(['PAYPAL_SECRET']);
    enabled = [];
    pass(90_000);
    expect(await tokens.get(5_000)).toEqual({ kind: 'refused' });
  });

  it('is fetched once for a crowd, and kept', async () => {
    const { tokens, heard } = openTokens(() => tokenAnswer());
    const crowd = await Promise.all(Array.from({ length: 50 }, () => tokens.get(5_000)));
    expect(new Set(crowd.map((each) => JSON.stringify(each))).size).toBe(1);
    await tokens.get(5_000);
    expect(heard).toHaveLength(1);
    const [asked] = heard;
    const credentials = Buffer.from('client:hush-hush').toString('base64');
    expect(asked?.headers.get('authorization')).toBe(`Basic ${credentials}`);
    expect(asked?.body.toString()).toBe('grant_type=client_credentials');
  });

  it('is renewed at 80 % of its life, and serves on while PayPal gives no new one', async () => {
    const { tokens, heard, pass } = openTokens((_, count) =>
      count === 2 ? json(503, {}) : tokenAnswer(`token-${count}`, 1_000),
    );
    expect(await tokens.get(5_000)).toEqual({ kind: 'token', token: 'token-1' });
    pass(799_000);
    expect(await tokens.get(5_000)).toEqual({ kind: 'token', token: 'token-1' });
    expect(heard).toHaveLength(1);
    pass(2_000);
    expect(await tokens.get(5_000)).toEqual({ kind: 'token', token: 'token-1' });
    expect(heard).toHaveLength(2);
    expect(await tokens.get(5_000)).toEqual({ kind: 'token', token: 'token-3' });
  });

  it('is asked for again after a failure', async () => {
    const { tokens } = openTokens((_, count) => (count === 1 ? 'breaks' : tokenAnswer()));
    expect(await tokens.get(5_000)).toMatchObject({ kind: 'silent' });
    expect(await tokens.get(5_000)).toMatchObject({ kind: 'token' });
  });

  it.each([
    ['no token', json(200, {})],
    ['nonsense', json(200, '<html>')],
    ['a rate limit', json(429, {})],
  ])('is silence with %s', async (_, answer) => {
    const { tokens } = openTokens(() => answer);
    expect(await tokens.get(5_000)).toMatchObject({ kind: 'silent' });
  });

  it('is renewed once when a call is not let in, and the call repeated once', async () => {
    const stale = openPaypal((_, count) => (count === 1 ? json(401, {}) : captured()));
    expect(await stale.gateway.submit(submitInputOf({ attempt }))).toMatchObject({ kind: 'paid' });
    expect(stale.heard.filter(isTokenCall)).toHaveLength(2);
    const refused = openPaypal(() => json(401, {}));
    expect(await refused.gateway.submit(submitInputOf({ attempt }))).toEqual({
      kind: 'refused',
      code: 'AUTHENTICATION_FAILURE',
      cause: 'access',
    });
    expect(refused.calls()).toHaveLength(2);
    expect(refused.waits).toEqual([]);
  });

  it('does not make a call refused that may have worked before', async () => {
    const { gateway } = openPaypal((_, count) => (count === 1 ? 'breaks' : json(401, {})));
    expect(await gateway.submit(submitInputOf({ attempt }))).toMatchObject({
      kind: 'indeterminate',
    });
  });

  it('calls it refused access when PayPal does not know us', async () => {
    const { outside } = playOutside((heard) => (isTokenCall(heard) ? json(401, {}) : captured()));
    const { gateway } = openPaypal(captured, { outside });
    expect(await gateway.open(openInputOf())).toMatchObject({ kind: 'refused', cause: 'access' });
  });
});
