import { accountOf } from '../account.ts';
import type { Fields } from '../shape.ts';
import { ORDER_NOT_EXIST, paramsInvalid, success, type Answer } from './answer.ts';
import { isNumberOfOurs } from './fields.ts';
import { isoTime, paymentCode, paymentDetails } from './messages.ts';
import type { Payermax } from './payermax.ts';
import { tradeIdOf } from './settle.ts';

export function orderQuery(payermax: Payermax, { outTradeNo }: Fields): Answer {
  if (!isNumberOfOurs(outTradeNo)) return paramsInvalid('outTradeNo has a wrong form.');
  const trade = payermax.trades.get(tradeIdOf(outTradeNo));
  if (!trade || accountOf(trade) !== payermax.account) return ORDER_NOT_EXIST;
  const completeTime = isoTime(trade.completedAt);
  return success({
    outTradeNo: trade.outTradeNo,
    tradeToken: trade.tradeToken,
    totalAmount: trade.totalAmount,
    currency: trade.currency,
    country: trade.country,
    status: trade.status,
    resultCode: trade.resultCode,
    resultMsg: trade.resultMsg,
    reference: trade.reference,
    createTime: isoTime(trade.createdAt),
    ...(completeTime === null ? {} : { completeTime }),
    ...paymentCode(trade),
    paymentDetails: paymentDetails(trade),
  });
}
