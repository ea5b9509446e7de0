import { createPrivateKey, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPaypalVectors, testFile } from '../testing/data.ts';
import { openPaypal } from '../testing/paypal-fake.ts';

const { vectors, webhookId } = readPaypalVectors();
const KEYS = 'vectors/paypal/keys/TEST-ONLY-A-webhook-';
const leafKey = createPrivateKey(testFile(`${KEYS}leaf.private.pk8.pem`));
const leaf = (): Response => new Response(testFile(`${KEYS}leaf.cert.pem`).toString());

function bodyOf(name: string): Buffer {
  const found = vectors.find((each) => each.name === name);
  return testFile('vectors/paypal', found?.bodyFile ?? '');
}

/** Signs an event like PayPal. */
function signEvent(body: Buffer): Record<string, string> {
  const message = ['69cd13f0', '2026-04-02T08:00:03Z', webhookId, crc32(body)].join('|');
  return {
    ...vectors[0]?.headers,
    'paypal-transmission-id': '69cd13f0',
    'paypal-transmission-sig': sign('RSA-SHA256', Buffer.from(message), leafKey).toString('base64'),
  };
}

describe("PayPal's events", () => {
  const { gateway } = openPaypal(leaf);
  const read = (name: string) => gateway.readNotification(bodyOf(name));

  it('name their subject, under their own id', () => {
    expect(read('01-capture-completed')).toEqual({
      eventKey: 'WH-A10001-COMPLETED',
      eventType: 'PAYMENT.CAPTURE.COMPLETED',
      attemptId: 'A1_0001_1',
      gatewayRef: '5O190127TN364715T',
      result: {
        kind: 'paid',
        gatewayRef: '5O190127TN364715T',
        captureRef: '2GG279541U471931P',
        amount: 1999,
        currency: 'USD',
        merchantIsOurs: true,
        card: null,
      },
      update: null,
    });
    expect(read('02-capture-denied')).toMatchObject({ result: { kind: 'declined' } });
    expect(read('03-capture-refunded')).toMatchObject({
      attemptId: null,
      result: null,
      update: { kind: 'refund', captureRef: '2GG279541U471931P', result: { kind: 'succeeded' } },
    });
    expect(read('04-dispute-created')).toMatchObject({
      attemptId: 'A1_0001_1',
      result: null,
      update: {
        kind: 'case',
        state: 'open',
        payments: [{ attemptId: 'A1_0001_1', captureRef: '2GG279541U471931P' }],
      },
    });
    expect(read('05-order-approved')).toMatchObject({
      attemptId: 'A1_0001_1',
      gatewayRef: '5O190127TN364715T',
      result: { kind: 'approved', gatewayRef: '5O190127TN364715T' },
    });
  });

  const event = (type: string, resource: object) =>
    gateway.readNotification(
      Buffer.from(JSON.stringify({ id: 'WH-1', event_type: type, resource })),
    );
  const related = { supplementary_data: { related_ids: { order_id: 'O1' } } };
  const capture = {
    id: 'C1',
    invoice_id: 'A17_1',
    status: 'COMPLETED',
    amount: { currency_code: 'USD', value: '1.00' },
    ...related,
  };

  it('follow the capture, not the name of the event', () => {
    expect(event('PAYMENT.CAPTURE.PENDING', capture)?.result).toMatchObject({ kind: 'paid' });
    const pending = { ...capture, status: 'PENDING' };
    expect(event('PAYMENT.CAPTURE.COMPLETED', pending)?.result).toMatchObject({ kind: 'pending' });
  });

  it('mark money of another merchant, and refuse an unreadable amount', () => {
    const others = { ...capture, payee: { merchant_id: 'OTHER' } };
    expect(event('PAYMENT.CAPTURE.COMPLETED', others)?.result).toMatchObject({
      merchantIsOurs: false,
    });
    const odd = { ...capture, amount: { currency_code: 'USD', value: '1.001' } };
    expect(event('PAYMENT.CAPTURE.COMPLETED', odd)?.result).toMatchObject({ amount: null });
  });

  const up = { rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/C1' };
  const money = { currency_code: 'USD', value: '1.00' };
  const dispute = {
    dispute_id: 'PP-D-1',
    disputed_transactions: [{ seller_transaction_id: 'C1' }],
  };
  const resolved = (outcome_code: string) => ({
    ...dispute,
    status: 'RESOLVED',
    dispute_outcome: { outcome_code },
    dispute_amount: money,
  });

  it.each([
    [
      'PAYMENT.CAPTURE.REFUNDED',
      { id: 'F1', status: 'COMPLETED', amount: money, links: [up] },
      {
        refundId: null,
        captureRef: 'C1',
        amount: 100,
        result: { kind: 'succeeded', gatewayRef: 'F1' },
      },
    ],
    [
      'PAYMENT.REFUND.PENDING',
      { id: 'F1', invoice_id: 'R1', status: 'PENDING' },
      {
        refundId: 'R1',
        result: { kind: 'pending' },
      },
    ],
    [
      'PAYMENT.REFUND.FAILED',
      { id: 'F1', invoice_id: 'R1', status: 'FAILED' },
      {
        result: { kind: 'failed' },
      },
    ],
    [
      'PAYMENT.CAPTURE.REVERSED',
      { id: 'F1', status: 'COMPLETED', amount: money, links: [up] },
      {
        caseId: 'reversal:C1',
        disputeKind: 'reversal',
        state: 'lost',
        amount: 100,
      },
    ],
    ['CUSTOMER.DISPUTE.UPDATED', { ...dispute, status: 'UNDER_REVIEW' }, { state: 'open' }],
    [
      'CUSTOMER.DISPUTE.CREATED',
      {
        ...dispute,
        status: 'OPEN',
        disputed_transactions: [
          { seller_transaction_id: 'C1', invoice_number: 'A17_1' },
          { seller_transaction_id: 'C2' },
        ],
      },
      {
        payments: [
          { attemptId: 'A17_1', captureRef: 'C1' },
          { attemptId: null, captureRef: 'C2' },
        ],
      },
    ],
    ['CUSTOMER.DISPUTE.RESOLVED', resolved('RESOLVED_BUYER_FAVOUR'), { state: 'lost' }],
    ['CUSTOMER.DISPUTE.RESOLVED', resolved('RESOLVED_WITH_PAYOUT'), { state: 'lost' }],
    ['CUSTOMER.DISPUTE.RESOLVED', resolved('ACCEPTED'), { state: 'lost', amount: 100 }],
    ['CUSTOMER.DISPUTE.RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'), { state: 'won' }],
    ['CUSTOMER.DISPUTE.RESOLVED', resolved('DENIED'), { state: 'won' }],
    ['CUSTOMER.DISPUTE.RESOLVED', resolved('CANCELED_BY_BUYER'), { state: 'cancelled' }],
    ['CUSTOMER.DISPUTE.RESOLVED', resolved('NEWLY_INVENTED'), null],
    ['CUSTOMER.DISPUTE.CREATED', { ...dispute, dispute_id: undefined, status: 'OPEN' }, null],
    ['PAYMENT.CAPTURE.REVERSED', {}, null],
  ])('[F17] translate returned money: %s %j', (type, resource, update) => {
    const said = event(type, resource);
    expect(said?.result).toBeNull();
    if (update === null) expect(said?.update).toBeNull();
    else expect(said?.update).toMatchObject(update);
  });

  const moved = (party: string, type: string, value: string, reason = 'DISPUTE_SETTLEMENT') => ({
    affected_party: party,
    type,
    reason,
    amount: { currency_code: 'USD', value },
  });
  const buyerGets = moved('BUYER', 'CREDIT', '1.00');
  it.each([
    [
      'PayPal paid',
      [buyerGets, moved('PAYMENT_PROCESSOR', 'DEBIT', '1.00')],
      { state: 'won', amount: 100 },
    ],
    [
      'our money was held and came back',
      [moved('SELLER', 'DEBIT', '1.00'), buyerGets, moved('SELLER', 'CREDIT', '1.00')],
      { state: 'won', amount: 100 },
    ],
    [
      'PayPal paid and we bear a fee',
      [
        moved('PAYMENT_PROCESSOR', 'DEBIT', '1.00'),
        moved('SELLER', 'DEBIT', '20.00', 'DISPUTE_FEE'),
      ],
      { state: 'won' },
    ],
    ['we paid', [moved('SELLER', 'DEBIT', '1.00'), buyerGets], { state: 'lost', amount: 100 }],
    [
      'we paid a part',
      [moved('SELLER', 'DEBIT', '0.40'), moved('PAYMENT_PROCESSOR', 'DEBIT', '0.60'), buyerGets],
      { state: 'lost', amount: 40 },
    ],
    ['nothing is said', [], { state: 'lost', amount: 100 }],
    ['only the buyer is named', [buyerGets], { state: 'lost', amount: 100 }],
    [
      'only a fee of ours is named',
      [moved('SELLER', 'DEBIT', '20.00', 'CHARGEBACK_FEE')],
      { state: 'lost', amount: 100 },
    ],
    [
      'a sum is not readable',
      [moved('SELLER', 'DEBIT', 'much'), moved('SELLER', 'CREDIT', '1.00')],
      { state: 'lost', amount: 100 },
    ],
    [
      'a movement is of an unknown party',
      [moved('PAYMENT_PROCESSOR', 'DEBIT', '1.00'), moved('SOMEBODY', 'DEBIT', '1.00')],
      { state: 'lost', amount: 100 },
    ],
  ])('[F17] say who paid a payout (14.8): %s', (_, money_movements, update) => {
    const ended = { ...resolved('RESOLVED_WITH_PAYOUT'), money_movements };
    expect(event('CUSTOMER.DISPUTE.RESOLVED', ended)?.update).toMatchObject(update);
    // Other outcomes say themselves who bears the money.
    const lost = { ...resolved('RESOLVED_BUYER_FAVOUR'), money_movements };
    expect(event('CUSTOMER.DISPUTE.RESOLVED', lost)?.update).toMatchObject({
      state: 'lost',
      amount: 100,
    });
  });

  it('find the order in the `up` link', () => {
    const links = [{ rel: 'up', href: 'https://api.paypal.com/v2/checkout/orders/O77' }];
    const linked = { ...capture, supplementary_data: undefined, links };
    expect(event('PAYMENT.CAPTURE.COMPLETED', linked)).toMatchObject({ gatewayRef: 'O77' });
    const lost = { ...capture, supplementary_data: undefined };
    expect(event('PAYMENT.CAPTURE.COMPLETED', lost)?.result).toMatchObject({
      kind: 'indeterminate',
    });
  });

  it('end a reversed approval', () => {
    const reversed = { order_id: 'O1', purchase_units: [{ invoice_id: 'A17_1' }] };
    expect(event('CHECKOUT.PAYMENT-APPROVAL.REVERSED', reversed)).toMatchObject({
      attemptId: 'A17_1',
      gatewayRef: 'O1',
      result: { kind: 'closed' },
    });
  });

  it('are stored without effect when they are unknown', () => {
    expect(event('PAYMENT.CAPTURE.REVERSED', capture)).toMatchObject({ result: null });
    expect(event('SOMETHING.NEW', {})).toMatchObject({ eventKey: 'WH-1', result: null });
  });

  it('never throw for signed content', async () => {
    const nonsense = [
      '',
      'null',
      '[]',
      '{"id":7}',
      '{"id":"x","event_type":{}}',
      '['.repeat(99_999),
    ];
    for (const text of nonsense) {
      const body = Buffer.from(text);
      const received = await gateway.verifyNotification(body, signEvent(body));
      expect(received).toMatchObject({
        kind: 'verified',
        notification: { eventType: 'UNREADABLE', result: null },
      });
      expect(gateway.readNotification(body)).toBeNull();
    }
    const types = fc.constantFrom(
      'PAYMENT.CAPTURE.COMPLETED',
      'CHECKOUT.ORDER.APPROVED',
      'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
      'CUSTOMER.DISPUTE.CREATED',
    );
    fc.assert(
      fc.property(types, fc.json(), (type, resource) => {
        const text = `{"id":"WH-1","event_type":"${type}","resource":${resource}}`;
        expect(gateway.readNotification(Buffer.from(text))?.eventKey).toBe('WH-1');
      }),
      { numRuns: 300 },
    );
  });
});
