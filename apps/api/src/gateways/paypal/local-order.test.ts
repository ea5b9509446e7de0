import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { SubmitInput } from '../port.ts';
import { attemptOf, submitInputOf, testJson } from '../testing/data.ts';
import { json } from '../testing/outside.ts';
import {
  APPROVE_URL,
  captureOf,
  openPaypal,
  ORDER_ID,
  orderOf,
  problem,
} from '../testing/paypal-fake.ts';
import { readEvent, withoutPayer } from './event.ts';

const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true });
ajvFormats.default(ajv);
const document = v.parse(v.looseObject({}), testJson('paypal/paypal-orders-v2.openapi.json'));
ajv.addSchema(document, 'orders-v2');
const isOrder = ajv.compile({ $ref: 'orders-v2#/components/schemas/order_request' });

const attempt = attemptOf({ currency: 'EUR', country: 'NL' });
const NAME = 'Jan de Vries';

function inputOf(source = 'ideal', payer: { name?: string } = { name: NAME }): SubmitInput {
  const method = { flow: 'redirect', values: { payment_source: source }, lifeMs: 0 } as const;
  return submitInputOf({ attempt, instrument: { kind: 'local', method, payer } });
}

const made = () => json(200, orderOf('PAYER_ACTION_REQUIRED'));

describe('the order of a local method', () => {
  it.each(['ideal', 'blik'])(
    'is one that the document allows, and captures itself: %s',
    async (source) => {
      const { gateway, calls } = openPaypal(made);
      expect(await gateway.submit(inputOf(source))).toEqual({
        kind: 'action',
        gatewayRef: ORDER_ID,
        url: APPROVE_URL,
      });
      const [sent] = calls();
      const order: unknown = JSON.parse(sent?.body.toString() ?? '');
      expect(isOrder(order), ajv.errorsText(isOrder.errors)).toBe(true);
      expect(order).toMatchObject({
        intent: 'CAPTURE',
        processing_instruction: 'ORDER_COMPLETE_ON_PAYMENT_APPROVAL',
        purchase_units: [{ invoice_id: attempt.id, amount: { currency_code: 'EUR' } }],
        payment_source: {
          [source]: {
            name: NAME,
            country_code: 'NL',
            experience_context: { brand_name: 'Miniflix', locale: 'en-US' },
          },
        },
      });
      expect(sent?.headers.get('paypal-request-id')).toBe(`ord-${attempt.id}`);
      expect(calls()).toHaveLength(1);
    },
  );

  it('is not asked for without the name of its payer, or for a sum that cannot move', async () => {
    const { gateway, heard } = openPaypal(made);
    expect(await gateway.submit(inputOf('ideal', {}))).toMatchObject({ code: 'INCOMPLETE_PAYER' });
    const odd = { ...inputOf(), attempt: attemptOf({ amount: 150, currency: 'TWD' }) };
    expect(await gateway.submit(odd)).toMatchObject({ code: 'AMOUNT_NOT_CHARGEABLE' });
    expect(heard).toHaveLength(0);
  });

  it.each([
    ['an address that is no page', [{ href: 'javascript:alert(1)', rel: 'payer-action' }]],
    ['an address of another kind', [{ href: 'data:text/html,x', rel: 'payer-action' }]],
    ['no address', []],
    ['addresses that are no list', 'https://bank.example'],
  ])('keeps its number with %s', async (_, links) => {
    const { gateway } = openPaypal(() => json(200, { ...orderOf('CREATED'), links }));
    const kept = { kind: 'pending', gatewayRef: ORDER_ID, alarm: null };
    expect(await gateway.submit(inputOf())).toEqual(kept);
  });

  it('is unknown without its number', async () => {
    const { gateway } = openPaypal(() => json(200, { ...orderOf('CREATED'), id: undefined }));
    expect(await gateway.submit(inputOf())).toMatchObject({ kind: 'indeterminate' });
  });

  it.each([
    [422, 'PAYER_CANNOT_PAY', { kind: 'declined', failure: 'declined' }],
    [422, 'PAYEE_ACCOUNT_RESTRICTED', { kind: 'refused', cause: 'account' }],
    [403, 'PERMISSION_DENIED', { kind: 'refused', cause: 'contract' }],
    [403, 'NOT_AUTHORIZED', { kind: 'refused', cause: 'contract' }],
    [403, 'HTTP_403', { kind: 'refused', cause: 'access' }],
    [401, 'AUTHENTICATION_FAILURE', { kind: 'refused', cause: 'access' }],
    [422, 'PAYMENT_SOURCE_NOT_SUPPORTED', { kind: 'refused', cause: 'contract' }],
    [422, 'PAYEE_NOT_ENABLED_FOR_BANK_PROCESSING', { kind: 'refused', cause: 'contract' }],
    [422, 'CURRENCY_NOT_SUPPORTED', { kind: 'refused', cause: 'request' }],
    [400, 'INVALID_STRING_LENGTH', { kind: 'refused', cause: 'request' }],
    [422, 'SOMETHING_NEW', { kind: 'refused', cause: 'request' }],
    [422, 'DUPLICATE_INVOICE_ID', { kind: 'indeterminate', cause: 'request' }],
  ])('%i %s', async (status, issue, result) => {
    const { gateway } = openPaypal(() => problem(status, issue));
    expect(await gateway.submit(inputOf())).toMatchObject(result);
  });

  it('without an answer is unknown, after the same request was tried again', async () => {
    const { gateway, calls } = openPaypal(() => problem(500, 'INTERNAL_SERVER_ERROR'));
    expect(await gateway.submit(inputOf())).toMatchObject({ kind: 'indeterminate' });
    const ids = calls().map(({ headers }) => headers.get('paypal-request-id'));
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids)).toEqual(new Set([`ord-${attempt.id}`]));
  });
});

describe('the state of a local order', () => {
  const asked = attemptOf({ ...attempt, gatewayRef: ORDER_ID, wasSubmitted: true });
  const itself = { processing_instruction: 'ORDER_COMPLETE_ON_PAYMENT_APPROVAL' };
  const sum = { currency_code: 'EUR', value: '19.99' };

  it.each([
    ['waits for its payer', orderOf('PAYER_ACTION_REQUIRED'), { kind: 'action', url: APPROVE_URL }],
    ['is pending while PayPal captures', orderOf('APPROVED'), { kind: 'pending', alarm: null }],
    ['is over', orderOf('VOIDED'), { kind: 'closed' }],
    [
      'is paid by its capture',
      orderOf('COMPLETED', [captureOf({ amount: sum })]),
      { kind: 'paid', amount: 1999, currency: 'EUR' },
    ],
    [
      'is declined by its capture',
      orderOf('COMPLETED', [captureOf({ status: 'DECLINED' })]),
      { kind: 'declined' },
    ],
  ])('%s', async (_, order, result) => {
    const { gateway } = openPaypal(() => json(200, { ...order, ...itself }));
    expect(await gateway.query(asked)).toMatchObject(result);
  });

  it('is kept without the data of its payer', () => {
    const person = { name: NAME, country_code: 'NL' };
    const resource = { ...orderOf('APPROVED'), ...itself, payment_source: { ideal: person } };
    const event = {
      id: 'WH-1',
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource: { ...resource, payer: { email_address: 'jan@mail.example' } },
    };
    const kept = withoutPayer(Buffer.from(JSON.stringify(event)));
    expect(kept.toString()).not.toMatch(/Vries|mail\.example/);
    const payee = { merchantId: null };
    expect(readEvent(kept, payee)).toEqual(readEvent(Buffer.from(JSON.stringify(event)), payee));
    expect(readEvent(kept, payee)?.result).toMatchObject({ kind: 'pending' });
    const buyer = { name: NAME };
    const dispute = { disputed_transactions: [{ seller_transaction_id: 'C1', buyer }] };
    const shipped = { purchase_units: [{ invoice_id: 'A1', shipping: { name: buyer } }] };
    for (const [part, rest] of [
      [dispute, { disputed_transactions: [{ seller_transaction_id: 'C1' }] }],
      [shipped, { purchase_units: [{ invoice_id: 'A1' }] }],
    ]) {
      const without = withoutPayer(Buffer.from(JSON.stringify({ id: 'WH-2', resource: part })));
      expect(JSON.parse(without.toString())).toEqual({ id: 'WH-2', resource: rest });
    }
    const other = Buffer.from('{"id": 1.0}');
    expect(withoutPayer(other)).toBe(other);
  });
});
