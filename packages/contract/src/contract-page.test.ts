import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CALL_PATHS } from './paths.ts';
import { receipt } from './receipt-shape.ts';
import { orderEntry, orderView } from './shapes.ts';

const PAGE = readFileSync(path.join(import.meta.dirname, '../../../docs/contract.md'), 'utf8');
const [, CALLS = '', ORDER = ''] = /^## 3\.(.*?)^## 4\.[^\n]*\n\n([^\n]*)/ms.exec(PAGE) ?? [];

/** Addresses in a row's first cell: `…/cart/get · set`. */
const headings = [...CALLS.matchAll(/^\| (?:GET |POST )?(\S+)((?: · [a-z_]+)*)/gm)].flatMap(
  ([, first = '', others = '']) => [
    first,
    ...others
      .split(' · ')
      .slice(1)
      .map((last) => first.replace(/[^/]+$/, last)),
  ],
);
const mentioned = [...CALLS.matchAll(/`(…\/[a-z/_]+)`/g)].map(([, address = '']) => address);
const ADDRESSES = [...headings, ...mentioned].map((address) => address.replace('…', '/api'));

it.each(Object.values(CALL_PATHS).map((call) => call.path))(
  'the contract’s page has %s',
  (address) => {
    expect(ADDRESSES).toContain(address);
  },
);

const named = (text: string): readonly string[] => text.match(/\b[a-z][a-z_0-9]*\b/g) ?? [];
const rowOf = (address: string): string =>
  CALLS.split('\n').find((line) => line.startsWith(`| …${address} `)) ?? '';

it('shows an order, its list entry and its receipt with all their fields', () => {
  expect(named(ORDER)).toEqual(expect.arrayContaining(Object.keys(orderView.entries)));
  expect(named(rowOf('/user/orders'))).toEqual(
    expect.arrayContaining(Object.keys(orderEntry.entries)),
  );
  expect(named(rowOf('/user/receipt'))).toEqual(
    expect.arrayContaining(Object.keys(receipt.entries)),
  );
});
