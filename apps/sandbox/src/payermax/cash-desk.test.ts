import { expect, it } from 'vitest';
import { fieldsOf } from '../shape.ts';
import { callPayermax, orderData, postJson } from '../testing/shop.ts';
import { sandboxOfFile } from '../testing/sandbox.ts';

const { shop, sandbox } = await sandboxOfFile();

/** `orderAndPay` of a voucher by the direct call. */
async function order(outTradeNo: string, changes: Readonly<Record<string, unknown>> = {}) {
  const { expireTime: _life, ...data } = {
    expireTime: '',
    ...orderData(outTradeNo, { sessionKey: '', paymentToken: '' }, shop.url),
  };
  return callPayermax(sandbox.url, 'orderAndPay', {
    ...data,
    country: 'MX',
    currency: 'MXN',
    totalAmount: 99,
    paymentDetail: {
      paymentMethodType: 'OTC',
      targetOrg: 'OXXO',
      buyerInfo: { clientIp: '203.0.113.7', userAgent: 'test' },
    },
    ...changes,
  });
}

const queried = async (outTradeNo: string) =>
  fieldsOf((await callPayermax(sandbox.url, 'orderQuery', { outTradeNo })).json['data']);
const act = (code: unknown, result: string) =>
  postJson(`${sandbox.url}/payermax/desk/${String(code)}`, { result });

it('a voucher answers its number, which queries repeat and the desk takes once', async () => {
  const { data } = await order('D1_1');
  const { vaCode } = data;
  expect(data['status']).toBe('PENDING');
  expect(vaCode).toMatch(/^\d{14}$/);
  expect(await queried('D1_1')).toMatchObject({ status: 'PENDING', paymentCode: vaCode });
  const page = await (await fetch(`${sandbox.url}/payermax/desk?code=${String(vaCode)}`)).text();
  expect(page).toContain('99.00 MXN');
  await act(vaCode, 'pay');
  expect(await queried('D1_1')).toMatchObject({ status: 'SUCCESS', paymentCode: vaCode });
  expect((await act(vaCode, 'pay')).status).toBe(409);
  expect((await order('D1_1')).json['code']).toBe('ORDER_REPEAT');
});

it('another sum, an end and a refund are as the table says', async () => {
  const { data } = await order('D2_1');
  await act(data['vaCode'], 'pay_other_sum');
  expect(await queried('D2_1')).toMatchObject({ status: 'SUCCESS', totalAmount: 100 });
  const back = { outRefundNo: 'R2_1', refundAmount: 100, refundCurrency: 'MXN' };
  const refused = await callPayermax(sandbox.url, 'refund', { ...back, outTradeNo: 'D2_1' });
  expect(refused.json['code']).toBe('PARAMS_INVALID');
  const second = await order('D3_1');
  await act(second.data['vaCode'], 'expire');
  expect(await queried('D3_1')).toMatchObject({ status: 'CLOSED' });
});

it('has no page of the gateway', async () => {
  const { json } = await order('D4_1', { integrate: 'Hosted_Checkout' });
  expect(json['code']).toBe('MERCHANT_SIGNED_PRODUCT_ERROR');
});
