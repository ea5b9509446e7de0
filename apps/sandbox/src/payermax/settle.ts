import type { Change } from '../store.ts';
import type { CardOutcome } from './cards.ts';
import { keepCard, newTokenId } from './keep-card.ts';
import { paymentMessage } from './messages.ts';
import type { Payermax } from './payermax.ts';
import type { Trade } from './trade.ts';

export type Verdict =
  | { readonly paid: true }
  | { readonly paid: false; readonly code: string; readonly msg: string };

export const DECLINED: Verdict = {
  paid: false,
  code: 'PAYMENT_FAILED',
  msg: 'Payment failed: declined by the issuing bank.',
};

export const NO_BALANCE = {
  paid: false,
  code: 'BALANCE_INSUFFICIENT',
  msg: 'Insufficient balance to pay, please confirm payment account available balance.',
} as const satisfies Verdict;

/** Id of the job that closes an unpaid trade; removed when the trade is final. */
export function closingJob(tradeId: string): string {
  return `close:${tradeId}`;
}

/** PayerMax compares numbers case-insensitively. */
export function tradeIdOf(outTradeNo: string): string {
  return outTradeNo.toLowerCase();
}

/** Makes a pending trade final and notifies the merchant; a final trade stays unchanged. */
export function settleTrade(payermax: Payermax, trade: Trade, verdict: Verdict): Change[] {
  if (trade.status !== 'PENDING') return [];
  const settled = withVerdict(trade, verdict);
  return [
    payermax.trades.put(tradeIdOf(trade.outTradeNo), settled),
    payermax.ctx.jobs.remove(closingJob(tradeIdOf(trade.outTradeNo))),
    ...paymentAndCardWebhooks(payermax, settled),
  ];
}

export function withVerdict(trade: Trade, verdict: Verdict): Trade {
  const keeps = verdict.paid && trade.isKept === true && trade.paymentTokenID === undefined;
  return {
    ...trade,
    ...(keeps && { paymentTokenID: newTokenId() }),
    status: verdict.paid ? 'SUCCESS' : 'FAILED',
    resultCode: verdict.paid ? null : verdict.code,
    resultMsg: verdict.paid ? null : verdict.msg,
    completedAt: Date.now(),
  };
}

/** Closes a trade that was not paid in time. */
export function closeTrade(payermax: Payermax, trade: Trade): Change[] {
  if (trade.status !== 'PENDING') return [];
  const closed: Trade = {
    ...trade,
    status: 'CLOSED',
    resultCode: 'PAYMENT_FAILED',
    resultMsg: 'Payment was not completed on time.',
    completedAt: Date.now(),
  };
  return [
    payermax.trades.put(tradeIdOf(trade.outTradeNo), closed),
    ...paymentWebhook(payermax, closed),
  ];
}

/** The payer paid an order that was closed already. */
export function payLate(payermax: Payermax, trade: Trade): Change[] {
  if (trade.status !== 'CLOSED') return [];
  const paid = withVerdict(trade, { paid: true });
  return [
    payermax.trades.put(tradeIdOf(trade.outTradeNo), paid),
    ...paymentAndCardWebhooks(payermax, paid),
  ];
}

/** Webhooks for payment and saved card; the test card decides the sequence. */
export function paymentAndCardWebhooks(
  payermax: Payermax,
  trade: Trade,
  delayMs?: number,
): Change[] {
  const payment = paymentWebhook(payermax, trade, delayMs);
  const card = keepCard(payermax, trade, delayMs);
  return trade.card?.kept?.tellsFirst === true ? [...card, ...payment] : [...payment, ...card];
}

export function paymentWebhook(payermax: Payermax, trade: Trade, delayMs?: number): Change[] {
  return payermax.webhooks.post(trade.notifyUrl, paymentMessage(trade), delayMs);
}

/** The bank's decision after the player's challenge. */
export function verdictAfterChallenge(outcome: CardOutcome, isApproved: boolean): Verdict {
  return isApproved && outcome !== 'challenge_then_declined' ? { paid: true } : DECLINED;
}
