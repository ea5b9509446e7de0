/** The handling of PayerMax's codes (payments.md §1.2). */
export type Reaction =
  | 'accepted'
  /** Rejected before anything was created: our request or its time was wrong. */
  | 'nothing_made'
  /** Rejected before anything was created: the payer's own data was wrong. */
  | 'payer'
  /** Rejected before anything was created: our keys or numbers, for any call. */
  | 'access'
  /** Rejected before anything was created: no contract for the method in this country. */
  | 'contract'
  | 'declined'
  | 'insufficient_balance'
  /** The gateway is unsure, or has the number already: only a query decides. */
  | 'indeterminate'
  | 'unlisted';

const REACTIONS: Readonly<Record<string, Reaction>> = {
  APPLY_SUCCESS: 'accepted',
  SYSTEM_ERROR: 'indeterminate',
  REQUEST_TIMEOUT: 'indeterminate',
  UNEXPECTED_ERROR: 'indeterminate',
  SYSTEM_BUSY: 'indeterminate',
  ORDER_REPEAT: 'indeterminate',
  // Not a payment call's code; on a query it has its own meaning.
  ORDER_NOT_EXIST: 'indeterminate',
  TOO_MANY_REQUEST: 'nothing_made',
  REQ_TIME_OVER_TIME: 'nothing_made',
  SIGN_VERIFY_FAILED: 'access',
  MERCHANT_INVALID: 'access',
  MERCHANT_APP_INVALID: 'access',
  MERCHANT_SIGNED_PRODUCT_ERROR: 'contract',
  PARAMS_INVALID: 'nothing_made',
  AMOUNT_INVALID: 'nothing_made',
  CURRENCY_INVALID: 'nothing_made',
  COUNTRY_INVALID: 'nothing_made',
  PAYMENT_METHOD_NOT_EXIST: 'nothing_made',
  ID_NUM_INVALID: 'payer',
  PHONE_NUM_INVALID: 'payer',
  // The player may choose another method, like after a declined card.
  AMOUNT_LIMIT: 'declined',
  PAYMENT_FAILED: 'declined',
  BALANCE_INSUFFICIENT: 'insufficient_balance',
};

export function reactionTo(code: string): Reaction {
  if (code.startsWith('CONTRACT_')) return 'contract';
  return (Object.hasOwn(REACTIONS, code) ? REACTIONS[code] : undefined) ?? 'unlisted';
}
