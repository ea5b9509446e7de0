import type { DisputeState } from '@webpay/contract/money-back';
import { fieldsOf, listOf, textOf, type Fields } from '../../platform/http-client/json.ts';
import type { DisputeUpdate, RefundUpdate } from '../port.ts';
import { linkOf } from './call.ts';
import { amountOf } from './money.ts';
import { resultOfRefund } from './refund.ts';
import { isOurs, type Payee } from './translate.ts';

/** A refund by us or in PayPal's own pages: the resource of CAPTURE.REFUNDED and REFUND.*. */
export function refundUpdate(refund: Fields, payee: Payee): RefundUpdate {
  return {
    kind: 'refund',
    refundId: textOf(refund['invoice_id']),
    gatewayRef: textOf(refund['id']),
    attemptId: null,
    captureRef: captureAbove(refund),
    ...amountOf(refund['amount']),
    merchantIsOurs: isOurs(payee, refund['payer']),
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
    ...amountOf(reversal['amount']),
    fee: 0,
    merchantIsOurs: isOurs(payee, reversal['payee']),
  };
}

/** CUSTOMER.DISPUTE.*: the resource decides the state, whatever the event's name. */
export function disputeUpdate(dispute: Fields, payee: Payee): DisputeUpdate | null {
  const caseId = textOf(dispute['dispute_id']);
  const stage = textOf(dispute['status']) ?? textOf(dispute['dispute_life_cycle_stage']);
  const outcome = textOf(fieldsOf(dispute['dispute_outcome'])['outcome_code']);
  const disputed = amountOf(dispute['dispute_amount']);
  const end = stage === 'RESOLVED' ? END_OF.get(outcome) : 'open';
  if (caseId === null || stage === null || end === undefined) return null;
  const payout = stage === 'RESOLVED' && outcome === 'RESOLVED_WITH_PAYOUT';
  const borne = payout ? borneBySeller(dispute['money_movements'], disputed.currency) : null;
  const state = borne === 0 ? 'won' : end;
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
    ...(borne === null || borne === 0 ? disputed : { ...disputed, amount: borne }),
    fee: 0,
    merchantIsOurs: transactions.every(({ seller }) => isOurs(payee, seller)),
  };
}

const FEES: readonly unknown[] = ['DISPUTE_SETTLEMENT_FEE', 'DISPUTE_FEE', 'CHARGEBACK_FEE'];

/**
 * The sum that we bear of a payout, by the movements of money: PayPal may pay the buyer itself.
 * @returns null when the movements do not say who paid: then all of it counts as lost
 */
function borneBySeller(movements: unknown, currency: string | null): number | null {
  let borne = 0;
  let isKnown = false;
  for (const movement of listOf(movements).map(fieldsOf)) {
    const { affected_party: party, type } = movement;
    if (FEES.includes(movement['reason']) || party === 'BUYER') continue;
    const moved = amountOf(movement['amount']);
    const isReadable = moved.amount !== null && moved.currency === currency;
    if (!isReadable || (type !== 'DEBIT' && type !== 'CREDIT')) return null;
    if (party === 'SELLER') borne += type === 'DEBIT' ? moved.amount : -moved.amount;
    else if (party !== 'PAYMENT_PROCESSOR') return null;
    isKnown ||= party === 'SELLER' || type === 'DEBIT';
  }
  return isKnown ? Math.max(0, borne) : null;
}

/** The ends of a dispute; any other outcome is for an operator to decide. */
const END_OF: ReadonlyMap<string | null, DisputeState> = new Map([
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['RESOLVED_WITH_PAYOUT', 'lost'],
  ['ACCEPTED', 'lost'],
  ['RESOLVED_SELLER_FAVOUR', 'won'],
  ['DENIED', 'won'],
  ['CANCELED_BY_BUYER', 'cancelled'],
]);

function captureAbove(resource: Fields): string | null {
  const address = textOf(linkOf(resource, 'up')?.['href']) ?? '';
  return /\/payments\/captures\/([A-Z0-9]{1,36})$/.exec(address)?.[1] ?? null;
}
