/** The reason why only the gateway itself can verify its message. */
export type Doubt = 'certificate_untrusted' | 'certificate_unavailable';

export type NotVerified =
  | { readonly kind: 'bad_signature'; readonly why: string }
  /** The signature cannot be verified now (PayPal's certificate): the gateway must send it again. */
  | { readonly kind: 'cannot_verify'; readonly why: string };
