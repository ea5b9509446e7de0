import type { AboutOneRequest } from '../platform/http-client/exchange.ts';

/** The reason why only the gateway itself can verify its message. */
export type Doubt = 'certificate_untrusted' | 'certificate_unavailable';

export type NotVerified =
  | { readonly kind: 'bad_signature'; readonly why: string }
  /** The signature cannot be verified now (PayPal's certificate): the gateway must send it again. */
  | { readonly kind: 'cannot_verify'; readonly why: string };

/** Timeout, broken connection, 5xx, wrong signature or unlisted code. */
export type Indeterminate = AboutOneRequest & {
  readonly kind: 'indeterminate';
  readonly why: string;
  /** The order that was asked about is surely not the attempt's: another question would find the same. */
  readonly isOther?: true;
};
