import type { PayerData } from '@webpay/contract/payer-fields';
import { createPublicKey } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isSignedBy } from '../../platform/http-client/rsa.ts';
import { attemptOf, openInputOf, submitInputOf, testFile, testJson } from '../testing/data.ts';
import { json } from '../testing/outside.ts';
import { accepted, BASE, openPayermax, refusal, signed } from '../testing/payermax-platform.ts';

const SCHEMAS = path.join(import.meta.dirname, '../../../test-data/payments/payermax/schemas');
const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  strictTypes: false,
  allErrors: true,
});
ajvFormats.default(ajv);
for (const file of readdirSync(SCHEMAS)) {
  ajv.addSchema(v.parse(v.looseObject({}), testJson('payermax/schemas', file)));
}

function faults(schema: string, instance: unknown): string {
  const validate = ajv.getSchema(`https://schemas.shop.example/payermax/${schema}.schema.json`);
  if (validate === undefined) throw new Error(`no schema ${schema}`);
  return validate(instance) === true ? '' : ajv.errorsText(validate.errors);
}

const merchantKey = createPublicKey(
  testFile('vectors/payermax/keys/TEST-ONLY-A-merchant.public.pem'),
);
const session = { clientKey: 'c', sessionKey: 's' };
const paid = { outTradeNo: attemptOf().id, tradeToken: 'T1', status: 'SUCCESS' };

const examples = v.parse(
  v.array(
    v.object({ schema: v.string(), valid: v.boolean(), case: v.string(), instance: v.unknown() }),
  ),
  testJson('payermax/examples.json'),
);

describe("PayerMax's schemas", () => {
  it.each(examples)('agree with the example: $schema, $case', ({ schema, valid, instance }) => {
    expect(faults(schema, instance) === '').toBe(valid);
  });
});

const localBy = <Flow extends 'redirect' | 'voucher' | 'qr'>(
  flow: Flow,
  values: Readonly<Record<string, string>>,
  lifeMs = 0,
  payer: PayerData = {},
) => ({ kind: 'local', payer, method: { flow, values, lifeMs } }) as const;

describe('a request to PayerMax', () => {
  it('matches the closed schema of a session request', async () => {
    const { gateway, heard } = openPayermax(() => accepted(session));
    await gateway.open(openInputOf());
    await gateway.open(
      openInputOf({ method: { flow: 'card', values: { component: 'APPLEPAY' }, lifeMs: 0 } }),
    );
    await gateway.open(openInputOf({ attempt: attemptOf({ amount: 10_000, currency: 'TWD' }) }));
    const sent = heard.map(({ body }) => v.parse(v.looseObject({}), JSON.parse(body.toString())));
    expect(heard.map(({ url }) => url)).toEqual(Array(3).fill(`${BASE}/applyDropinSession`));
    for (const each of sent) expect(faults('apply-dropin-session.request', each)).toBe('');
    expect(sent[0]).toMatchObject({
      version: '1.6',
      data: { totalAmount: '19.99', componentList: ['CARD'], tokenForFutureUse: false },
    });
    expect(sent[1]).toMatchObject({ data: { componentList: ['APPLEPAY'] } });
    expect(sent[2]).toMatchObject({ data: { totalAmount: '100', currency: 'TWD' } });
  });

  it.each([
    ['a plain purchase', submitInputOf()],
    ['an IPv6 address', submitInputOf({ clientIp: '2001:db8::7' })],
    ['an IPv4 address in disguise', submitInputOf({ clientIp: '::ffff:203.0.113.7' })],
    ['a browser without a name', submitInputOf({ userAgent: '' })],
    ['a browser with a long name', submitInputOf({ userAgent: 'Mozilla '.repeat(2_000) })],
    ['a long description', submitInputOf({ description: '钻石💎'.repeat(100) })],
    ['Traditional Chinese', submitInputOf({ language: 'tw' })],
    ['three decimals', submitInputOf({ attempt: attemptOf({ amount: 1_500, currency: 'KWD' }) })],
  ])('matches the closed schema of a payment: %s', async (_, input) => {
    const { gateway, heard } = openPayermax(() => accepted(paid));
    expect(await gateway.submit(input)).toMatchObject({ kind: 'paid' });
    const sent: unknown = JSON.parse(heard[0]?.body.toString() ?? '');
    expect(faults('order-and-pay.request', sent)).toBe('');
    expect(sent).toMatchObject({
      version: '1.4',
      data: {
        outTradeNo: input.attempt.id,
        expireTime: '1800',
        reference: input.attempt.orderId,
        paymentDetail: { paymentToken: 'tok_A1', sessionKey: 'ses_A1' },
      },
    });
  });

  it('matches the closed schema of a query', async () => {
    const { gateway, heard } = openPayermax(() => accepted(paid));
    await gateway.query(attemptOf());
    const sent: unknown = JSON.parse(heard[0]?.body.toString() ?? '');
    expect(faults('order-query.request', sent)).toBe('');
  });

  it('is signed over its exact bytes and contains the real time', async () => {
    const { gateway, heard } = openPayermax(() => accepted(session));
    await gateway.open(openInputOf({ userId: 'spieler_ß_💎' }));
    const [sent] = heard;
    const body = sent?.body ?? Buffer.alloc(0);
    expect(isSignedBy(body, sent?.headers.get('sign') ?? '', merchantKey)).toBe(true);
    expect(JSON.parse(body.toString())).toMatchObject({
      requestTime: '2026-04-02T10:00:00.000+00:00',
    });
  });

  it('names one method of the gateway’s page for a local method, and no payer', async () => {
    const values = { paymentMethodType: 'WALLET', targetOrg: 'GCASH' };
    const instrument = localBy('redirect', values);
    const redirectUrl = 'https://wallet.example/pay/1';
    const pending = { ...paid, status: 'PENDING', redirectUrl };
    const { gateway, heard } = openPayermax(() => accepted(pending));
    const attempt = attemptOf({ amount: 55_900, currency: 'PHP', country: 'PH' });
    const result = await gateway.submit(submitInputOf({ attempt, instrument, clientIp: '' }));
    expect(result).toEqual({ kind: 'action', gatewayRef: 'T1', url: redirectUrl });
    const sent: unknown = JSON.parse(heard[0]?.body.toString() ?? '');
    expect(faults('order-and-pay-hosted.request', sent)).toBe('');
    expect(sent).toMatchObject({
      data: {
        integrate: 'Hosted_Checkout',
        country: 'PH',
        currency: 'PHP',
        totalAmount: 559,
        expireTime: '1800',
        paymentDetail: values,
      },
    });
  });

  it('asks for the code of a voucher by the direct call, and does not shorten its life', async () => {
    const values = { paymentMethodType: 'BANK_TRANSFER', targetOrg: 'BCA' };
    const instrument = localBy('voucher', values);
    const vaCode = '8065812345678901';
    const { gateway, heard } = openPayermax(() => accepted({ ...paid, status: 'PENDING', vaCode }));
    const attempt = attemptOf({ amount: 1_500_000, currency: 'IDR', country: 'ID' });
    const result = await gateway.submit(submitInputOf({ attempt, instrument }));
    expect(result).toEqual({ kind: 'action', gatewayRef: 'T1', url: null, code: vaCode });
    const sent: { data?: object } = JSON.parse(heard[0]?.body.toString() ?? '') as object;
    expect(sent.data).toMatchObject({ integrate: 'Direct_Payment', paymentDetail: values });
    expect(sent.data).not.toHaveProperty('expireTime');
    const nowhere = await gateway.submit(submitInputOf({ attempt, instrument, clientIp: '' }));
    expect(nowhere).toMatchObject({ kind: 'refused' });
  });

  it.each([
    [1_000, '1800'],
    [45 * 60_000, '2700'],
    [9 * 86_400_000, '86400'],
  ])('asks for a QR code of %i ms by the direct call, and takes its text', async (lifeMs, life) => {
    const values = { paymentMethodType: 'REALTIME_PAYMENT', targetOrg: 'PIX' };
    const instrument = localBy('qr', values, lifeMs, { cpf: '11144477735' });
    const qrCode = '00020126580014br.gov.bcb.pix0136test5204000053039865802BR6304ABCD';
    const { gateway, heard } = openPayermax(() => accepted({ ...paid, status: 'PENDING', qrCode }));
    const result = await gateway.submit(submitInputOf({ instrument }));
    expect(result).toEqual({ kind: 'action', gatewayRef: 'T1', url: null, code: qrCode });
    const sent: unknown = JSON.parse(heard[0]?.body.toString() ?? '');
    expect(sent).toMatchObject({
      data: {
        integrate: 'Direct_Payment',
        expireTime: life,
        paymentDetail: { ...values, buyerInfo: { taxType: 'CPF', taxNo: '11144477735' } },
      },
    });
  });

  it.each([
    ['a short text', 'x'],
    ['a long text', '0'.repeat(513)],
    ['a line break', '000201265800\n14br.gov.bcb.pix'],
    ['letters of other scripts', '00020126580014br.gov.bcb.pìx'],
    ['no text', { text: '00020126580014br.gov.bcb.pix' }],
  ])('takes no QR code from an answer with %s', async (_, qrCode) => {
    const values = { paymentMethodType: 'A', targetOrg: 'B' };
    const instrument = localBy('qr', values);
    const { gateway } = openPayermax(() => accepted({ ...paid, status: 'PENDING', qrCode }));
    expect(await gateway.submit(submitInputOf({ instrument }))).toMatchObject({ kind: 'pending' });
  });

  it('is not sent for an amount it cannot move, or an unknown payer', async () => {
    const { gateway, heard } = openPayermax(() => accepted(paid));
    const odd = attemptOf({ amount: 10_050, currency: 'TWD' });
    expect(await gateway.open(openInputOf({ attempt: odd }))).toMatchObject({ kind: 'refused' });
    expect(await gateway.submit(submitInputOf({ attempt: odd }))).toMatchObject({
      kind: 'refused',
    });
    const nameless = localBy('redirect', {});
    for (const instrument of [{ kind: 'wallet_order' } as const, nameless]) {
      const result = await gateway.submit(submitInputOf({ instrument }));
      expect(result).toMatchObject({ kind: 'refused' });
    }
    for (const clientIp of ['', 'localhost', 'fe80::1%eth0', '203.0.113.7, 10.0.0.1']) {
      expect(await gateway.submit(submitInputOf({ clientIp }))).toMatchObject({ kind: 'refused' });
    }
    expect(heard).toHaveLength(0);
  });
});

describe("PayerMax's answers", () => {
  it('cause repeats after 1, 2, 4 s within ten seconds, with a new time and signature and the same number', async () => {
    const { gateway, heard, waits } = openPayermax((_, count) =>
      count < 4 ? refusal('TOO_MANY_REQUEST') : accepted(paid),
    );
    expect(await gateway.submit(submitInputOf())).toMatchObject({ kind: 'paid' });
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    const sent = heard.map(({ body }) => v.parse(envelope, JSON.parse(body.toString())));
    expect(new Set(sent.map(({ requestTime }) => requestTime)).size).toBe(4);
    expect(new Set(heard.map(({ headers }) => headers.get('sign'))).size).toBe(4);
    expect(new Set(sent.map(({ data }) => data.outTradeNo)).size).toBe(1);
  });

  it('end as refused when too many requests stay the answer', async () => {
    const { gateway, heard } = openPayermax(() => refusal('TOO_MANY_REQUEST'));
    const result = await gateway.submit(submitInputOf());
    expect(result).toEqual({ kind: 'refused', code: 'TOO_MANY_REQUEST', cause: 'request' });
    expect(heard).toHaveLength(4);
  });

  it('cause one repeat with a new time when the request time was wrong', async () => {
    const once = openPayermax((_, count) =>
      count === 1 ? refusal('REQ_TIME_OVER_TIME') : accepted(paid),
    );
    expect(await once.gateway.submit(submitInputOf())).toMatchObject({ kind: 'paid' });
    const always = openPayermax(() => refusal('REQ_TIME_OVER_TIME'));
    expect(await always.gateway.submit(submitInputOf())).toMatchObject({ kind: 'refused' });
    expect(always.heard).toHaveLength(2);
  });

  it.each([
    ['silence', () => ({ hangsMs: 10_000 })],
    ['a broken connection', () => 'breaks' as const],
    ['HTTP 502', () => json(502, '<html>')],
    ['HTTP 302', () => new Response(null, { status: 302, headers: { location: 'https://x' } })],
    ['no JSON', () => signed('<html>')],
    ['a list', () => signed('[]')],
    ['a code that is no text', () => signed('{"code":7}')],
    ['success without a signature', () => json(200, { code: 'APPLY_SUCCESS', data: paid })],
    ['a refusal without a signature', () => json(200, { code: 'PAYMENT_FAILED' })],
    ['a crowd without a signature', () => json(200, { code: 'TOO_MANY_REQUEST' })],
    [
      "another answer's signature",
      () =>
        json(
          200,
          { code: 'APPLY_SUCCESS', data: paid },
          { sign: accepted({}).headers.get('sign') ?? '' },
        ),
    ],
    ['a megabyte', () => signed(`{"code":"APPLY_SUCCESS","msg":"${'x'.repeat(1_100_000)}"}`)],
  ])('are indeterminate: %s', async (_, answer) => {
    const { gateway, heard } = openPayermax(answer);
    expect(await gateway.submit(submitInputOf())).toMatchObject({ kind: 'indeterminate' });
    expect(heard).toHaveLength(1);
    expect(await gateway.open(openInputOf())).toBeDefined();
  });

  it('count unsigned where no money moves, and are reported', async () => {
    const { gateway, reports } = openPayermax(() => json(200, { code: 'PARAMS_INVALID' }));
    expect(await gateway.open(openInputOf())).toMatchObject({
      kind: 'refused',
      code: 'PARAMS_INVALID',
    });
    expect(reports.join()).toContain('payermax_unsigned_answer');
    const unsigned = openPayermax(() => json(200, { code: 'APPLY_SUCCESS', data: session }));
    expect(await unsigned.gateway.open(openInputOf())).toMatchObject({ kind: 'silent' });
  });

  it('leave no secret in the log', async () => {
    const { gateway, reports, heard } = openPayermax((_, count) =>
      count === 1 ? refusal('PARAMS_INVALID') : 'breaks',
    );
    await gateway.submit(submitInputOf());
    await gateway.submit(submitInputOf());
    const told = reports.join('\n');
    expect(told).toContain('PARAMS_INVALID');
    const secrets = ['tok_A1', 'ses_A1', '203.0.113.7', heard[0]?.headers.get('sign') ?? ''];
    for (const secret of secrets) expect(told).not.toContain(secret);
  });
});

const envelope = v.object({ requestTime: v.string(), data: v.object({ outTradeNo: v.string() }) });
