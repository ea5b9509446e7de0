/** Cards and wallets that a gateway keeps for its payers. It alone says what a card is: notices only ring. */
export type CardVault = {
  /** The token of a payment whose payer agreed that the card is kept. */
  tokenOf(payment: PaidCard): Promise<TokenOfPayment>;
  /** A payer's card as the gateway knows it now. */
  find(card: KeptCard): Promise<FoundCard>;
  /** Ends the token. Safe to repeat. */
  forget(card: KeptCard): Promise<{ readonly kind: 'gone' } | Unsure>;
};

/**
 * The payment at which a card was to be kept.
 * @property attemptId the merchant's number
 * @property isOver it has ended unpaid here
 */
export type PaidCard = {
  readonly attemptId: string;
  readonly gatewayRef: string | null;
  readonly isOver: boolean;
};

/** @property userId the player's stable id at the gateway, never from the browser */
export type KeptCard = { readonly userId: string; readonly token: string };

export type TokenOfPayment =
  | { readonly kind: 'token'; readonly token: string }
  /** Not known or not paid yet, or paid without its token yet. */
  | { readonly kind: 'not_yet' }
  /** Ended unpaid. */
  | { readonly kind: 'none' }
  | Unsure;

export type FoundCard =
  | {
      readonly kind: 'found';
      /** As the gateway writes it, for example `VISA`. */
      readonly brand: string;
      readonly last4: string;
      readonly expiresAt: Date;
      /** The security code must be typed for each payment: only the gateway's form may ask for it. */
      readonly asksCode: boolean;
    }
  /** @property account the payer's account, masked */
  | { readonly kind: 'found_wallet'; readonly account: string }
  | { readonly kind: 'gone' }
  | Unsure;

/** No answer, or none that can be trusted. */
type Unsure = {
  readonly kind: 'indeterminate';
  readonly why: string;
  readonly cause?: 'request';
};

/** A notice about a card: a reason to ask its gateway. */
export type CardNews = {
  readonly token: string;
  readonly attemptId: string | null;
  /** PayPal's order at which the wallet was kept. */
  readonly gatewayRef?: string | null;
};
