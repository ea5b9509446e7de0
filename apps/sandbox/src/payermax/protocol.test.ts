import { createPublicKey, sign, createPrivateKey } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { fieldsOf, parseJson } from '../shape.ts';
import { isSignedBy } from '../sign.ts';
import {
  callPayermax,
  CARD,
  openCard,
  orderData,
  payByCard,
  postJson,
  testFile,
} from '../testing/shop.ts';
import { sandboxOfFile } from '../testing/sandbox.ts';

const { shop, sandbox } = await sandboxOfFile();

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
for (const file of readdirSync(new URL('../../test-data/payermax-schemas/', import.meta.url))) {
  ajv.addSchema(fieldsOf(parseJson(testFile(`payermax-schemas/${file}`))));
}
function wrongIn(schema: string, message: unknown): unknown {
  const check = ajv.getSchema(`https://schemas.shop.example/payermax/${schema}.schema.json`);
  if (!check) throw new Error(`no schema ${schema}`);
  return check(message) === true ? null : check.errors;
}

const received = (notifyType: string, text: string) =>
  shop.wait(({ json, body }) => json['notifyType'] === notifyType && body.includes(text));

describe('signatures', () => {
  const { vectors } = fieldsOf(parseJson(testFile('vectors/payermax/vectors.json')));
  const cases = (Array.isArray(vectors) ? vectors : []).map((one: unknown) => fieldsOf(one));

  it.each(cases.map((one) => [String(one['name']), one] as const))('%s', (_name, one) => {
    const key = createPublicKey(testFile(`vectors/payermax/${String(one['verifyWith'])}`));
    const body = testFile(`vectors/payermax/${String(one['bodyFile'])}`);
    expect(isSignedBy(body, String(one['sign']), key)).toBe(one['valid']);
  });

  it('refuses an unknown merchant in a signed answer', async () => {
    const stranger = createPrivateKey(
      testFile('vectors/payermax/keys/TEST-ONLY-A-stranger.private.pk8.pem'),
    );
    const body = '{}';
    const answer = await fetch(`${sandbox.url}/payermax/orderQuery`, {
      method: 'POST',
      headers: { sign: sign('RSA-SHA256', Buffer.from(body), stranger).toString('base64') },
      body,
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const platform = testFile('vectors/payermax/keys/TEST-ONLY-A-payermax-platform.public.pem');
    expect(parseJson(bytes)).toMatchObject({ code: 'SIGN_VERIFY_FAILED' });
    expect(isSignedBy(bytes, answer.headers.get('sign') ?? '', createPublicKey(platform))).toBe(
      true,
    );
  });
});

describe('the envelope', () => {
  it.each([
    ['a merchant it does not know', { merchantNo: 'X' }, 'MERCHANT_INVALID'],
    ['an app it does not know', { appId: 'X' }, 'MERCHANT_APP_INVALID'],
    ['an old request', { requestTime: '2026-03-01T09:23:06.473+00:00' }, 'REQ_TIME_OVER_TIME'],
    ['a time of another form', { requestTime: 'now' }, 'PARAMS_INVALID'],
    ['no version', { version: '' }, 'PARAMS_INVALID'],
    ['no data', { data: null }, 'PARAMS_INVALID'],
  ])('refuses %s', async (_what, change, code) => {
    const answer = await callPayermax(
      sandbox.url,
      'orderQuery',
      { outTradeNo: 'A1_1' },
      (envelope) => Object.assign(envelope, change),
    );
    expect(answer.status).toBe(200);
    expect(answer.json['code']).toBe(code);
  });
});

describe('a session', () => {
  it.each([
    [{ currency: 'usd' }, 'CURRENCY_INVALID'],
    [{ country: 'USA' }, 'COUNTRY_INVALID'],
    [{ currency: 'TWD', totalAmount: '10.50' }, 'AMOUNT_INVALID'],
    [{ currency: 'KWD', totalAmount: '1.505' }, 'AMOUNT_INVALID'],
    [{ totalAmount: 19.99 }, 'PARAMS_INVALID'],
    [{ userId: '' }, 'PARAMS_INVALID'],
    [{ componentList: [] }, 'PARAMS_INVALID'],
    [{ currency: 'JPY', totalAmount: '500' }, 'APPLY_SUCCESS'],
    [{ currency: 'KWD', totalAmount: '1.5' }, 'APPLY_SUCCESS'],
  ])('with %o answers %s', async (change, code) => {
    const answer = await callPayermax(sandbox.url, 'applyDropinSession', {
      totalAmount: '19.99',
      currency: 'USD',
      country: 'US',
      userId: 'u_1',
      ...change,
    });
    expect(answer.json['code']).toBe(code);
    expect(wrongIn('apply-dropin-session.response', answer.json)).toBeNull();
  });

  it.each([
    [{ number: '4111 1111 1111 1112' }, 'number'],
    [{ expiry: '01/20' }, 'expiry'],
    [{ expiry: '13/39' }, 'expiry'],
    [{ cvv: '12' }, 'cvv'],
    [{ clientKey: 'x' }, 'session'],
  ])('gives no token for %o', async (change, field) => {
    const session = await callPayermax(sandbox.url, 'applyDropinSession', {
      currency: 'USD',
      country: 'US',
      userId: 'u_1',
    });
    const typed = { number: CARD.success, expiry: '12/39', cvv: '123', holder: 'N' };
    const answer = await postJson(`${sandbox.url}/payermax/dropin/token`, {
      ...session.data,
      ...typed,
      ...change,
    });
    expect(answer.status).toBe(400);
    expect(answer.json['field']).toBe(field);
  });
});

describe('a payment', () => {
  it('is made once per number, in any letter case', async () => {
    await payByCard(sandbox.url, shop.url, CARD.success, 'AbC_1');
    const again = await payByCard(sandbox.url, shop.url, CARD.success, 'aBc_1');
    expect(again.json['code']).toBe('ORDER_REPEAT');
  });

  it('accepts a token once, in its own session only', async () => {
    const card = await openCard(sandbox.url, CARD.success);
    const other = await openCard(sandbox.url, CARD.success);
    const pay = async (outTradeNo: string, with_: typeof card) =>
      (await callPayermax(sandbox.url, 'orderAndPay', orderData(outTradeNo, with_, shop.url))).json;
    expect(await pay('B1_1', { ...card, sessionKey: other.sessionKey })).toMatchObject({
      code: 'PARAMS_INVALID',
    });
    expect(await pay('B1_2', card)).toMatchObject({ code: 'APPLY_SUCCESS' });
    expect(await pay('B1_3', card)).toMatchObject({ code: 'PARAMS_INVALID' });
  });

  it.each([
    [{ totalAmount: '19.99' }, 'PARAMS_INVALID'],
    [{ totalAmount: 20.99 }, 'AMOUNT_INVALID'],
    [{ outTradeNo: 'B-2' }, 'PARAMS_INVALID'],
    [{ integrate: 'Hosted' }, 'PARAMS_INVALID'],
    [{ frontCallbackUrl: 'shop' }, 'PARAMS_INVALID'],
    [{ currency: 'EUR' }, 'AMOUNT_INVALID'],
  ])('with %o is refused with %s', async (change, code) => {
    const card = await openCard(sandbox.url, CARD.success);
    const data = { ...orderData('B2_1', card, shop.url), ...change };
    const answer = await callPayermax(sandbox.url, 'orderAndPay', data);
    expect(answer.json['code']).toBe(code);
  });

  it('matches the published schemas', async () => {
    const paid = await payByCard(sandbox.url, shop.url, CARD.success, 'B3_1');
    expect(wrongIn('order-and-pay.response', paid.json)).toBeNull();
    const asked = await payByCard(sandbox.url, shop.url, CARD.challenge, 'B3_2');
    expect(wrongIn('order-and-pay.response', asked.json)).toBeNull();
    const query = await callPayermax(sandbox.url, 'orderQuery', { outTradeNo: 'B3_2' });
    expect(wrongIn('order-query.response', query.json)).toBeNull();
    expect(wrongIn('notify-payment', (await received('PAYMENT', 'B3_1')).json)).toBeNull();
    await payByCard(sandbox.url, shop.url, CARD.dispute, 'B3_3');
    expect(wrongIn('notify-dispute', (await received('CHARGEBACK', 'B3_3')).json)).toBeNull();
  });
});

describe('a refund', () => {
  it('is processed one at a time, once per number, up to the paid sum, with a notification', async () => {
    await payByCard(sandbox.url, shop.url, CARD.success, 'C1_1');
    const refund = (outRefundNo: string, refundAmount: number) =>
      callPayermax(sandbox.url, 'refund', {
        outRefundNo,
        refundAmount,
        refundCurrency: 'USD',
        outTradeNo: 'C1_1',
      });
    const first = await refund('R1', 5.5);
    expect(first.data['status']).toBe('REFUND_PENDING');
    expect(wrongIn('refund.response', first.json)).toBeNull();
    expect((await refund('R1', 5.5)).data['refundTradeNo']).toBe(first.data['refundTradeNo']);
    expect((await refund('R2', 1)).json['code']).toBe('PARAMS_INVALID');

    const notice = await received('REFUND', 'R1');
    expect(notice.json['data']).toMatchObject({ status: 'REFUND_SUCCESS', refundAmount: 5.5 });
    expect(wrongIn('notify-refund', notice.json)).toBeNull();
    const query = await callPayermax(sandbox.url, 'refundQuery', { outRefundNo: 'R1' });
    expect(query.data).toMatchObject({ status: 'REFUND_SUCCESS', outTradeNo: 'C1_1' });
    expect(wrongIn('refund-query.response', query.json)).toBeNull();
    expect((await refund('R3', 14.5)).json['code']).toBe('AMOUNT_INVALID');
    expect((await refund('R4', 14.49)).data['status']).toBe('REFUND_PENDING');
  });

  it('needs a paid order', async () => {
    await payByCard(sandbox.url, shop.url, CARD.declined, 'C2_1');
    const refund = (outTradeNo: string) =>
      callPayermax(sandbox.url, 'refund', {
        outRefundNo: 'R5',
        refundAmount: 1,
        refundCurrency: 'USD',
        outTradeNo,
      });
    expect((await refund('C2_1')).json['code']).toBe('PARAMS_INVALID');
    expect((await refund('NONE')).json['code']).toBe('ORDER_NOT_EXIST');
  });
});
