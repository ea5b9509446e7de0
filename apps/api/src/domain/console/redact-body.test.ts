import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LONGEST_BODY, redactBody } from './redact-body.ts';

const bodyOf = (value: unknown) => Buffer.from(JSON.stringify(value));

it('shows numbers, sums and states of a gateway message, and hides people, cards and secrets', () => {
  const text = redactBody(
    bodyOf({
      code: 'APPLY_SUCCESS',
      sign: 'c2lnbmF0dXJl',
      data: {
        outTradeNo: 'Aorder_1',
        totalAmount: 4.99,
        currency: 'USD',
        status: 'SUCCESS',
        paymentToken: 'PT-secret',
        payer: { email_address: 'nova@example.com', id: 'PAYER1' },
        shippingInfo: { address1: '1 Long Road' },
        paymentDetails: [{ cardInfo: { cardIdentifierNo: '411111******1111', cardOrg: 'VISA' } }],
        brandNewField: 'Nova Star',
        phone: 15_551_234,
      },
    }),
  );
  expect(text).toContain('"outTradeNo": "Aorder_1"');
  expect(text).toContain('"totalAmount": 4.99');
  expect(text).not.toMatch(/c2lnb|secret|example\.com|PAYER1|Long Road|4111|Nova|15551234/);
});

it('hides an address and a card number inside the words of a gateway', () => {
  const text = redactBody(
    bodyOf({ summary: 'Payment of nova@example.com with 4111 1111 1111 1111 completed' }),
  );
  expect(text).toContain('completed');
  expect(text).not.toMatch(/example\.com|4111/);
});

it('cuts a long message and says so', () => {
  const text = redactBody(
    bodyOf({ list: Array.from({ length: 2_000 }, (_, n) => ({ id: `n${n}` })) }),
  );
  expect(text.length).toBeLessThan(LONGEST_BODY + 60);
  expect(text).toMatch(/… cut: \d+ bytes came\.$/);
});

it('says how long a message is that is no JSON', () => {
  expect(redactBody(Buffer.from([0xff, 0xfe, 0x00]))).toBe('Not readable: 3 bytes.');
});

it('never shows the value of a field that it does not know, and never throws', () => {
  fc.assert(
    fc.property(fc.json(), fc.stringMatching(/^[a-z]{12,20}$/), (json, name) => {
      const secret = 'QXJvc2VJc0FSb3Nl';
      const value: unknown = JSON.parse(json);
      const text = redactBody(bodyOf([value, { [`x_${name}`]: secret }, { sign: secret }]));
      expect(text).not.toContain(secret);
    }),
  );
});
