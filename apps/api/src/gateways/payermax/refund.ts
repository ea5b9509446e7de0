import { textOf, type Fields } from '../../platform/http-client/json.ts';
import type { RefundInput, RefundResult } from '../port.ts';
import { reactionTo } from './codes.ts';
import { callPayermax, type Answer, type PayermaxLine } from './envelope.ts';
import { fromWire, toWireNumber } from './money.ts';

/** Sends a refund; `outRefundNo` makes a repeat the same refund (payments.md §1.4 "Refunds"). */
export async function refund(line: PayermaxLine, input: RefundInput): Promise<RefundResult> {
  const answer = await callPayermax(line, 'refund', {
    outRefundNo: input.refundId,
    refundAmount: toWireNumber(input.amount, input.currency),
    refundCurrency: input.currency,
    outTradeNo: input.attemptId,
    refundNotifyUrl: input.notifyUrl,
  });
  return resultOfRefund(answer, input);
}

export async function queryRefund(line: PayermaxLine, input: RefundInput): Promise<RefundResult> {
  const answer = await callPayermax(line, 'refundQuery', { outRefundNo: input.refundId });
  if (answer.kind === 'answer' && NOT_THERE.has(answer.code)) return { kind: 'not_found' };
  // A refused query says nothing about the refund, which may have succeeded.
  if (answer.kind === 'answer' && answer.code !== ACCEPTED) {
    const isOutage = ['indeterminate', 'access'].includes(reactionTo(answer.code));
    const unresolved = { kind: 'indeterminate', why: answer.code } as const;
    // Too many queries stop no payment (docs/decisions/0016).
    return isOutage ? unresolved : { ...unresolved, cause: 'request' };
  }
  return resultOfRefund(answer, input);
}

const ACCEPTED = 'APPLY_SUCCESS';
const NOT_THERE = new Set(['ORDER_NOT_EXIST', 'REFUND_NOT_EXIST', 'REFUND_ORDER_NOT_EXIST']);

function resultOfRefund(answer: Answer, input: RefundInput): RefundResult {
  if (answer.kind === 'silent') return indeterminate(answer.why);
  const { code, data } = answer;
  if (code !== ACCEPTED) return resultOfRefusal(code);
  const number = textOf(data['outRefundNo']);
  if (number?.toLowerCase() !== input.refundId.toLowerCase()) {
    return indeterminate('the answer is about another refund');
  }
  if (!isSameSum(data, input)) return indeterminate('the answer names another sum');
  return resultOfRefundState(data, textOf(data['refundTradeNo']));
}

/** A query returns the amount; the answer to `refund` may not. */
function isSameSum(data: Fields, { amount, currency }: RefundInput): boolean {
  const { refundAmount, refundCurrency = currency } = data;
  if (refundCurrency !== currency) return false;
  return refundAmount === undefined || fromWire(refundAmount, currency) === amount;
}

/** The result for a refund's state, in an answer or in a notification. */
export function resultOfRefundState(data: Fields, gatewayRef: string | null): RefundResult {
  const status = textOf(data['status']);
  switch (status) {
    case 'REFUND_SUCCESS':
      return { kind: 'succeeded', gatewayRef };
    case 'REFUND_PENDING':
      return { kind: 'pending', gatewayRef };
    case 'REFUND_FAILED':
      return { kind: 'failed', code: textOf(data['resultCode']) ?? status };
    default:
      return indeterminate(`refund ${status ?? 'without a state'}`);
  }
}

/**
 * These codes created nothing; an unlisted code is indeterminate (payments.md §1.2). So is refused access, because the
 * refund goes out again once our key is right.
 */
function resultOfRefusal(code: string): RefundResult {
  const isDefinite =
    code === 'REFUND_INSUFFICIENT_BALANCE' ||
    ['nothing_made', 'payer', 'contract', 'declined'].includes(reactionTo(code));
  return isDefinite ? { kind: 'failed', code } : indeterminate(code);
}

const indeterminate = (why: string): RefundResult => ({ kind: 'indeterminate', why });
