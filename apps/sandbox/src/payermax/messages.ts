import { accountOf, type OfAccount } from '../account.ts';
import { toDecimal, toMinor } from '../money.ts';
import type { Card } from './cards.ts';
import type { Dispute, Refund, Trade } from './trade.ts';

/** A notification before its date and signature. */
export type Message = OfAccount & {
  readonly notifyType: 'PAYMENT' | 'REFUND' | 'CHARGEBACK' | 'TOKENIZATION';
  readonly code: string;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export function paymentMessage(trade: Trade): Message {
  return {
    account: accountOf(trade),
    notifyType: 'PAYMENT',
    code: trade.resultCode ?? 'APPLY_SUCCESS',
    msg: trade.resultMsg ?? 'Success.',
    data: {
      outTradeNo: trade.outTradeNo,
      tradeToken: trade.tradeToken,
      totalAmount: trade.totalAmount,
      currency: trade.currency,
      country: trade.country,
      status: trade.status,
      completeTime: isoTime(trade.completedAt),
      reference: trade.reference,
      ...paymentCode(trade),
      paymentDetails: paymentDetails(trade),
    },
  };
}

export function refundMessage(refund: Refund): Message {
  return {
    account: accountOf(refund),
    notifyType: 'REFUND',
    code: 'APPLY_SUCCESS',
    msg: 'Success.',
    data: {
      outRefundNo: refund.outRefundNo,
      refundTradeNo: refund.refundTradeNo,
      outTradeNo: refund.outTradeNo,
      refundAmount: refund.refundAmount,
      refundCurrency: refund.refundCurrency,
      status: refund.status,
      refundFinishTime: isoTime(refund.finishedAt),
    },
  };
}

const ANSWER_DAYS = 10;
const DAY_MS = 86_400_000;
const CASE_FEE = 15;

export function caseMessage(trade: Trade, dispute: Dispute): Message {
  const amount = toMinor(trade.totalAmount, trade.currency) ?? 0;
  const fee = toMinor(CASE_FEE, trade.currency) ?? 0;
  const text = (minor: number): string => toDecimal(minor, trade.currency);
  return {
    account: accountOf(trade),
    notifyType: 'CHARGEBACK',
    code: 'APPLY_SUCCESS',
    msg: 'Success.',
    data: {
      caseId: dispute.caseId,
      outTradeNo: trade.outTradeNo,
      tradeToken: trade.tradeToken,
      status: dispute.status,
      caseResult: dispute.caseResult,
      amount: text(amount),
      currency: trade.currency,
      fee: text(fee),
      totalAmount: text(amount + fee),
      tradeAmount: text(amount),
      tradeCurrency: trade.currency,
      originTradeAmount: text(amount),
      originTradeCurrency: trade.currency,
      expirationDate: isoDay(dispute.openedAt + ANSWER_DAYS * DAY_MS),
      retrievalDate: isoDay(dispute.openedAt),
      reasonCode: '10.4',
      reasonMessage: 'Other fraud: card-absent environment',
      ...(trade.card ? { cardOrg: trade.card.org } : {}),
      paymentMethodType: trade.local?.paymentMethodType ?? 'CARD',
      outUserId: trade.userId,
    },
  };
}

/** The number of a voucher, as its order's answer gave it. */
export function paymentCode({ local, challengeId }: Trade): { readonly paymentCode?: string } {
  return local?.voucher && challengeId !== null ? { paymentCode: challengeId } : {};
}

/** A local method's details are empty unless it was paid. */
export function paymentDetails({ card, local, ...trade }: Trade): unknown[] {
  if (card !== null) return cardDetails(card, trade.paymentTokenID);
  if (local === null || trade.status !== 'SUCCESS') return [];
  const { paymentMethodType, targetOrg } = local;
  const { totalAmount: payAmount, currency: payCurrency } = trade;
  return [{ paymentMethodType, targetOrg, payAmount, payCurrency }];
}

function cardDetails(card: Card, paymentTokenID: string | undefined): unknown[] {
  const token = paymentTokenID === undefined ? {} : { paymentTokenID };
  return [
    {
      paymentMethodType: 'CARD',
      ...token,
      cardInfo: {
        ...token,
        cardOrg: card.org,
        country: 'US',
        cardIdentifierNo: card.masked,
        cardIdentifierName: card.holder,
        cardBinNo: card.bin,
        cardLast4: card.last4,
        cardExpirationMonth: card.expiryMonth,
        cardExpirationYear: card.expiryYear,
      },
    },
  ];
}

export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
