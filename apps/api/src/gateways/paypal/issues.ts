import type { RefusalCause } from '../port.ts';

/** The handling of PayPal's refusals (payments.md §2.2). */
export type Reaction =
  /** Another request was faster, or the order is over: its state decides. */
  | 'read_order'
  /** The player must approve, or choose other funding. */
  | 'player'
  | 'processing'
  | 'declined'
  /** Our credentials or permission, for any call. */
  | 'access'
  /** Our account, for any order of this method. */
  | 'account'
  | 'our_fault'
  | 'gone'
  | 'unlisted';

const REACTIONS: Readonly<Record<string, Reaction>> = {
  ORDER_ALREADY_CAPTURED: 'read_order',
  ORDER_COMPLETED_OR_VOIDED: 'read_order',
  ORDER_EXPIRED: 'read_order',
  // An earlier capture has this number: query it, never change the number to avoid the refusal.
  DUPLICATE_INVOICE_ID: 'read_order',
  ORDER_NOT_APPROVED: 'player',
  PAYER_ACTION_REQUIRED: 'player',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'player',
  INSTRUMENT_DECLINED: 'player',
  ORDER_COMPLETION_IN_PROGRESS: 'processing',
  COMPLIANCE_VIOLATION: 'declined',
  DECLINED_DUE_TO_RELATED_TXN: 'declined',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'declined',
  PAYER_CANNOT_PAY: 'declined',
  PAYMENT_SOURCE_CANNOT_BE_USED: 'declined',
  PAYMENT_SOURCE_DECLINED_BY_PROCESSOR: 'declined',
  TRANSACTION_BLOCKED_BY_PAYEE: 'declined',
  TRANSACTION_LIMIT_EXCEEDED: 'declined',
  TRANSACTION_REFUSED: 'declined',
  // Our account's filters stopped this payment only, so the gateway stays on.
  PAYEE_BLOCKED_TRANSACTION: 'declined',
  AUTH_CAPTURE_NOT_ENABLED: 'account',
  AUTHENTICATION_FAILURE: 'access',
  CLIENT_REFUSED: 'access',
  CONSENT_NEEDED: 'account',
  NOT_AUTHORIZED: 'access',
  // A smaller order may pass.
  TRANSACTION_RECEIVING_LIMIT_EXCEEDED: 'our_fault',
  AMOUNT_MISMATCH: 'our_fault',
  CANNOT_BE_NEGATIVE: 'our_fault',
  CANNOT_BE_ZERO_OR_NEGATIVE: 'our_fault',
  DECIMAL_PRECISION: 'our_fault',
  DECIMALS_NOT_SUPPORTED: 'our_fault',
  INVALID_CURRENCY_CODE: 'our_fault',
  MAX_VALUE_EXCEEDED: 'our_fault',
  INVALID_RESOURCE_ID: 'gone',
  RESOURCE_NOT_FOUND: 'gone',
};

const FAMILIES: readonly (readonly [string, Reaction])[] = [
  ['PAYER_ACCOUNT_', 'declined'],
  ['PAYEE_', 'account'],
  ['PERMISSION_DENIED', 'access'],
  ['CURRENCY_NOT_SUPPORTED', 'our_fault'],
];

export function reactionTo(status: number, issue: string): Reaction {
  if (status === 401 || status === 403) return 'access';
  const known = Object.hasOwn(REACTIONS, issue) ? REACTIONS[issue] : undefined;
  const family = FAMILIES.find(([prefix]) => issue.startsWith(prefix))?.[1];
  const reaction = known ?? family ?? (status === 400 ? 'our_fault' : 'unlisted');
  // "Not found" with another status than 404 is about a field, not the order.
  return reaction === 'gone' && status !== 404 ? 'unlisted' : reaction;
}

/** The reach of a refusal that created nothing. */
export function causeOf(reaction: Reaction): RefusalCause {
  return reaction === 'access' || reaction === 'account' ? reaction : 'request';
}
