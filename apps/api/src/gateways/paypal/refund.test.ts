import { describe, expect, it } from 'vitest';
import type { RefundInput } from '../port.ts';
import { json, type Play } from '../testing/outside.ts';
import { openPaypal, ORDER_ID, problem } from '../testing/paypal-fake.ts';

const DAY_MS = 86_400_000;
const SENT_AT = Date.parse('2026-04-02T10:00:00Z');

const input: RefundInput = {
  refundId: 'R17_1',
  attemptId: 'A17_1',
  captureRef: 'C1',
  paymentRef: ORDER_ID,
  gatewayRef: null,
  amount: 250,
  currency: 'USD',
  requestedAtMs: SENT_AT,
  notifyUrl: 'https://shop.example/webhooks/paypal',
};

/** The order with refunds of these ids. */
const orderWith = (...invoices: string[]) =>
  json(200, {
    id: ORDER_ID,
    purchase_units: [
      {
        payments: {
          refunds: invoices.map((invoice_id) => ({
            id: `F${invoice_id}`,
            invoice_id,
            status: 'COMPLETED',
          })),
        },
      },
    ],
  });

function playing(refusal: string, order: () => Play) {
  return openPaypal((heard) => (heard.method === 'GET' ? order() : problem(422, refusal)));
}

describe('[F17] a refund at PayPal', () => {
  it('contains its amount and our id, under one request id', async () => {
    const paypal = openPaypal(() => json(201, { id: 'F1', status: 'COMPLETED' }));
    expect(await paypal.gateway.refund(input)).toEqual({ kind: 'succeeded', gatewayRef: 'F1' });
    const [call] = paypal.calls();
    expect(call?.url).toMatch(/\/v2\/payments\/captures\/C1\/refund$/);
    expect(call?.headers.get('paypal-request-id')).toBe('ref-R17_1');
    expect(JSON.parse(call?.body.toString() ?? '')).toEqual({
      amount: { currency_code: 'USD', value: '2.50' },
      invoice_id: 'R17_1',
    });
  });

  it.each([
    [
      'CAPTURE_FULLY_REFUNDED',
      () => orderWith('R9', 'R17_1'),
      { kind: 'succeeded', gatewayRef: 'FR17_1' },
    ],
    [
      'CAPTURE_FULLY_REFUNDED',
      () => orderWith('R9'),
      { kind: 'failed', code: 'CAPTURE_FULLY_REFUNDED' },
    ],
    ['DUPLICATE_INVOICE_ID', () => orderWith('R17_1'), { kind: 'succeeded' }],
    ['DUPLICATE_INVOICE_ID', () => orderWith(), { kind: 'indeterminate' }],
    ['CAPTURE_FULLY_REFUNDED', () => 'breaks' as const, { kind: 'indeterminate' }],
    [
      'REFUND_AMOUNT_EXCEEDED',
      () => orderWith('R17_1'),
      { kind: 'failed', code: 'REFUND_AMOUNT_EXCEEDED' },
    ],
    ['INTERNAL_SURPRISE', () => orderWith(), { kind: 'indeterminate' }],
  ])('refused with %s: the order’s list of refunds decides', async (issue, order, result) => {
    expect(await playing(issue, order).gateway.refund(input)).toMatchObject(result);
  });

  it('with an indeterminate result is sent again under the same request id, or looked up once PayPal has forgotten it', async () => {
    const again = openPaypal(() => json(200, { id: 'F1', status: 'PENDING' }));
    expect(await again.gateway.queryRefund(input)).toMatchObject({ kind: 'pending' });
    expect(again.calls()[0]?.headers.get('paypal-request-id')).toBe('ref-R17_1');

    const old = { ...input, requestedAtMs: SENT_AT - 45 * DAY_MS };
    const there = openPaypal(() => orderWith('R17_1'));
    expect(await there.gateway.queryRefund(old)).toMatchObject({ kind: 'succeeded' });
    const gone = openPaypal(() => orderWith());
    expect(await gone.gateway.queryRefund(old)).toEqual({ kind: 'not_found' });
    expect([...there.calls(), ...gone.calls()].every(({ method }) => method === 'GET')).toBe(true);
  });

  it('after a failure is looked up without sending it again', async () => {
    const there = openPaypal(() => orderWith('R17_1'));
    expect(await there.gateway.findRefund(input)).toMatchObject({ kind: 'succeeded' });
    const gone = openPaypal(() => orderWith());
    expect(await gone.gateway.findRefund(input)).toEqual({ kind: 'not_found' });
    const numbered = openPaypal(() => json(200, { id: 'F1', status: 'FAILED' }));
    const result = await numbered.gateway.findRefund({ ...input, gatewayRef: 'F1' });
    expect(result).toMatchObject({ kind: 'failed' });
    const lost = openPaypal(() => 'breaks');
    expect(await lost.gateway.findRefund(input)).toMatchObject({ kind: 'indeterminate' });
    const asked = [there, gone, numbered, lost].flatMap((each) => each.calls());
    expect(asked.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('left unanswered because of too many queries opens no circuit: payments go on', async () => {
    const { gateway } = openPaypal(() => problem(429, 'RATE_LIMIT_REACHED'));
    const later = { kind: 'indeterminate', cause: 'request' };
    expect(await gateway.queryRefund({ ...input, gatewayRef: 'F1' })).toMatchObject(later);
    expect(await gateway.queryRefund(input)).toMatchObject(later);
    expect(await gateway.findRefund(input)).toMatchObject(later);
    const captured = { ...input, hasPartBack: false };
    expect(await gateway.queryCapture(captured)).toMatchObject(later);
  });

  it('with PayPal’s reference is queried by it', async () => {
    const paypal = openPaypal(() => json(200, { id: 'F1', status: 'CANCELLED' }));
    const result = await paypal.gateway.queryRefund({ ...input, gatewayRef: 'F1' });
    expect(result).toMatchObject({ kind: 'failed' });
    expect(paypal.calls()[0]?.url).toMatch(/\/v2\/payments\/refunds\/F1$/);
  });
});
