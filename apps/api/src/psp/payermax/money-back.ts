import type { CaseState } from '@webpay/contract/money-back';
import { textOf, type Fields } from '../../wire/json.ts';
import type { CaseNews, MoneyBackNews, RefundNews } from '../port.ts';
import { fromWire } from './money.ts';
import { ourNumber } from './number.ts';
import { wordOfRefundState } from './refund.ts';

const CASE_KINDS: Readonly<Record<string, CaseNews['caseKind']>> = {
  CHARGEBACK: 'chargeback',
  DISPUTE: 'dispute',
  FRAUD: 'fraud',
  'CUSTOMER COMPLAINT': 'complaint',
};

/** Refunds and cases as PayerMax tells them (payments.md §1.4); null when it is neither, or unreadable. */
export function moneyBackNews(type: string, data: Fields, isOurs: boolean): MoneyBackNews | null {
  if (type === 'REFUND') return refundNews(data, isOurs);
  const caseKind = Object.hasOwn(CASE_KINDS, type) ? CASE_KINDS[type] : undefined;
  if (caseKind === undefined) return null;
  const caseId = textOf(data['caseId']);
  if (caseId !== null) return caseNews(caseKind, caseId, data, isOurs);
  // FRAUD is a kind of case, and without a number a mere warning.
  return caseKind === 'fraud'
    ? { kind: 'fraud', attemptId: ourNumber(data['outTradeNo']), merchantIsOurs: isOurs }
    : null;
}

function refundNews(data: Fields, isOurs: boolean): RefundNews {
  const currency = textOf(data['refundCurrency']);
  const gatewayRef = textOf(data['refundTradeNo']);
  return {
    kind: 'refund',
    refundId: ourNumber(data['outRefundNo']),
    gatewayRef,
    attemptId: ourNumber(data['outTradeNo']),
    captureRef: null,
    amount: currency === null ? null : fromWire(data['refundAmount'], currency),
    currency,
    merchantIsOurs: isOurs,
    word: wordOfRefundState(data, gatewayRef),
  };
}

function caseNews(
  caseKind: CaseNews['caseKind'],
  caseId: string,
  data: Fields,
  isOurs: boolean,
): CaseNews | null {
  const stage = textOf(data['status']);
  const outcome = textOf(data['caseResult']) || null;
  const state = stateOf(stage, outcome);
  if (stage === null || state === null) return null;
  const currency = textOf(data['currency']) ?? textOf(data['tradeCurrency']);
  const told = data['amount'] ?? data['tradeAmount'];
  return {
    kind: 'case',
    caseId,
    caseKind,
    state,
    stage,
    outcome,
    reasonCode: textOf(data['reasonCode']),
    answerBy: textOf(data['expirationDate']),
    payments: [{ attemptId: ourNumber(data['outTradeNo']), captureRef: null }],
    amount: currency === null ? null : fromWire(told, currency),
    currency,
    fee: (currency === null ? null : fromWire(data['fee'], currency)) ?? 0,
    merchantIsOurs: isOurs,
  };
}

function stateOf(stage: string | null, outcome: string | null): CaseState | null {
  switch (stage) {
    case 'DISPUTE_INQUIRY':
    case 'DISPUTE_RECEIVED':
    case 'DISPUTE_END':
      return 'open';
    case 'CASE_CLOSED':
      if (outcome === 'WIN') return 'won';
      return outcome === 'FAIL' ? 'lost' : null;
    case 'CASE_CANCEL':
    case 'CASE_CANCELL':
      return 'cancelled';
    default:
      return null;
  }
}
