import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { playOutside } from '../testing/outside.ts';
import { payinFileOf, readPayin } from './payin-file.ts';
import { readStatement } from './statement.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'payermax-payin-'));
afterAll(() => rm(folder, { recursive: true }));

const HEADER = [
  'AppID,Txn Create Time,Txn Complete Time,User ID,Transaction Type,OriginalMerchant Txn ID,Merchant Txn ID,Trade Order ID',
  'Txn Status,Country,Txn Amount,Txn Currency,Payment Method Type,Traget Org/Card Org,Txn Fee,Txn Fee Currency,A new column',
].join(',');
const A1 = `A${'1'.repeat(20)}_1`;
const A2 = `A${'2'.repeat(20)}_1`;
const R2 = `R${'2'.repeat(20)}_1`;
const paid = (number: string, id: string, at: string, sum: string, fee: string, app = 'app') =>
  `${app},${at},${at},u1,PAYMENT,,${number},${id},SUCCESS,US,${sum},CARD,"VISA, credit",${fee},`;
const HOW = { hours: 8, appId: 'app' };
const file = (...lines: readonly string[]) => `\uFEFF${[HEADER, ...lines].join('\r\n')}\r\n`;

it('reads payments, refunds and cases by the names of the columns, with the fee and the time of its clock', () => {
  const read = readPayin(
    file(
      paid(A1.toLowerCase(), 'T1', '2026-03-02 07:30:00', '4.99,USD', '-0.25,USD'),
      paid(A2, 'T2', '2026/3/2 8:00:00', '610,JPY', '-0.12,USD'),
      paid(A1, 'T9', '2026-03-02 09:00:00', '4.99,USD', ',', 'another'),
      `app,,2026-03-02 10:00:00,u1,REFUND,${A2},${R2},G2,SUCCESS,JP,610,JPY,CARD,,,,`,
      `app,,,u1,PAYMENT,,${A2},T3,FAILED,JP,610,JPY,CARD,,,,`,
      `app,,2026-03-02 11:00:00,u1,CHARGE_BACK,${A2},,O4,CB Request,JP,610,JPY,CARD,,,,`,
      `app,,2026-03-02 11:00:00,u1,ADJUSTMENT_DECREASE,,,,SUCCESS,JP,3,USD,,,,,`,
    ),
    HOW,
  );
  expect(read).toMatchObject({
    captures: [
      {
        id: 'T1',
        amount: '4.99',
        state: 'captured',
        fee: '0.25',
        at: Date.UTC(2026, 2, 1, 23, 30),
      },
      { id: 'T2', amount: '610', state: 'disputed', fee: '0.12 USD', at: Date.UTC(2026, 2, 2) },
    ],
    refunds: [{ id: 'G2', out_trade_no: A2, out_refund_no: R2, amount: '610' }],
  });
});

it.each([
  ['a cut line', 'app,2026-03-02 10:00:00', 'line 2 has another number of cells'],
  ['an open quote', paid(A1, '"T1', '2026-03-02 10:00:00', '1,USD', ','), 'line 2 has another'],
  ['no time', paid(A1, 'T1', '02.03.2026', '1,USD', ','), 'line 2 has no time'],
  ['no such day', paid(A1, 'T1', '2026-02-30 10:00:00', '1,USD', ','), 'line 2 has no time'],
  [
    'a type that nobody knows',
    paid(A1, 'T1', '2026-03-02 10:00:00', '1,USD', ',').replace('PAYMENT', 'GIFT'),
    'line 2 is GIFT with SUCCESS',
  ],
])('is not read in part: %s', (_, line, why) => {
  expect(readPayin(file(line), HOW)).toContain(why);
});

it('needs its columns, and a name with its days', () => {
  expect(readPayin('AppID,Txn Status\n', HOW)).toBe('has no column txncompletetime');
  expect(payinFileOf('2032_payin_20260301_20260302_0.csv')).toMatchObject({
    from: Date.UTC(2026, 2, 1),
    to: Date.UTC(2026, 2, 3),
  });
  for (const name of ['payermax-2026-03-01.csv', '2032_bill_20260301_20260301_0.csv']) {
    expect(payinFileOf(name)).toBeNull();
  }
});

it('[F06] the files of two of its days make one day in UTC, and a day with a hole is no statement', async () => {
  const { outside } = playOutside(() => 'breaks');
  const read = (from: string, to: string) =>
    readStatement(outside, { source: folder, ...HOW }, new Date(from), new Date(to));
  const put = (days: string, ...lines: readonly string[]) =>
    writeFile(path.join(folder, `2032_payin_${days}_0.csv`), file(...lines));
  await put('20260301_20260301', paid(A1, 'T1', '2026-03-01 23:59:59', '4.99,USD', '-0.25,USD'));
  expect(await read('2026-03-01', '2026-03-02')).toEqual({
    kind: 'unavailable',
    why: `no …_payin_….csv of 2026-03-02 is in ${folder}`,
  });
  await put(
    '20260302_20260302',
    paid(A2, 'T2', '2026-03-02 07:59:59', '5,USD', ',').replace(A2, A2.toLowerCase()),
    paid(A2, 'T3', '2026-03-02 08:00:00', '6,USD', ','),
  );
  // A month's file repeats the days'.
  await put('20260228_20260301', paid(A1, 'T1', '2026-03-01 23:59:59', '4.99,USD', '-0.25,USD'));
  expect(await read('2026-03-01', '2026-03-02')).toMatchObject({
    kind: 'statement',
    captures: [
      { id: 'T1', attemptId: A1, amount: 499, fee: 25, at: new Date('2026-03-01T15:59:59Z') },
      { id: 'T2', attemptId: A2, amount: 500, fee: null },
    ],
    refunds: [],
  });
  await put('20260302_20260302', paid(A2, 'T2', '2026-03-02 07:59:59', 'free,USD', ','));
  expect(await read('2026-03-01', '2026-03-02')).toMatchObject({
    why: `a capture in ${folder} cannot be read`,
  });
});
