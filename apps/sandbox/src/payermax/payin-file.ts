import type { FastifyInstance } from 'fastify';
import { accountOf } from '../account.ts';
import { toDecimal, toMinor } from '../money.ts';
import { MERCHANTS } from './envelope.ts';
import type { Payermax } from './payermax.ts';

const HEADER = [
  'AppID',
  'Txn Create Time',
  'Txn Complete Time',
  'User ID',
  'Transaction Type',
  'OriginalMerchant Txn ID',
  'Merchant Txn ID',
  'Trade Order ID',
  'Txn Status',
  'Country',
  'Txn Amount',
  'Txn Currency',
  'Payment Method Type',
  'Traget Org/Card Org',
  'Txn Fee',
  'Txn Fee Currency',
];
/** Days of these files are UTC+8, as by SFTP. */
const AHEAD_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
const NAME = /^([A-Z0-9]{1,32})_payin_(\d{8})_(\d{8})_0\.csv$/;

type Row = { readonly at: number; readonly cells: Readonly<Record<string, string>> };

/** The transaction report of some days, as PayerMax puts it into the merchant's folder. */
export function servePayinFiles(app: FastifyInstance, payermax: Payermax): void {
  app.get('/payermax/upload/:name', (request, reply) => {
    const { name = '' } = request.params as { readonly name?: string };
    const [, merchant, first = '', last = ''] = NAME.exec(name) ?? [];
    const account = merchant === MERCHANTS.second.merchantNo ? 'second' : 'first';
    if (MERCHANTS[account].merchantNo !== merchant) return reply.code(404).send({});
    const [from, to] = [startOf(first), startOf(last) + DAY_MS];
    const rows = rowsOf(payermax, account)
      .filter(({ at }) => at >= from && at < to)
      .toSorted((one, other) => one.at - other.at)
      .map(({ at, cells }) => {
        const all: Row['cells'] = {
          ...cells,
          AppID: MERCHANTS[account].appId,
          'Txn Complete Time': timeOf(at),
        };
        return HEADER.map((column) => quoted(all[column] ?? '')).join(',');
      });
    return reply
      .type('text/csv; charset=utf-8')
      .send(`${[HEADER.join(','), ...rows].join('\r\n')}\r\n`);
  });
}

function rowsOf({ trades, refunds, cases }: Payermax, account: 'first' | 'second'): Row[] {
  const own = <T extends { readonly account?: 'first' | 'second' }>(rows: Iterable<T>): T[] =>
    [...rows].filter((row) => accountOf(row) === account);
  const paid = own(trades.rows.values()).filter(({ status }) => status !== 'PENDING');
  const countryOf = new Map(paid.map(({ outTradeNo, country }) => [outTradeNo, country]));
  return [
    ...paid.map((trade) => ({
      at: trade.completedAt ?? trade.createdAt,
      cells: {
        'Txn Create Time': timeOf(trade.createdAt),
        'User ID': trade.userId,
        'Transaction Type': 'PAYMENT',
        'Merchant Txn ID': trade.outTradeNo,
        'Trade Order ID': trade.tradeToken,
        'Txn Status': trade.status,
        Country: trade.country,
        'Txn Amount': decimalOf(trade.totalAmount, trade.currency),
        'Txn Currency': trade.currency,
        'Payment Method Type': trade.card === null ? 'WALLET' : 'CARD',
        'Traget Org/Card Org': trade.card?.org ?? '',
      },
    })),
    ...own(refunds.rows.values())
      .filter(({ status }) => status === 'REFUND_SUCCESS')
      .map((refund) => ({
        at: refund.finishedAt ?? refund.createdAt,
        cells: {
          'Txn Create Time': timeOf(refund.createdAt),
          'Transaction Type': 'REFUND',
          'OriginalMerchant Txn ID': refund.outTradeNo,
          'Merchant Txn ID': refund.outRefundNo,
          'Trade Order ID': refund.refundTradeNo,
          'Txn Status': 'SUCCESS',
          Country: countryOf.get(refund.outTradeNo) ?? '',
          'Txn Amount': decimalOf(refund.refundAmount, refund.refundCurrency),
          'Txn Currency': refund.refundCurrency,
        },
      })),
    ...[...cases.rows.values()]
      .filter(({ outTradeNo }) => countryOf.has(outTradeNo))
      .map((each) => ({
        at: each.openedAt,
        cells: {
          'Txn Create Time': timeOf(each.openedAt),
          'Transaction Type': 'CHARGE_BACK',
          'OriginalMerchant Txn ID': each.outTradeNo,
          'Trade Order ID': each.caseId,
          'Txn Status': each.caseResult === 'WIN' ? 'CB Reversed' : 'CB Request',
          Country: countryOf.get(each.outTradeNo) ?? '',
        },
      })),
  ];
}

const startOf = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))) - AHEAD_MS;

/** `2026-03-09 10:00:00` by the files' clock. */
const timeOf = (ms: number): string =>
  new Date(ms + AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ');

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function decimalOf(amount: number, currency: string): string {
  return toDecimal(toMinor(amount, currency) ?? 0, currency);
}
