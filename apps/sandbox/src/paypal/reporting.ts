import type { FastifyInstance } from 'fastify';
import { header } from '../http.ts';
import { fieldsOf, textOf } from '../shape.ts';
import type { Capture, Refund } from './records.ts';
import { badRequest, sendError, SERVER_ERROR, TOO_LARGE, UNAUTHORISED } from './errors.ts';
import { accountOf, type Account } from '../account.ts';
import { MERCHANTS } from './merchant.ts';
import { accountOfToken } from './oauth.ts';
import type { Paypal } from './paypal.ts';
import { feeOf } from './show.ts';

const LONGEST_MS = 31 * 86_400_000;
const LARGEST_PAGE = 500;
const LARGEST_RESULT = 10_000;

type Row = { readonly at: number; readonly info: Readonly<Record<string, unknown>> };

/** Transaction Search: the account's transactions in pages. */
export function serveReporting(app: FastifyInstance, paypal: Paypal): void {
  app.get('/paypal/v1/reporting/transactions', (request, reply) => {
    const account = accountOfToken(header(request, 'authorization'));
    if (account === null) return sendError(reply, UNAUTHORISED);
    if (paypal.ctx.faults.meetCall('paypal', 'query') !== undefined) {
      return sendError(reply, SERVER_ERROR);
    }
    const query = fieldsOf(request.query);
    const start = Date.parse(textOf(query['start_date']) ?? '');
    const end = Date.parse(textOf(query['end_date']) ?? '');
    const size = Number(query['page_size'] ?? 100);
    const page = Number(query['page'] ?? 1);
    if (Number.isNaN(start)) return sendError(reply, badRequest('INVALID_DATE', '/start_date'));
    if (!(end >= start && end - start <= LONGEST_MS)) {
      return sendError(reply, badRequest('INVALID_DATE', '/end_date'));
    }
    if (!(Number.isInteger(size) && size >= 1 && size <= LARGEST_PAGE)) {
      return sendError(reply, badRequest('INVALID_PAGE_SIZE', '/page_size'));
    }
    if (!(Number.isInteger(page) && page >= 1)) {
      return sendError(reply, badRequest('INVALID_PAGE', '/page'));
    }
    const rows = rowsOf(paypal, account).filter(({ at }) => at >= start && at <= end);
    if (rows.length > LARGEST_RESULT) return sendError(reply, TOO_LARGE);
    return reply.send({
      transaction_details: rows
        .slice((page - 1) * size, page * size)
        .map(({ info }) => ({ transaction_info: info })),
      account_number: MERCHANTS[account].merchantId,
      start_date: time(start),
      end_date: time(end),
      last_refreshed_datetime: time(Date.now()),
      page,
      total_items: rows.length,
      total_pages: Math.max(1, Math.ceil(rows.length / size)),
      links: [],
    });
  });
}

function rowsOf(paypal: Paypal, account: Account): Row[] {
  const own = [...paypal.captures.rows.values()].filter((each) => accountOf(each) === account);
  const captures = own.filter(({ status }) => status !== 'PENDING' && status !== 'DECLINED');
  const lost = own.flatMap((capture) => {
    if (!capture.isDisputed) return [];
    const disputes = [...paypal.disputes.rows.values()].filter(({ captureIds }) =>
      captureIds.includes(capture.id),
    );
    // During a dispute the money is only held.
    const isOver = disputes.every(({ status }) => status === 'RESOLVED');
    const at = disputes.at(-1)?.openedAt ?? capture.updatedAt;
    return isOver ? [chargebackRow(capture, at)] : [];
  });
  const refunds = [...paypal.refunds.rows.values()]
    .filter((each) => accountOf(each) === account)
    .map(refundRow);
  return [...captures.map(captureRow), ...refunds, ...lost].sort((a, b) => a.at - b.at);
}

function captureRow(capture: Capture): Row {
  const at = capture.completedAt ?? capture.createdAt;
  return row(at, {
    transaction_id: capture.id,
    paypal_reference_id: capture.orderId,
    paypal_reference_id_type: 'ODR',
    transaction_event_code: 'T0006',
    transaction_amount: { currency_code: capture.currency, value: capture.value },
    fee_amount: { currency_code: capture.currency, value: `-${feeOf(capture)}` },
    invoice_id: capture.invoiceId,
    custom_field: capture.customId,
  });
}

function refundRow(refund: Refund): Row {
  return row(refund.createdAt, {
    transaction_id: refund.id,
    paypal_reference_id: refund.captureId,
    paypal_reference_id_type: 'TXN',
    transaction_event_code: 'T1107',
    transaction_amount: { currency_code: refund.currency, value: `-${refund.value}` },
    invoice_id: refund.invoiceId,
    custom_field: refund.customId,
  });
}

function chargebackRow(capture: Capture, at: number): Row {
  return row(at, {
    transaction_id: `${capture.id.slice(0, 15)}CB`,
    paypal_reference_id: capture.id,
    paypal_reference_id_type: 'TXN',
    transaction_event_code: 'T1201',
    transaction_amount: { currency_code: capture.currency, value: `-${capture.value}` },
  });
}

function row(at: number, fields: Readonly<Record<string, unknown>>): Row {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  const times = { transaction_initiation_date: time(at), transaction_updated_date: time(at) };
  return { at, info: { ...Object.fromEntries(given), ...times, transaction_status: 'S' } };
}

/** Time as Transaction Search writes it: seconds, and an offset without a colon. */
function time(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+0000`;
}
