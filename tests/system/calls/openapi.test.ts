import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { beforeAll, describe, expect, it } from 'vitest';
import { commonShop } from '../../support/shared-environment.ts';
import {
  approveWallet,
  CARDS,
  createShopper,
  orderFields,
  type Shopper,
} from '../../support/shopper.ts';

const environment = commonShop();
let shopper: Shopper;
let validate: (call: CallName) => ValidateFunction;

beforeAll(async () => {
  const response = await fetch(`${environment().sandboxUrl}/openapi.json`);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(closed(await response.json()), 'api');
  validate = (call) => {
    const place = CALL_PATHS[call].path.replaceAll('/', '~1');
    const method = CALL_PATHS[call].method.toLowerCase();
    return ajv.compile({
      $ref: `api#/paths/${place}/${method}/responses/200/content/application~1json/schema`,
    });
  };
  shopper = await createShopper(environment());
});

/** The document with every object closed, so that an undescribed field is an error. */
function closed(document: unknown): object {
  const text = JSON.stringify(document);
  return JSON.parse(
    text.replaceAll('"type":"object","properties"', '"additionalProperties":false,$&'),
  ) as object;
}

/** Makes a call and validates its answer. */
const call: Shopper['client']['call'] = async (name, fields) => {
  const answer = await shopper.client.call(name, fields);
  const isDescribed = validate(name);
  isDescribed(answer);
  expect(isDescribed.errors, `${name}: ${JSON.stringify(answer)}`).toBeNull();
  return answer;
};
const codeOf = async (answer: Promise<{ code: number }>) => (await answer).code;

describe('the OpenAPI document', () => {
  it('is linked from the index page of the sandbox', async () => {
    const page = await (await fetch(environment().sandboxUrl)).text();
    expect(page).toContain('<a href="/openapi.json">API reference</a>');
  });

  it('describes every store call', () => {
    for (const name of Object.keys(CALL_PATHS) as CallName[]) {
      expect(validate(name)({ code: 10002, msg: '', result: null, _: 1 }), name).toBe(true);
      expect(validate(name)({ code: 200, msg: '', result: null, _: 1 }), name).toBe(false);
    }
  });

  it('describes answers before a purchase: configuration, character, goods, cart, events', async () => {
    const answers = [
      call('configs', {}),
      call('regions', {}),
      call('servers', {}),
      call('role', { ...shopper.place, keep_session: '1' }),
      call('captcha', {}),
      call('productLists', shopper.place),
      call('productShelf', { country: 'DE' }),
      call('payChannels', { country: 'US' }),
      call('cartGet', {}),
      call('activityList', {}),
      call('bargainInfo', {}),
      call('cumulationInfo', {}),
      call('cardInfo', {}),
      call('resolutionList', {}),
    ];
    expect(new Set(await Promise.all(answers.map(codeOf)))).toEqual(new Set([200]));
  });

  it('describes answers of a card purchase: payment, order, list and receipt', async () => {
    const opened = await shopper.open();
    const paymentToken = await shopper.tokenise(opened.pay, CARDS.success);
    if (opened.pay?.kind !== 'payermax_card') throw new Error('not a card order');
    const { session_key: sessionKey } = opened.pay;
    expect((await call('payermaxCard', { sessionKey, paymentToken })).code).toBe(200);
    await shopper.until(opened.token, (order) => order.delivery.state === 'delivered');
    const { token } = opened;
    expect((await call('orderInquire', { token })).result?.state).toBe('success');
    expect((await call('userOrders', {})).result).toHaveLength(1);
    expect((await call('userReceipt', { token })).code).toBe(200);
  });

  it('describes answers of a wallet purchase: order and capture', async () => {
    const { result } = await call('orderCreate', await cheapestBy('paypal'));
    if (result?.pay?.kind !== 'paypal') throw new Error('not a wallet order');
    const { invoice_id, order_id } = result.pay;
    await approveWallet(environment(), order_id);
    expect((await call('paypalCapture', { invoice_id, order_id })).code).toBe(200);
  });

  it('describes refusals with the results beside their codes', async () => {
    const total = JSON.stringify({ amount: '0.01', currency: 'USD' });
    const order = await cheapestBy('card');
    expect(await codeOf(call('orderCreate', { ...order, total }))).toBe(20017);
    expect(await codeOf(call('orderCreate', { ...order, country: 'us' }))).toBe(10001);
    expect(await codeOf(call('orderInquire', { token: 'unknown' }))).toBe(20010);
    expect(await codeOf(call('cartSet', { product_id: 'unknown', count: '1' }))).toBe(10009);
  });

  it('refuses answers with a missing or an undescribed field', async () => {
    const isDescribed = validate('orderInquire');
    const answer = await shopper.client.call('userOrders', {});
    expect(isDescribed(answer)).toBe(false);
    expect(validate('userOrders')({ ...answer, extra: 1 })).toBe(false);
    expect(validate('logout')({ ...answer, result: { extra: 1 } })).toBe(false);
  });
});

async function cheapestBy(pay_id: string) {
  const { result } = await call('productLists', shopper.place);
  return {
    ...orderFields(String(result?.goods[0]?.product_id)),
    pay_id,
    redirect_url: `${environment().url}/miniflix/payment`,
  };
}
