import { expect, it } from 'vitest';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { settlementFile, textCell } from './settlement-csv.ts';
import { settledRows } from './settlement-report.ts';

const { db } = await testDatabase();

type Entry = readonly [
  at: string,
  kind: string,
  debit: string,
  credit: string,
  currency: string,
  minor: number,
  project: string | null,
  payId: string | null,
];

const CAPTURE = ['capture', 'gateway', 'owed_to_players'] as const;
const BACK = ['refund_done', 'refunds_owed', 'gateway'] as const;
const MORNING = '2026-11-20T09:00:00Z';
const LAST = '2026-11-21T23:59:59.999Z';

const ROW = {
  project: 'miniflix',
  channel: 'card',
  country: 'DE',
  tax_thousandths: 19_000,
  currency: 'EUR',
  merchant: '',
  captures: 0,
  captured: 0,
  refunds: 0,
  refunded: 0,
  chargebacks: 0,
  charged_back: 0,
  fees: 250,
  quarantined: 0,
  net: 0,
  tax: 0,
  tax_unknown: 0,
  has_sales: false,
};

/** Two days in currencies of two, zero and three decimals, and entries just outside. */
const ENTRIES: readonly Entry[] = [
  ['2026-11-19T23:59:59.999Z', ...CAPTURE, 'USD', 9_999, 'miniflix', 'card'],
  [MORNING, ...CAPTURE, 'USD', 499, 'miniflix', 'card'],
  [MORNING, ...CAPTURE, 'USD', 1_999, 'miniflix', 'card'],
  [MORNING, 'delivered', 'owed_to_players', 'sales', 'USD', 499, 'miniflix', 'card'],
  [MORNING, 'refund_reserved', 'sales', 'refunds_owed', 'USD', 499, 'miniflix', 'card'],
  [LAST, ...BACK, 'USD', 499, 'miniflix', 'card'],
  [LAST, 'external_refund', 'sales', 'gateway', 'USD', 1, 'miniflix', 'card'],
  [LAST, 'paid_outside', 'sales', 'bank', 'USD', 300, 'miniflix', 'card'],
  [LAST, 'paid_outside', 'owed_to_players', 'bank', 'USD', 200, 'miniflix', 'boleto_br'],
  [MORNING, ...CAPTURE, 'JPY', 610, 'miniflix', 'card'],
  [MORNING, ...CAPTURE, 'USD', 499, 'miniflix', 'paypal'],
  [MORNING, 'fee', 'gateway_fees', 'gateway', 'USD', 66, 'miniflix', 'paypal'],
  [MORNING, ...CAPTURE, 'KWD', 1_500, 'dr2', 'card'],
  [MORNING, 'chargeback_lost', 'chargeback_losses', 'gateway', 'KWD', 1_500, 'dr2', 'card'],
  [MORNING, 'fee', 'gateway_fees', 'gateway', 'KWD', 250, 'dr2', 'card'],
  [MORNING, 'chargeback_lost', 'chargeback_losses', 'gateway', 'EUR', 700, 'dr2', 'card'],
  [LAST, 'chargeback_won_back', 'gateway', 'chargeback_losses', 'EUR', 700, 'dr2', 'card'],
  [MORNING, 'quarantined', 'gateway', 'quarantine', 'USD', 599, null, null],
  ['2026-11-22T00:00:00Z', ...CAPTURE, 'USD', 8_888, 'miniflix', 'card'],
];

const GOLDEN = `project,channel,country,tax_rate,currency,captures,captured,refunds,refunded,chargebacks,charged_back,fees,quarantined,net,tax,tax_unknown,merchant
,payermax,,,USD,0,0.00,0,0.00,0,0.00,0.00,5.99,5.99,0.00,0,default
dr2,card,,,EUR,0,0.00,0,0.00,1,0.00,0.00,0.00,0.00,,0,default
dr2,card,,,KWD,1,1.500,0,0.000,1,1.500,0.250,0.000,-0.250,,1,default
miniflix,card,,,JPY,1,610,0,0,0,0,0,0,610,,1,default
miniflix,card,,,USD,2,24.98,2,5.00,0,0.00,0.00,0.00,19.98,,2,default
miniflix,paid_outside,,,USD,0,0.00,2,5.00,0,0.00,0.00,0.00,-5.00,,0,default
miniflix,paypal,,,USD,1,4.99,0,0.00,0,0.00,0.66,0.00,4.33,,1,default
`;

it('[F06] settles two days by project, channel and currency, to the cent', async () => {
  for (const [index, entry] of ENTRIES.entries()) {
    await db.pool.query(
      `insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor, project, provider, pay_id,
          order_id, attempt_id)
        values ($1, $2, $9, $3, $4, $5, $6, $7, 'payermax', $8, $9, $9)`,
      [...entry, `n${index}`],
    );
  }
  const from = new Date('2026-11-20T00:00:00Z');
  const rows = await settledRows(db, { from, to: new Date('2026-11-22T00:00:00Z') });
  expect(settlementFile(rows).text).toBe(GOLDEN);
  expect(settlementFile(rows, 1).text).toBe(GOLDEN.replaceAll(/,(?:merchant|default)$/gm, ''));
});

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['\rx', `"'\rx"`],
  ['=a,"b"', `"'=a,""b"""`],
  ['a\nb', '"a\nb"'],
  ['card', 'card'],
])('a spreadsheet opens the text %j of a settlement as text', (text, cell) => {
  expect(textCell(text)).toBe(cell);
});

it('numbers of a settlement stay numbers, also below zero', () => {
  const { text } = settlementFile([{ ...ROW, project: '=x', net: -250 }]);
  expect(text.split('\n')[1]).toBe(
    "'=x,card,DE,19,EUR,0,0.00,0,0.00,0,0.00,2.50,0.00,-2.50,0.00,0,default",
  );
});
