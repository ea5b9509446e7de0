import { accountOf } from '../account.ts';
import type { Change } from '../store.ts';
import { payermaxNumber } from '../ids.ts';
import { toMinor } from '../money.ts';
import { textOf, type Fields } from '../shape.ts';
import { ORDER_NOT_EXIST, paramsInvalid, refusal, success, type Answer } from './answer.ts';
import {
  firstWrong,
  isAmount,
  isCurrency,
  isHttpUrl,
  isNumberOfOurs,
  isTextOrAbsent,
} from './fields.ts';
import { isoTime, refundMessage } from './messages.ts';
import type { Payermax } from './payermax.ts';
import { tradeIdOf } from './settle.ts';
import type { Refund, Trade } from './trade.ts';

const BANK_TAKES_MS = 1_000;
const REFUNDABLE_MS = 180 * 86_400_000;

/** Refunds a payment, idempotent by number. */
export function refund(payermax: Payermax, data: Fields, isRejected: boolean): Answer {
  const { outRefundNo, refundAmount, refundCurrency, comments, refundNotifyUrl } = data;
  if (!isNumberOfOurs(outRefundNo)) return paramsInvalid('outRefundNo has a wrong form.');
  const wrong = firstWrong({
    refundAmount: typeof refundAmount === 'number',
    comments: isTextOrAbsent(comments, 512),
    refundNotifyUrl: refundNotifyUrl === undefined || isHttpUrl(refundNotifyUrl, 256),
  });
  if (wrong !== undefined) return paramsInvalid(`${wrong} is missing or has a wrong form.`);
  if (!isCurrency(refundCurrency)) return refusal('CURRENCY_INVALID', 'The currency is invalid.');
  const trade = findTrade(payermax, data);
  if (!trade) return ORDER_NOT_EXIST;
  const amount = Number(refundAmount);
  const known = payermax.refunds.get(refundIdOf(outRefundNo));
  if (known) {
    const isSame = known.outTradeNo === trade.outTradeNo && known.refundAmount === amount;
    return isSame
      ? success(shortAnswer(known, trade))
      : paramsInvalid('outRefundNo is used already.');
  }
  const refused = whyNot(trade, amount, refundCurrency);
  if (refused) return refused;

  const now = Date.now();
  const made: Refund = {
    account: payermax.account,
    outRefundNo,
    refundTradeNo: payermaxNumber('', now),
    outTradeNo: trade.outTradeNo,
    refundAmount: amount,
    refundCurrency,
    notifyUrl: textOf(refundNotifyUrl) ?? trade.notifyUrl,
    status: 'REFUND_PENDING',
    createdAt: now,
    finishedAt: null,
  };
  const { store, jobs } = payermax.ctx;
  const id = refundIdOf(outRefundNo);
  if (isRejected) {
    const failed: Refund = { ...made, status: 'REFUND_FAILED', finishedAt: now };
    store.commit([
      payermax.refunds.put(id, failed),
      ...payermax.webhooks.post(failed.notifyUrl, refundMessage(failed)),
    ]);
    return success(shortAnswer(failed, trade));
  }
  store.commit([
    payermax.refunds.put(id, made),
    payermax.trades.put(tradeIdOf(trade.outTradeNo), { ...trade, refundInWork: outRefundNo }),
    jobs.add('payermax.refund', now + BANK_TAKES_MS, { id }),
  ]);
  return success(shortAnswer(made, trade));
}

function whyNot(trade: Trade, amount: number, currency: string): Answer | undefined {
  if (trade.status !== 'SUCCESS') return paramsInvalid('The order is not paid.');
  // The code is assumed: none is published for a method without refunds.
  if (trade.local?.voucher?.isRefundable === false)
    return paramsInvalid('The method has no refund.');
  if (Date.now() - trade.createdAt > REFUNDABLE_MS) return paramsInvalid('The order is too old.');
  if (currency !== trade.currency) {
    return refusal('CURRENCY_INVALID', 'The currency is not that of the order.');
  }
  if (trade.refundInWork !== null) {
    return paramsInvalid('Another refund of this order is being worked on.');
  }
  const minor = toMinor(amount, currency) ?? 0;
  const captured = toMinor(trade.totalAmount, currency) ?? 0;
  const isLost = trade.caseState === 'lost';
  if (!isAmount(amount, currency) || isLost || trade.refundedMinor + minor > captured) {
    return refusal('AMOUNT_INVALID', 'The amount is more than what is left of the order.');
  }
  return undefined;
}

/** The bank has moved the money. */
export function finishRefund(payermax: Payermax, pending: Refund): Change[] {
  const trade = payermax.trades.get(tradeIdOf(pending.outTradeNo));
  if (pending.status !== 'REFUND_PENDING' || !trade) return [];
  const done: Refund = { ...pending, status: 'REFUND_SUCCESS', finishedAt: Date.now() };
  const minor = toMinor(done.refundAmount, done.refundCurrency) ?? 0;
  return [
    payermax.refunds.put(refundIdOf(done.outRefundNo), done),
    payermax.trades.put(tradeIdOf(trade.outTradeNo), {
      ...trade,
      refundInWork: null,
      refundedMinor: trade.refundedMinor + minor,
    }),
    ...payermax.webhooks.post(done.notifyUrl, refundMessage(done)),
  ];
}

export function refundQuery(payermax: Payermax, data: Fields): Answer {
  const { outRefundNo } = data;
  const refundTradeNo = textOf(data['refundTradeNo']);
  if (outRefundNo !== undefined && !isNumberOfOurs(outRefundNo)) {
    return paramsInvalid('outRefundNo has a wrong form.');
  }
  if (outRefundNo === undefined && refundTradeNo === undefined) {
    return paramsInvalid('outRefundNo or refundTradeNo is missing.');
  }
  const id =
    outRefundNo === undefined
      ? payermax.refundOfNumber.get(refundTradeNo ?? '')
      : refundIdOf(outRefundNo);
  const found = payermax.refunds.get(id ?? '');
  const trade = found && payermax.trades.get(tradeIdOf(found.outTradeNo));
  if (!found || !trade || accountOf(trade) !== payermax.account) return ORDER_NOT_EXIST;
  return success({
    ...shortAnswer(found, trade),
    outTradeNo: found.outTradeNo,
    refundAmount: found.refundAmount,
    refundCurrency: found.refundCurrency,
    resultMsg: null,
    refundFinishTime: isoTime(found.finishedAt),
  });
}

function findTrade(payermax: Payermax, { outTradeNo, tradeToken }: Fields): Trade | undefined {
  const id = isNumberOfOurs(outTradeNo)
    ? tradeIdOf(outTradeNo)
    : payermax.tradeOfToken.get(textOf(tradeToken) ?? '');
  const trade = payermax.trades.get(id ?? '');
  return trade && accountOf(trade) === payermax.account ? trade : undefined;
}

function shortAnswer(made: Refund, trade: Trade): Record<string, unknown> {
  return {
    outRefundNo: made.outRefundNo,
    refundTradeNo: made.refundTradeNo,
    tradeOrderNo: trade.tradeToken,
    status: made.status,
  };
}

function refundIdOf(outRefundNo: string): string {
  return outRefundNo.toLowerCase();
}
