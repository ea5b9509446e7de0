import { describe, expect, test } from 'vitest';
import { type Entry, kindsOf, timelineRows } from './entries.ts';

const entry = (at: number, sentence: string, more: Partial<Entry> = {}): Entry => ({
  at,
  by: 'shop',
  kind: 'payment',
  tone: 'blue',
  sentence,
  detail: null,
  times: 1,
  is_planned: false,
  ...more,
});

describe('timeline of an order', () => {
  test('is newest first, planned steps above, each with its distance to the step before', () => {
    const rows = timelineRows([
      entry(9000, 'asked again', { is_planned: true }),
      entry(3100, 'paid'),
      entry(3100, 'delivery made'),
      entry(1000, 'ordered'),
    ]);
    expect(rows.map(({ sentence, afterMs }) => [sentence, afterMs])).toEqual([
      ['asked again', null],
      ['paid', 0],
      ['delivery made', 2100],
      ['ordered', null],
    ]);
  });

  test('counts the kinds that occur', () => {
    const timeline = [entry(2, 'a', { kind: 'mail' }), entry(1, 'b', { kind: 'mail' })];
    expect(kindsOf(timeline)).toEqual([{ kind: 'mail', count: 2 }]);
  });
});
