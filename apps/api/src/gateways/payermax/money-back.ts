import type { DisputeState } from '@webpay/contract/money-back';
import { textOf, type Fields } from '../../platform/http-client/json.ts';
import type { DisputeUpdate, MoneyBackUpdate, RefundUpdate } from '../port.ts';
import { fromWire } from './money.ts';
import { ourNumber } from './number.ts';
import { resultOfRefundState } from './refund.ts';

const CASE_KINDS: Readonly<Record<string, DisputeUpdate['disputeKind']>> = {
  CHARGEBACK: 'chargeback',
  DISPUTE: 'dispute',
  FRAUD: 'fraud',
  'CUSTOMER COMPLAINT': 'complaint',
};

/** Translates refund and dispute notifications (payments.md §1.4); null for others and unreadable ones. */
export function moneyBackUpdate(
  type: string,
  data: Fields,
  isOurs: boolean,
): MoneyBackUpdate | null {
  if (type === 'REFUND') return refundUpdate(data, isOurs);
  const disputeKind = Object.hasOwn(CASE_KINDS, type) ? CASE_KINDS[type] : undefined;
  if (disputeKind === undefined) return null;
  const caseId = textOf(data['caseId']);
  if (caseId !== null) return disputeUpdate(disputeKind, caseId, data, isOurs);
  // FRAUD without a number is only a warning.
  return disputeKind === 'fraud'
    ? { kind: 'fraud', attemptId: ourNumber(data['outTradeNo']), merchantIsOurs: isOurs }
    : null;
}

function refundUpdate(data: Fields, isOurs: boolean): RefundUpdate {
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
    result: resultOfRefundState(data, gatewayRef),
  };
}

function disputeUpdate(
  disputeKind: DisputeUpdate['disputeKind'],
  caseId: string,
  data: Fields,
  isOurs: boolean,
): DisputeUpdate | null {
  const stage = textOf(data['status']);
  const outcome = textOf(data['caseResult']) || null;
  const state = stateOf(stage, outcome);
  if (stage === null || state === null) return null;
  // A sum and its currency are one pair: the disputed ones, or those of the payment.
  const own = textOf(data['currency']);
  const hasOwn = own !== null && (data['amount'] ?? null) !== null;
  const currency = hasOwn ? own : textOf(data['tradeCurrency']);
  const told = data[hasOwn ? 'amount' : 'tradeAmount'];
  const said = data['fee'];
  const isNamed = (typeof said === 'string' && said !== '') || typeof said === 'number';
  const feeCurrency = own ?? currency;
  const fee = feeCurrency === null ? null : fromWire(said, feeCurrency);
  return {
    kind: 'case',
    caseId,
    disputeKind,
    state,
    stage,
    outcome,
    reasonCode: textOf(data['reasonCode']),
    answerBy: textOf(data['expirationDate']),
    payments: [{ attemptId: ourNumber(data['outTradeNo']), captureRef: null }],
    amount: currency === null ? null : fromWire(told, currency),
    currency,
    fee: fee ?? 0,
    ...(isNamed &&
      fee === null && { oddFee: `${String(said).slice(0, 32)} ${feeCurrency ?? '?'}` }),
    merchantIsOurs: isOurs,
  };
}

function stateOf(stage: string | null, outcome: string | null): DisputeState | null {
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
