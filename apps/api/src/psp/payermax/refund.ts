import { textOf, type Fields } from '../../wire/json.ts';
import type { RefundInput, RefundWord } from '../port.ts';
import { reactionTo } from './codes.ts';
import { callPayermax, type Answer, type PayermaxLine } from './envelope.ts';
import { fromWire, toWireNumber } from './money.ts';

/** Sends money back; `outRefundNo` makes a repeat the same refund (payments.md §1.4 "Refunds"). */
export async function refund(line: PayermaxLine, input: RefundInput): Promise<RefundWord> {
  const answer = await callPayermax(line, {
    name: 'refund',
    version: '1.4',
    data: {
      outRefundNo: input.refundId,
      refundAmount: toWireNumber(input.amount, input.currency),
      refundCurrency: input.currency,
      outTradeNo: input.attemptId,
      refundNotifyUrl: input.notifyUrl,
    },
    believesUnsignedRefusals: false,
  });
  return wordOfRefund(answer, input);
}

export async function queryRefund(line: PayermaxLine, input: RefundInput): Promise<RefundWord> {
  const answer = await callPayermax(line, {
    name: 'refundQuery',
    version: '1.4',
    data: { outRefundNo: input.refundId },
    believesUnsignedRefusals: false,
  });
  if (answer.kind === 'answer' && NOT_THERE.has(answer.code)) return { kind: 'not_found' };
  return wordOfRefund(answer, input);
}

const NOT_THERE = new Set(['ORDER_NOT_EXIST', 'REFUND_NOT_EXIST', 'REFUND_ORDER_NOT_EXIST']);

function wordOfRefund(answer: Answer, input: RefundInput): RefundWord {
  if (answer.kind === 'silent') return { kind: 'unsure', why: answer.why };
  const { code, data } = answer;
  if (code !== 'APPLY_SUCCESS') return wordOfRefusal(code);
  const number = textOf(data['outRefundNo']);
  if (number?.toLowerCase() !== input.refundId.toLowerCase()) {
    return { kind: 'unsure', why: 'the answer is about another refund' };
  }
  if (!isSameSum(data, input)) return { kind: 'unsure', why: 'the answer names another sum' };
  return wordOfRefundState(data, textOf(data['refundTradeNo']));
}

/** A query names the sum; the answer to `refund` may not. */
function isSameSum(data: Fields, { amount, currency }: RefundInput): boolean {
  const { refundAmount, refundCurrency = currency } = data;
  if (refundCurrency !== currency) return false;
  return refundAmount === undefined || fromWire(refundAmount, currency) === amount;
}

/** Where a refund stands, in an answer or in a notification. */
export function wordOfRefundState(data: Fields, gatewayRef: string | null): RefundWord {
  const status = textOf(data['status']);
  switch (status) {
    case 'REFUND_SUCCESS':
      return { kind: 'succeeded', gatewayRef };
    case 'REFUND_PENDING':
      return { kind: 'pending', gatewayRef };
    case 'REFUND_FAILED':
      return { kind: 'failed', code: textOf(data['resultCode']) ?? status };
    default:
      return { kind: 'unsure', why: `refund ${status ?? 'without a state'}` };
  }
}

/** Nothing was made by these; a code that stands nowhere is doubt (payments.md §1.2). */
function wordOfRefusal(code: string): RefundWord {
  if (code === 'REFUND_INSUFFICIENT_BALANCE') return { kind: 'failed', code };
  const reaction = reactionTo(code);
  return reaction === 'nothing_made' || reaction === 'account' || reaction === 'declined'
    ? { kind: 'failed', code }
    : { kind: 'unsure', why: code };
}
