import { describe, expect, it } from 'vitest';
import { json, type Heard } from '../testing/outside.ts';
import { BASE, openPaypal, problem } from '../testing/paypal-fake.ts';

const FROM = new Date('2026-11-20T00:00:00Z');
const TO = new Date('2026-11-21T00:00:00Z');

/** A transaction in the form of Transaction Search. */
function info(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    transaction_info: {
      transaction_id: '2GG279541U471931P',
      transaction_event_code: 'T0006',
      transaction_initiation_date: '2026-11-20T04:03:52+0000',
      transaction_updated_date: '2026-11-20T04:03:52+0000',
      transaction_amount: { currency_code: 'USD', value: '4.99' },
      fee_amount: { currency_code: 'USD', value: '-0.66' },
      transaction_status: 'S',
      invoice_id: 'A0k3m9q2x7v4b8n1c5d6f_1',
      ...changes,
    },
  };
}

const refund = (changes: Readonly<Record<string, unknown>> = {}) =>
  info({
    transaction_id: '1JU08902781691411',
    transaction_event_code: 'T1107',
    paypal_reference_id: '2GG279541U471931P',
    transaction_amount: { currency_code: 'USD', value: '-4.99' },
    fee_amount: undefined,
    invoice_id: 'R0k3m9q2x7v4b8n1c5d6f_1',
    ...changes,
  });

const page = (details: readonly unknown[], pages = 1, items = details.length * pages) =>
  json(200, { transaction_details: details, total_items: items, total_pages: pages });

async function captures(...details: readonly unknown[]) {
  const { gateway } = openPaypal(() => page(details));
  const statement = await gateway.statement(FROM, TO);
  if (statement.kind !== 'statement') throw new Error(statement.why);
  return statement;
}

describe('[F06] the wallet’s statement', () => {
  it('reads every page of Transaction Search, in allowed periods', async () => {
    const pageOf = ({ url }: Heard): string => new URL(url).searchParams.get('page') ?? '';
    const { gateway, calls } = openPaypal((heard) =>
      page([info({ transaction_id: `P${pageOf(heard)}` })], 2),
    );
    const days = 40 * 86_400_000;
    await gateway.statement(new Date(TO.getTime() - days), TO);
    const asked = calls().map(({ url }) => new URL(url));
    expect(asked.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '2', '1', '2']);
    expect(asked[0]?.href.startsWith(`${BASE}/v1/reporting/transactions?`)).toBe(true);
    const lengths = asked.map(
      ({ searchParams: query }) =>
        Date.parse(query.get('end_date') ?? '') - Date.parse(query.get('start_date') ?? ''),
    );
    expect(Math.max(...lengths)).toBe(31 * 86_400_000);
  });

  describe('a day beyond 10,000 transactions', () => {
    /** An account with a transaction at each of these seconds of the day, at most `largest` a period. */
    function account(seconds: readonly number[], largest: number, tooLarge: () => Response) {
      const all = seconds.map((second, n) => {
        const at = `${new Date(FROM.getTime() + second * 1_000).toISOString().slice(0, 19)}+0000`;
        return info({ transaction_id: `T${n}`, transaction_initiation_date: at });
      });
      return openPaypal(({ url }) => {
        const { searchParams: query } = new URL(url);
        const [start, end] = ['start_date', 'end_date'].map((name) =>
          Date.parse(query.get(name) ?? ''),
        );
        const found = all.filter((_, n) => {
          const at = FROM.getTime() + (seconds[n] ?? 0) * 1_000;
          return at >= (start ?? 0) && at <= (end ?? 0);
        });
        return found.length > largest ? tooLarge() : page(found);
      });
    }
    const refused = () => json(400, { name: 'RESULTSET_TOO_LARGE', message: 'Too large.' });
    const cutOff = () =>
      json(200, { transaction_details: [], total_items: 10_001, total_pages: 1 });

    it.each([
      ['refuses', refused],
      ['cuts off', cutOff],
    ])('is read in halves where PayPal %s it, each transaction once', async (_, tooLarge) => {
      // Most of them in one hour, and some at the very middle of the day, where two halves meet.
      const seconds = [
        0,
        1,
        43_200,
        43_200,
        86_399,
        ...Array.from({ length: 50 }, (__, n) => n * 71),
      ];
      const { gateway, calls } = account(seconds, 10, tooLarge);
      const statement = await gateway.statement(FROM, TO);
      if (statement.kind !== 'statement') throw new Error(statement.why);
      expect(statement.captures.map(({ id }) => id).toSorted()).toEqual(
        seconds.map((__, n) => `T${n}`).toSorted(),
      );
      expect(calls().length).toBeLessThan(40);
    });

    it('is unavailable, never partial, where one second is beyond it', async () => {
      const { gateway } = account([5, 5, 5, 6], 2, refused);
      expect(await gateway.statement(FROM, TO)).toEqual({
        kind: 'unavailable',
        why: 'more than 10000 transactions in a second',
      });
    });
  });

  it('names captures and refunds by our numbers, with its fee', async () => {
    expect(await captures(info(), refund())).toEqual({
      kind: 'statement',
      captures: [
        {
          id: '2GG279541U471931P',
          attemptId: 'A0k3m9q2x7v4b8n1c5d6f_1',
          amount: 499,
          currency: 'USD',
          state: 'refunded',
          fee: 66,
          at: new Date('2026-11-20T04:03:52Z'),
        },
      ],
      refunds: [
        {
          id: '1JU08902781691411',
          refundId: 'R0k3m9q2x7v4b8n1c5d6f_1',
          attemptId: null,
          captureRef: '2GG279541U471931P',
          amount: 499,
          currency: 'USD',
          at: new Date('2026-11-20T04:03:52Z'),
        },
      ],
      oddFees: [],
    });
  });

  it('names fees that it cannot book: beside payments, and with digits or a currency of their own', async () => {
    const sum = (value: string, currency_code = 'USD') => ({ currency_code, value });
    const ofDispute = refund({
      transaction_event_code: 'T0106',
      transaction_amount: sum('-20.00'),
      paypal_reference_id: 'PP-D-1',
    });
    const { captures: read, oddFees } = await captures(
      info({ fee_amount: sum('-0.6655') }),
      info({ transaction_id: 'T2', fee_amount: sum('-0.66', 'EUR') }),
      info({ transaction_id: 'T3', fee_amount: undefined }),
      ofDispute,
    );
    expect(read.map(({ fee }) => fee)).toEqual([null, null, null]);
    expect(oddFees.map(({ sum: said, about }) => [said, about])).toEqual([
      ['-0.6655 USD', 'capture 2GG279541U471931P'],
      ['-0.66 EUR', 'capture T2'],
      ['-20.00 USD', 'T0106 of PP-D-1'],
    ]);
  });

  it.each([
    ['captured', refund({ transaction_amount: { currency_code: 'USD', value: '-0.99' } })],
    ['disputed', refund({ transaction_event_code: 'T1201' })],
    ['disputed', refund({ transaction_event_code: 'T1106' })],
    ['captured', refund({ transaction_status: 'P' })],
  ])('reports %s for a capture beside %j', async (state, other) => {
    expect((await captures(info(), other)).captures).toMatchObject([{ state }]);
  });

  it('leaves out pending, denied and other transactions, and those outside the period', async () => {
    const none = await captures(
      info({ transaction_status: 'P' }),
      info({ transaction_status: 'D' }),
      info({ transaction_initiation_date: '2026-11-21T00:00:00+0000' }),
      info({
        transaction_event_code: 'T0400',
        transaction_amount: { currency_code: 'USD', value: '-90.00' },
      }),
    );
    expect(none.captures).toEqual([]);
  });

  it.each([
    ['without the permission', () => problem(403, 'PERMISSION_DENIED'), '403 PERMISSION_DENIED'],
    ['that is silent', () => ({ hangsMs: 60_000 }), 'no answer in time'],
    [
      'with a sum that cannot be read',
      () => page([info({ transaction_amount: { currency_code: 'USD', value: '4.999' } })]),
      'a transaction cannot be read',
    ],
    ['with a short page', () => page([info()], 1, 2), '1 of 2 transactions'],
    ['with a page missing', () => page([info()], 2, 3), '2 of 3 transactions'],
    [
      'without their number',
      () => json(200, { transaction_details: [info()] }),
      '1 of 0 transactions',
    ],
  ])('is unavailable for %s', async (_, answer, why) => {
    const { gateway } = openPaypal(answer);
    expect(await gateway.statement(FROM, TO)).toEqual({ kind: 'unavailable', why });
  });
});
