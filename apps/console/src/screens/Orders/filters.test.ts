import { ORDER_VIEWS, orderFilter } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { FIELD_NAMES, VIEWS } from './fields.ts';
import { readAddress, requestOf, valueText, writeAddress } from './filters.ts';

const NOW = Date.parse('2026-11-28T14:02:11Z');

const EXAMPLES = {
  state: ['waiting,failed', 'waiting or failed'],
  payment: ['UNKNOWN', 'unresolved'],
  mail: ['retrying,queued', 'retrying or queued'],
  money_back: ['pending', 'on its way'],
  dispute: ['open', 'open'],
  time: ['2026-11-01..2026-11-23', '2026-11-01 to 2026-11-23'],
  amount: ['USD:500..', 'from $5.00'],
  method: ['paypal', 'paypal'],
  country: ['DE', 'DE'],
  server: ['S12', 'S12'],
  product: ['gems-60', 'gems-60'],
} as const;

describe('filters of the order list', () => {
  test('every filter stands in the address, in words, and in a request that the API takes', () => {
    const filters = Object.fromEntries(FIELD_NAMES.map((name) => [name, EXAMPLES[name][0]]));
    const search = writeAddress({ view: 'unresolved', filters, project: 'miniflix', after: 'c' });
    const address = readAddress(new URLSearchParams(search));
    expect(address).toEqual({
      view: 'unresolved',
      filters,
      project: 'miniflix',
      after: 'c',
      open: null,
    });
    for (const name of FIELD_NAMES)
      expect(valueText(name, EXAMPLES[name][0])).toBe(EXAMPLES[name][1]);
    const request = requestOf(address, NOW);
    expect(v.parse(orderFilter, request)).toMatchObject({
      view: 'unresolved',
      project: 'miniflix',
      state: ['waiting', 'failed'],
      from: Date.parse('2026-11-01'),
      until: Date.parse('2026-11-24'),
      currency: 'USD',
      min: 500,
      country: 'DE',
    });
    expect(request.max).toBeUndefined();
  });

  test('a wrong value of a typed address is left out', () => {
    const typed =
      'view=mine&state=waiting,lost&payment=none&time=2026-11-23..2026-11-01&amount=5&country=de';
    expect(readAddress(new URLSearchParams(typed))).toEqual({
      view: 'all',
      filters: { state: 'waiting' },
      project: null,
      after: null,
      open: null,
    });
  });

  test('days begin at midnight, UTC', () => {
    const from = (time: string) => requestOf(readAddress(new URLSearchParams({ time })), NOW);
    expect(from('today')).toEqual({ from: String(Date.parse('2026-11-28')) });
    expect(from('yesterday')).toEqual({
      from: String(Date.parse('2026-11-27')),
      until: String(Date.parse('2026-11-28')),
    });
    expect(from('7d')).toEqual({ from: String(Date.parse('2026-11-22')) });
  });

  test('the tabs are the views of the API', () => {
    expect(VIEWS.map(({ view }) => view)).toEqual([...ORDER_VIEWS]);
  });
});
