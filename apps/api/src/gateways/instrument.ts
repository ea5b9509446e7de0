import type { PayerData } from '@webpay/contract/payer-fields';

/** A method, as its gateway needs it (config/methods): its steps, and the gateway's own words for it. */
export type MethodValues = {
  readonly flow: 'card' | 'wallet' | 'redirect' | 'voucher' | 'qr';
  readonly values: Readonly<Record<string, string>>;
  /** Life of an unpaid order. */
  readonly lifeMs: number;
  /** Whether the gateway's direct call is used. */
  readonly isDirect?: boolean;
};

/** The part of a payment that its player has brought. */
export type Instrument =
  /** Card, Apple Pay and Google Pay: the token that the gateway's component gave the browser. */
  | {
      readonly kind: 'card_session';
      readonly paymentToken: string;
      readonly sessionKey: string;
      /** Its payer agreed that the card is kept. */
      readonly isSaved?: boolean;
    }
  /** A card or wallet that the gateway keeps for its payer. */
  | { readonly kind: 'saved'; readonly token: string }
  /** A wallet order that its player approved. */
  | { readonly kind: 'wallet_order' }
  /** The gateway's page of this method asks its payer by itself, or its answer is a code to pay with. */
  | {
      readonly kind: 'local';
      readonly method: MethodValues;
      /** Data that the method asks of its payer; personal, so it is neither kept nor logged. */
      readonly payer: PayerData;
    };

/**
 * The player must act, on a page or with a code that a shop, bank or app takes; a null `url` adds nothing to what is known.
 * `picture`: the address of a page's QR code for another device, at any host.
 */
export type PlayerAction = {
  readonly kind: 'action';
  readonly gatewayRef: string | null;
  readonly url: string | null;
  readonly code?: string;
  readonly picture?: string;
};

/** The code of an action, or the address of the picture that shows it; null: neither. */
export const codeOf = ({ code, picture }: PlayerAction): string | null => code ?? picture ?? null;
