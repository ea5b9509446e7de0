import { describe, expect, it } from 'vitest';
import type { CapturedPayment } from '../port.ts';
import { json } from '../testing/outside.ts';
import { openPaypal, problem } from '../testing/paypal-fake.ts';

const payment: CapturedPayment = {
  attemptId: 'A17_1',
  captureRef: 'C1',
  amount: 1_999,
  currency: 'USD',
  hasPartBack: false,
};
const capture = {
  id: 'C1',
  status: 'COMPLETED',
  amount: { currency_code: 'USD', value: '19.99' },
  invoice_id: 'A17_1',
  payee: { merchant_id: 'TESTSHPA22222' },
};
const because = (reason: string) => ({ status_details: { reason } });

describe('[F17] PayPal’s query of a reversed capture', () => {
  it.each([
    [{ status: 'REFUNDED' }, {}, 'taken_back'],
    [{ status: 'REFUNDED', ...because('CHARGEBACK') }, { hasPartBack: true }, 'taken_back'],
    [{ status: 'PENDING', ...because('BUYER_COMPLAINT') }, {}, 'taken_back'],
    [{ status: 'PARTIALLY_REFUNDED' }, {}, 'taken_back'],
    [{ status: 'PARTIALLY_REFUNDED' }, { hasPartBack: true }, 'kept'],
    [{}, {}, 'kept'],
    [{ status: 'PENDING', ...because('ECHECK') }, {}, 'indeterminate'],
    [{ status: 'NEWLY_INVENTED' }, {}, 'indeterminate'],
    [{ id: 'C2', status: 'REFUNDED' }, {}, 'indeterminate'],
    [{ status: 'REFUNDED', amount: { currency_code: 'USD', value: '19.98' } }, {}, 'differs'],
    [{ status: 'REFUNDED', amount: { currency_code: 'EUR', value: '19.99' } }, {}, 'differs'],
    [{ status: 'REFUNDED', invoice_id: 'A18_1' }, {}, 'differs'],
    [{ status: 'REFUNDED', payee: { merchant_id: 'OTHER' } }, {}, 'differs'],
  ])('%j beside %j: %s', async (shown, known, kind) => {
    const paypal = openPaypal(() => json(200, { ...capture, ...shown }));
    expect(await paypal.gateway.queryCapture({ ...payment, ...known })).toMatchObject({ kind });
    expect(paypal.calls()[0]).toMatchObject({ method: 'GET' });
    expect(paypal.calls()[0]?.url).toMatch(/\/v2\/payments\/captures\/C1$/);
  });

  it('is indeterminate for a missing capture', async () => {
    const paypal = openPaypal(() => problem(404, 'INVALID_RESOURCE_ID'));
    expect(await paypal.gateway.queryCapture(payment)).toMatchObject({ kind: 'differs' });
  });
});
