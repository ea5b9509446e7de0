import { readdirSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { fieldsOf, parseJson } from '../shape.ts';
import { callPayermax, orderData, postJson, testFile } from '../testing/shop.ts';
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

/** `orderAndPay` of one method on the gateway's page. */
async function order(outTradeNo: string, changes: Readonly<Record<string, unknown>> = {}) {
  const { paymentDetail: _card, ...data } = orderData(
    outTradeNo,
    { sessionKey: '', paymentToken: '' },
    shop.url,
  );
  return callPayermax(sandbox.url, 'orderAndPay', {
    ...data,
    integrate: 'Hosted_Checkout',
    country: 'PH',
    currency: 'PHP',
    totalAmount: 559,
    paymentDetail: { paymentMethodType: 'WALLET', targetOrg: 'GCASH' },
    ...changes,
  });
}

const queried = async (outTradeNo: string) =>
  fieldsOf((await callPayermax(sandbox.url, 'orderQuery', { outTradeNo })).json['data']);
const notified = (outTradeNo: string, status: string) =>
  shop.wait(({ json }) => {
    const data = fieldsOf(json['data']);
    return data['outTradeNo'] === outTradeNo && data['status'] === status;
  });

it('an order of one method answers its page in the published shape, again while it is unpaid', async () => {
  const { json, data } = await order('L1_1');
  expect(wrongIn('order-and-pay-local.response', json)).toBeNull();
  expect(data).toMatchObject({ outTradeNo: 'L1_1', status: 'PENDING' });
  const page = await fetch(String(data['redirectUrl']));
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  const html = await page.text();
  expect(html).toContain('GCash');
  expect(html).toContain('559.00 PHP');
  expect((await order('L1_1')).data['redirectUrl']).toBe(data['redirectUrl']);
  await postJson(String(data['redirectUrl']), { result: 'approve' });
  expect((await order('L1_1')).json['code']).toBe('ORDER_REPEAT');
});

it.each([
  ['approve', 'SUCCESS', 'APPLY_SUCCESS'],
  ['reject', 'FAILED', 'PAYMENT_FAILED'],
  ['no_balance', 'FAILED', 'BALANCE_INSUFFICIENT'],
  ['approve_and_stay', 'SUCCESS', 'APPLY_SUCCESS'],
  ['approve_slowly', 'SUCCESS', 'APPLY_SUCCESS'],
  ['expire', 'CLOSED', 'PAYMENT_FAILED'],
])('%s on the page: the order is %s, told in the published shape', async (result, status, code) => {
  const outTradeNo = `L2_${result}`;
  const { data } = await order(outTradeNo);
  expect((await queried(outTradeNo))['paymentDetails']).toEqual([]);
  await postJson(String(data['redirectUrl']), { result });
  const { json } = await notified(outTradeNo, status);
  expect(wrongIn('notify-payment', json)).toBeNull();
  expect(json['code']).toBe(code);
  expect(await queried(outTradeNo)).toMatchObject({ status, totalAmount: 559, currency: 'PHP' });
  if (status !== 'SUCCESS') return;
  expect((await queried(outTradeNo))['paymentDetails']).toMatchObject([
    { paymentMethodType: 'WALLET', targetOrg: 'GCASH' },
  ]);
});

it('leave: the order stays unpaid, and the way back says so', async () => {
  const { data } = await order('L3_1');
  const { json } = await postJson(String(data['redirectUrl']), { result: 'leave' });
  const back = new URL(String(json['returnUrl']));
  expect(back.searchParams.get('status')).toBe('PENDING');
  expect(await queried('L3_1')).toMatchObject({ status: 'PENDING' });
});

it('approve_late: the order closes, then it is paid', async () => {
  const { data } = await order('L4_1');
  await postJson(String(data['redirectUrl']), { result: 'approve_late' });
  await notified('L4_1', 'CLOSED');
  await notified('L4_1', 'SUCCESS');
  expect(await queried('L4_1')).toMatchObject({ status: 'SUCCESS' });
});

it('approve_other_sum: pays one unit too much', async () => {
  const { data } = await order('L5_1');
  await postJson(String(data['redirectUrl']), { result: 'approve_other_sum' });
  expect(await queried('L5_1')).toMatchObject({ status: 'SUCCESS', totalAmount: 560 });
});

it.each([
  [
    'a method without a contract',
    { paymentDetail: { paymentMethodType: 'WALLET', targetOrg: 'CASH' } },
    'MERCHANT_SIGNED_PRODUCT_ERROR',
  ],
  ['another country', { country: 'US' }, 'COUNTRY_INVALID'],
  ['another currency', { currency: 'USD' }, 'CURRENCY_INVALID'],
])('refuses %s', async (_, changes, code) => {
  expect((await order(`L6_${code}`, changes)).json['code']).toBe(code);
});
