import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { fieldsOf, parseJson } from '../shape.ts';
import { testFile } from '../testing/shop.ts';
import { captureOf } from '../testing/wallet.ts';
import { sandboxOfFile } from '../testing/sandbox.ts';

const { shop, wallet } = await sandboxOfFile();

const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true });
addFormats.default(ajv);
for (const [name, file] of [
  ['orders', 'paypal-orders-v2.openapi.json'],
  ['payments', 'paypal-payments-v2.openapi.json'],
] as const) {
  ajv.addSchema(fieldsOf(parseJson(testFile(file))), name);
}

/** Errors of a message by PayPal's own document. */
function wrongIn(schema: string, message: unknown): unknown {
  const check = ajv.compile({ $ref: schema });
  return check(message) ? null : check.errors;
}

it('matches the published documents in answers and events', async () => {
  const invoice = wallet.nextInvoice();
  expect(wrongIn('orders#/components/schemas/order_request', wallet.orderBody(invoice))).toBeNull();
  const id = await wallet.openOrder(invoice);
  expect(
    wrongIn('orders#/components/schemas/order', await wallet.get(`/v2/checkout/orders/${id}`)),
  ).toBeNull();
  await wallet.approve(id);
  const captured = await wallet.capture(id);
  expect(wrongIn('orders#/components/schemas/order', captured.json)).toBeNull();
  const captureId = String(captureOf(captured.json)['id']);
  const capture = await wallet.get(`/v2/payments/captures/${captureId}`);
  expect(wrongIn('payments#/components/schemas/capture-2', capture)).toBeNull();
  const refund = await wallet.post(`/v2/payments/captures/${captureId}/refund`, {});
  expect(wrongIn('payments#/components/schemas/refund', refund.json)).toBeNull();
  const refusal = await wallet.post(`/v2/payments/captures/${captureId}/refund`, {});
  expect(refusal.status).toBe(422);
  expect(wrongIn('payments#/components/schemas/error_422', refusal.json)).toBeNull();

  const resources = {
    'CHECKOUT.ORDER.APPROVED': 'orders#/components/schemas/order',
    'PAYMENT.CAPTURE.COMPLETED': 'payments#/components/schemas/capture-2',
    'PAYMENT.CAPTURE.REFUNDED': 'payments#/components/schemas/refund',
  };
  for (const [type, schema] of Object.entries(resources)) {
    const event = await shop.wait(({ json }) => json['event_type'] === type);
    expect(wrongIn(schema, event.json['resource'])).toBeNull();
  }
});
