import { describe, expect, it } from 'vitest';
import { chartFrom, paidToday, reasonsThatGrew, salesOf, successOf } from './figures.ts';
import type { PaymentsRow, SalesRow } from './queries.ts';

const AT = (text: string): number => Date.parse(`2026-11-23T${text}Z`);
const payments = (row: Partial<PaymentsRow>): PaymentsRow => ({
  pay_id: 'card',
  country: 'BR',
  is_before: false,
  project: 'dr2',
  tried: 0,
  paid: 0,
  declined: 0,
  insufficient_balance: 0,
  cancelled: 0,
  error: 0,
  ...row,
});
const nameOf = ({ pay_id }: PaymentsRow): string => pay_id;

describe('sales by half hour', () => {
  it.each(['00:00:00', '00:29:59', '14:02:15', '23:30:00', '23:59:59'])(
    'at %s have 48 half hours, of which one begins at midnight',
    (clock) => {
      const now = AT(clock);
      const sales = salesOf([], now);
      expect(sales).toHaveLength(48);
      expect(sales.map(({ from }) => from)).toContain(AT('00:00:00'));
      expect(now - (sales.at(-1)?.from ?? 0)).toBeLessThan(1_800_000);
      expect(sales[0]?.from).toBe(chartFrom(now));
    },
  );

  it('for today begin at midnight UTC, beside those of the week before', () => {
    const row = (bin: string, usd: number, isBefore = false): SalesRow => ({
      is_before: isBefore,
      bin: new Date(AT(bin)),
      usd_minor: usd,
      orders: 1,
      unpriced: 0,
    });
    const yesterday = { ...row('23:30:00', 7), bin: new Date(AT('00:00:00') - 1_800_000) };
    const rows = [yesterday, row('00:00:00', 10), row('13:30:00', 20), row('13:30:00', 5, true)];
    const { today, before } = paidToday(salesOf(rows, AT('14:02:00')), AT('14:02:00'));
    expect(today).toEqual({ usd_minor: 30, orders: 2, unpriced: 0 });
    expect(before).toEqual({ usd_minor: 5, orders: 1, unpriced: 0 });
  });
});

describe('payment success', () => {
  it('names the place first that lost the most payments, not the one with the lowest share', () => {
    const rows = [
      payments({ country: 'TR', tried: 20, paid: 2 }),
      payments({ country: 'TR', is_before: true, tried: 20, paid: 4 }),
      payments({ country: 'BR', tried: 1_000, paid: 700 }),
      payments({ country: 'BR', is_before: true, tried: 1_000, paid: 900 }),
      payments({ country: 'DE', tried: 5, paid: 0 }),
      payments({ country: 'DE', is_before: true, tried: 3, paid: 3 }),
    ];
    const { all, places } = successOf(rows, nameOf);
    expect(places.map(({ country, lost }) => [country, lost])).toEqual([
      ['BR', 200],
      ['TR', 2],
      ['DE', 0],
    ]);
    expect(all).toEqual({ now: { tried: 1_025, paid: 702 }, before: { tried: 1_023, paid: 907 } });
  });

  it('tells a reason that grew by five points, and none of few payments', () => {
    const rows = [
      payments({ tried: 100, paid: 70, declined: 24, cancelled: 6 }),
      payments({ is_before: true, tried: 100, paid: 88, declined: 9, cancelled: 3 }),
      payments({ country: 'DE', tried: 9, declined: 9 }),
      payments({ country: 'DE', is_before: true, tried: 9, paid: 9 }),
    ];
    expect(reasonsThatGrew(rows, nameOf)).toEqual([
      'card, BR: payments that the bank declined rose from 9% to 24%.',
    ]);
  });
});
