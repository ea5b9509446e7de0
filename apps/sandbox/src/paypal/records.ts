import type { OfAccount } from '../account.ts';
export type Funding = 'balance' | 'declined' | 'echeck';

export type OrderStatus = 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';

/** A payment source that is paid on its own page, and captured by PayPal once its payer has approved. */
export type LocalSource = 'ideal' | 'blik';

export type Order = OfAccount & {
  readonly id: string;
  readonly status: OrderStatus;
  readonly referenceId: string;
  readonly invoiceId: string | null;
  readonly customId: string | null;
  readonly description: string | null;
  readonly currency: string;
  /** Normalised to the decimals PayPal writes. */
  readonly value: string;
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
  readonly brandName: string | null;
  /** Created with `payment_source.paypal`: links `payer-action` instead of `approve`. */
  readonly hasSource: boolean;
  /** Absent: the wallet. */
  readonly local?: {
    readonly source: LocalSource;
    readonly name: string;
    readonly country: string;
  };
  /** Its payer agreed that the wallet is kept; then how far that is. */
  readonly keeps?: 'wanted' | 'approved' | 'vaulted';
  readonly vaultId?: string;
  /** Pays with a wallet that the shop has kept; its payer is asked nevertheless. */
  readonly isSaved?: true;
  /** The payer's choice on the approval page. */
  readonly funding: Funding;
  readonly captureId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** A kept wallet, and the payment that it makes of the next order. */
export type Kept = OfAccount & {
  readonly id: string;
  readonly customerId: string;
  readonly orderId: string;
  readonly next: 'pays' | 'asks' | 'declines' | 'expired' | 'pends' | 'other_sum';
};

export type CaptureStatus =
  | 'COMPLETED'
  | 'PENDING'
  | 'DECLINED'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED';

export type Capture = OfAccount & {
  readonly id: string;
  readonly orderId: string;
  readonly invoiceId: string | null;
  readonly customId: string | null;
  readonly currency: string;
  readonly value: string;
  readonly status: CaptureStatus;
  readonly reason: string | null;
  readonly refundedMinor: number;
  readonly isDisputed: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly completedAt: number | null;
};

export type Refund = OfAccount & {
  readonly id: string;
  readonly captureId: string;
  readonly invoiceId: string | null;
  readonly customId: string | null;
  readonly currency: string;
  readonly value: string;
  readonly totalRefunded: string;
  readonly note: string | null;
  readonly status: 'COMPLETED';
  readonly createdAt: number;
};

/** An event as sent: its exact text is signed and stored. */
export type SentEvent = OfAccount & {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly transmissionId: string;
  readonly transmissionTime: string;
};

export type Dispute = {
  readonly id: string;
  /** One dispute may concern several captures. */
  readonly captureIds: readonly string[];
  readonly status: 'OPEN' | 'RESOLVED';
  readonly outcome: string | null;
  readonly openedAt: number;
};
