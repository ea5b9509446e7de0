import type { DisputeState } from '@webpay/contract/money-back';
import { fieldsOf, listOf, textOf, type Fields } from '../../platform/http-client/json.ts';
import type { DisputeUpdate, RefundUpdate } from '../port.ts';
import { fromWire } from './money.ts';
import { resultOfRefund } from './refund.ts';
import type { Payee } from './translate.ts';

/** A refund by us or in PayPal's own pages: the resource of CAPTURE.REFUNDED and REFUND.*. */
export function refundUpdate(refund: Fields, payee: Payee): RefundUpdate {
  return {
    kind: 'refund',
    refundId: textOf(refund['invoice_id']),
    gatewayRef: textOf(refund['id']),
    attemptId: null,
    captureRef: captureAbove(refund),
    ...sumOf(refund['amount']),
    merchantIsOurs: isOurs(payee, fieldsOf(refund['payer'])['merchant_id']),
    result: resultOfRefund(refund),
  };
}

/** A reversal: the bank took the money back; the capture's id is the only reference. */
export function reversalUpdate(reversal: Fields, payee: Payee): DisputeUpdate | null {
  const captureRef = captureAbove(reversal) ?? textOf(reversal['id']);
  if (captureRef === null) return null;
  return {
    kind: 'case',
    caseId: `reversal:${captureRef}`,
    disputeKind: 'reversal',
    state: 'lost',
    stage: 'REVERSED',
    outcome: textOf(reversal['status']),
    reasonCode: textOf(fieldsOf(reversal['status_details'])['reason']),
    answerBy: null,
    payments: [{ attemptId: null, captureRef }],
    ...sumOf(reversal['amount']),
    fee: 0,
    merchantIsOurs: isOurs(payee, fieldsOf(reversal['payee'])['merchant_id']),
  };
}

const LOST: readonly string[] = ['RESOLVED_BUYER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'ACCEPTED'];
const WON: readonly string[] = ['RESOLVED_SELLER_FAVOUR', 'DENIED'];
const CANCELLED = 'CANCELED_BY_BUYER';

/** CUSTOMER.DISPUTE.*: the resource decides the state, whatever the event's name. */
export function disputeUpdate(dispute: Fields, payee: Payee): DisputeUpdate | null {
  const caseId = textOf(dispute['dispute_id']);
  const stage = textOf(dispute['status']) ?? textOf(dispute['dispute_life_cycle_stage']);
  const outcome = textOf(fieldsOf(dispute['dispute_outcome'])['outcome_code']);
  const state = stateOf(stage, outcome);
  if (caseId === null || stage === null || state === null) return null;
  const transactions = listOf(dispute['disputed_transactions']).map(fieldsOf);
  return {
    kind: 'case',
    caseId,
    disputeKind: dispute['dispute_life_cycle_stage'] === 'CHARGEBACK' ? 'chargeback' : 'dispute',
    state,
    stage,
    outcome,
    reasonCode: textOf(dispute['reason']),
    answerBy: textOf(dispute['seller_response_due_date']),
    payments: transactions.map((transaction) => ({
      attemptId: textOf(transaction['invoice_number']),
      captureRef: textOf(transaction['seller_transaction_id']),
    })),
    ...sumOf(dispute['dispute_amount']),
    fee: 0,
    merchantIsOurs: transactions.every((transaction) =>
      isOurs(payee, fieldsOf(transaction['seller'])['merchant_id']),
    ),
  };
}

/** The dispute's state; null without a listed outcome, for an operator to decide. */
function stateOf(stage: string | null, outcome: string | null): DisputeState | null {
  if (stage !== 'RESOLVED') return 'open';
  if (outcome === null) return null;
  if (LOST.includes(outcome)) return 'lost';
  if (WON.includes(outcome)) return 'won';
  return outcome === CANCELLED ? 'cancelled' : null;
}

function captureAbove(resource: Fields): string | null {
  const up = listOf(resource['links'])
    .map(fieldsOf)
    .find(({ rel }) => rel === 'up');
  return /\/payments\/captures\/([A-Z0-9]{1,36})$/.exec(textOf(up?.['href']) ?? '')?.[1] ?? null;
}

function sumOf(amount: unknown): {
  readonly amount: number | null;
  readonly currency: string | null;
} {
  const { currency_code, value } = fieldsOf(amount);
  const currency = textOf(currency_code);
  return { amount: currency === null ? null : fromWire(value, currency), currency };
}

function isOurs(payee: Payee, merchantId: unknown): boolean {
  const told = textOf(merchantId);
  return payee.merchantId === null || told === null || told === payee.merchantId;
}
