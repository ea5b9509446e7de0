import type { Change } from '../store.ts';
import { payermaxNumber } from '../ids.ts';
import { caseMessage } from './messages.ts';
import type { Payermax } from './payermax.ts';
import { tradeIdOf } from './settle.ts';
import type { Dispute, Trade } from './trade.ts';

/** The card's holder disputes the payment. */
export function openDispute(payermax: Payermax, trade: Trade): Change[] {
  if (trade.status !== 'SUCCESS' || trade.caseState !== 'none') return [];
  const now = Date.now();
  const dispute: Dispute = {
    caseId: payermaxNumber('O', now),
    outTradeNo: trade.outTradeNo,
    openedAt: now,
    status: 'DISPUTE_INQUIRY',
    caseResult: '',
  };
  return say(payermax, { ...trade, caseState: 'open' }, dispute);
}

export const CASE_ENDS = ['WIN', 'FAIL', 'CANCEL'] as const;
export type CaseEnd = (typeof CASE_ENDS)[number];

/** The bank's final decision: WIN favours the merchant. */
export function closeDispute(payermax: Payermax, dispute: Dispute, end: CaseEnd): Change[] {
  const trade = payermax.trades.get(tradeIdOf(dispute.outTradeNo));
  if (!trade || dispute.status !== 'DISPUTE_INQUIRY') return [];
  const closed: Dispute =
    end === 'CANCEL'
      ? { ...dispute, status: 'CASE_CANCEL' }
      : { ...dispute, status: 'CASE_CLOSED', caseResult: end };
  return say(payermax, { ...trade, caseState: end === 'FAIL' ? 'lost' : 'won' }, closed);
}

function say(payermax: Payermax, trade: Trade, dispute: Dispute): Change[] {
  return [
    payermax.trades.put(tradeIdOf(trade.outTradeNo), trade),
    payermax.cases.put(dispute.caseId, dispute),
    ...payermax.webhooks.post(trade.notifyUrl, caseMessage(trade, dispute)),
  ];
}
