import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Notification } from '../port.ts';
import { readPayermaxVectors, testFile } from '../testing/data.ts';
import { openPayermax, platformSign } from '../testing/payermax-platform.ts';

const { vectors, appId, merchantNo } = readPayermaxVectors();
const { gateway } = openPayermax(() => 'breaks');

function message(notifyType: string, data: object, changes: object = {}): Buffer {
  return Buffer.from(
    JSON.stringify({
      code: 'APPLY_SUCCESS',
      msg: 'Success.',
      keyVersion: '1',
      appId,
      merchantNo,
      notifyTime: '2026-04-02T10:11:12.005Z',
      notifyType,
      data,
      ...changes,
    }),
  );
}

const payment = {
  outTradeNo: 'A17_1',
  tradeToken: 'T1',
  totalAmount: 19.99,
  currency: 'USD',
  status: 'SUCCESS',
};

async function receive(body: Buffer): Promise<Notification> {
  const received = await gateway.verifyNotification(body, { sign: platformSign(body) });
  if (received.kind !== 'verified') throw new Error(received.why);
  return received.notification;
}

describe("PayerMax's signature vectors", () => {
  it.each(vectors)('$name: $why', async ({ bodyFile, bodyBase64, sign, verifyWith, valid }) => {
    const body = testFile('vectors/payermax', bodyFile);
    expect(body.equals(Buffer.from(bodyBase64, 'base64'))).toBe(true);
    const publicKeyPem = testFile('vectors/payermax', verifyWith).toString('utf8');
    const receiver = openPayermax(() => 'breaks', { publicKeyPem }).gateway;
    const received = await receiver.verifyNotification(body, { sign });
    expect(received.kind).toBe(valid ? 'verified' : 'bad_signature');
  });

  it('reject our own signature', async () => {
    const ours = vectors.find(({ name }) => name === '01-order-and-pay-request');
    const body = testFile('vectors/payermax', ours?.bodyFile ?? '');
    const received = await gateway.verifyNotification(body, { sign: ours?.sign ?? '' });
    expect(received.kind).toBe('bad_signature');
  });
});

describe("PayerMax's notifications", () => {
  it('name their payment and refund in any case', async () => {
    const number = `0123456789abcdefghij_1`;
    for (const [outTradeNo, outRefundNo] of [
      [`A${number}`, `R${number}`],
      [`a${number}`.toUpperCase(), `R${number}`.toUpperCase()],
      [`a${number}`, `r${number}`],
    ]) {
      const told = await receive(message('PAYMENT', { ...payment, outTradeNo }));
      expect(told).toMatchObject({
        attemptId: `A${number}`,
        eventKey: `PAYMENT|A${number}|SUCCESS|T1`,
      });
      const back = { outTradeNo, outRefundNo, refundTradeNo: 'G1', status: 'REFUND_SUCCESS' };
      const { update } = await receive(message('REFUND', back));
      expect(update).toMatchObject({ attemptId: `A${number}`, refundId: `R${number}` });
    }
  });

  it('translate a payment with its card, under a unique key', async () => {
    const details = {
      paymentDetails: [{ cardInfo: { cardOrg: 'VISA', cardIdentifierNo: '444433******1111' } }],
    };
    expect(await receive(message('PAYMENT', { ...payment, ...details }))).toEqual({
      eventKey: 'PAYMENT|A17_1|SUCCESS|T1',
      eventType: 'PAYMENT',
      attemptId: 'A17_1',
      gatewayRef: 'T1',
      result: {
        kind: 'paid',
        gatewayRef: 'T1',
        captureRef: 'T1',
        amount: 1999,
        currency: 'USD',
        merchantIsOurs: true,
        card: { brand: 'VISA', masked: '444433******1111' },
      },
      update: null,
    });
  });

  it('have the same key when they are repeated, and another for a second payment', async () => {
    const first = await receive(message('PAYMENT', payment));
    const again = await receive(
      message('PAYMENT', payment, { notifyTime: '2026-04-03T00:00:00Z' }),
    );
    expect(again.eventKey).toBe(first.eventKey);
    const second = await receive(message('PAYMENT', { ...payment, tradeToken: 'T2' }));
    expect(second.eventKey).toBe('PAYMENT|A17_1|SUCCESS|T2');
  });

  it.each([
    ['another merchant', { merchantNo: 'OTHER' }],
    ['another app', { appId: 'other' }],
    ['no merchant', { merchantNo: undefined }],
  ])('mark money of another merchant: %s', async (_, changes) => {
    const { result } = await receive(message('PAYMENT', payment, changes));
    expect(result).toMatchObject({ kind: 'paid', merchantIsOurs: false });
  });

  it.each([
    [{ status: 'FAILED' }, { code: 'PAYMENT_FAILED' }, { kind: 'declined', failure: 'declined' }],
    [
      { status: 'FAILED' },
      { code: 'BALANCE_INSUFFICIENT' },
      { kind: 'declined', failure: 'insufficient_balance' },
    ],
    [{ status: 'CLOSED' }, { code: 'PAYMENT_FAILED' }, { kind: 'closed' }],
    [{ status: 'REVERSED' }, {}, { kind: 'indeterminate' }],
    [{ totalAmount: '19.99' }, {}, { kind: 'paid', amount: 1999 }],
    [{ totalAmount: 19.999 }, {}, { kind: 'paid', amount: null }],
    [{ tradeToken: undefined }, {}, { kind: 'indeterminate' }],
  ])('translate %j, %j', async (data, changes, result) => {
    const said = await receive(message('PAYMENT', { ...payment, ...data }, changes));
    expect(said.result).toMatchObject(result);
  });

  const refund = {
    outRefundNo: 'R1',
    refundTradeNo: '9',
    outTradeNo: 'A17_1',
    refundAmount: 5.5,
    refundCurrency: 'USD',
    status: 'REFUND_SUCCESS',
  };
  const dispute = {
    caseId: 'C1',
    outTradeNo: 'A17_1',
    status: 'CASE_CLOSED',
    caseResult: 'FAIL',
    amount: '19.99',
    currency: 'USD',
    fee: '15.00',
  };

  it('[F17] translate refunds and disputes, under unique keys', async () => {
    expect(await receive(message('REFUND', refund))).toMatchObject({
      eventKey: 'REFUND|R1|REFUND_SUCCESS|',
      attemptId: 'A17_1',
      result: null,
      update: {
        kind: 'refund',
        refundId: 'R1',
        gatewayRef: '9',
        amount: 550,
        currency: 'USD',
        merchantIsOurs: true,
        result: { kind: 'succeeded', gatewayRef: '9' },
      },
    });
    expect(await receive(message('CHARGEBACK', dispute))).toMatchObject({
      eventKey: 'CHARGEBACK|C1|CASE_CLOSED|FAIL',
      result: null,
      update: { kind: 'case', disputeKind: 'chargeback', state: 'lost', amount: 1999, fee: 1500 },
    });
    expect(
      await receive(message('FRAUD', { outTradeNo: 'A17_1', tradeAmount: '19.99' })),
    ).toMatchObject({
      eventKey: 'FRAUD|A17_1||',
      update: { kind: 'fraud', attemptId: 'A17_1' },
    });
  });

  it.each([
    [{}, { amount: 1999, currency: 'USD' }],
    [
      { currency: undefined, tradeAmount: '21', tradeCurrency: 'EUR' },
      { amount: 2100, currency: 'EUR' },
    ],
    [
      { amount: undefined, tradeAmount: '2500', tradeCurrency: 'JPY' },
      { amount: 2500, currency: 'JPY' },
    ],
    [
      { amount: undefined, tradeAmount: '2500' },
      { amount: null, currency: null },
    ],
  ])('[F17] never mix the sum of one pair with the currency of another: %j', async (told, sum) => {
    const data = { ...dispute, ...told };
    expect(await receive(message('CHARGEBACK', data))).toMatchObject({ update: sum });
  });

  it.each([{ outRefundNo: undefined }, { outRefundNo: '' }, { outRefundNo: null }])(
    'have keys of their own for refunds without our number (14.8): %j',
    async (without) => {
      const keys = await Promise.all(
        ['9', '10', undefined].map(async (refundTradeNo) => {
          const told = { ...refund, ...without, refundTradeNo };
          return (await receive(message('REFUND', told))).eventKey;
        }),
      );
      expect(keys).toEqual([
        'REFUND|9|REFUND_SUCCESS|',
        'REFUND|10|REFUND_SUCCESS|',
        'REFUND|A17_1|REFUND_SUCCESS|',
      ]);
    },
  );

  it.each([
    ['REFUND', { ...refund, status: 'REFUND_FAILED' }, { result: { kind: 'failed' } }],
    ['REFUND', { ...refund, status: 'REFUND_LATER' }, { result: { kind: 'indeterminate' } }],
    ['REFUND', { ...refund, refundAmount: 5.555 }, { amount: null }],
    [
      'DISPUTE',
      { ...dispute, status: 'DISPUTE_INQUIRY' },
      { disputeKind: 'dispute', state: 'open' },
    ],
    ['CHARGEBACK', { ...dispute, status: 'DISPUTE_END' }, { state: 'open' }],
    ['CHARGEBACK', { ...dispute, caseResult: 'WIN' }, { state: 'won' }],
    ['CHARGEBACK', { ...dispute, status: 'CASE_CANCEL' }, { state: 'cancelled' }],
    ['FRAUD', { ...dispute, status: 'CASE_CANCELL' }, { disputeKind: 'fraud', state: 'cancelled' }],
    [
      'CUSTOMER COMPLAINT',
      { ...dispute, amount: 'much' },
      { disputeKind: 'complaint', amount: null },
    ],
    ['CHARGEBACK', { ...dispute, fee: '15.005' }, { fee: 0, oddFee: '15.005 USD' }],
    ['CHARGEBACK', { ...dispute, caseResult: '' }, null],
    ['CHARGEBACK', { ...dispute, status: 'NEWLY_INVENTED' }, null],
    ['CHARGEBACK', { ...dispute, caseId: undefined }, null],
    ['INVENTED', dispute, null],
  ])('read %s %j as %j', async (type, data, update) => {
    const said = await receive(message(type, data));
    if (update === null) expect(said.update).toBeNull();
    else expect(said.update).toMatchObject(update);
  });

  it('are acknowledged with exactly these bytes', () => {
    expect(gateway.ack.body).toBe('{"msg":"Success","code":"SUCCESS"}');
  });

  it.each([
    ['no header', {}],
    ['two headers', { sign: ['a', 'b'] }],
    ['no base64', { sign: 'not base64!' }],
    ['a long header', { sign: 'A'.repeat(15_000) }],
  ])('are refused with %s', async (_, headers) => {
    const received = await gateway.verifyNotification(message('PAYMENT', payment), headers);
    expect(received.kind).toBe('bad_signature');
  });

  it('never throw for signed content', async () => {
    const nonsense = [
      Buffer.alloc(0),
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.from('['.repeat(100_000)),
      Buffer.from('null'),
      Buffer.from('{"notifyType":"PAYMENT","data":[[]]}'),
      Buffer.from('{"notifyType":"PAYMENT","data":{"status":"SUCCESS","tradeToken":{}}}'),
    ];
    for (const body of nonsense) {
      expect((await receive(body)).result?.kind ?? 'indeterminate').toBe('indeterminate');
    }
    await fc.assert(
      fc.asyncProperty(fc.json(), async (data) => {
        const body = Buffer.from(`{"notifyType":"PAYMENT","code":${data},"data":${data}}`);
        expect(await receive(body)).toBeDefined();
        expect(() => gateway.readNotification(Buffer.from(data))).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });
});
