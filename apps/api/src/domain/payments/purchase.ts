import type { Money } from '@webpay/contract/money';
import type { PayerData } from '@webpay/contract/payer-fields';
import type { CartLimits } from '../catalog/cart-limits.ts';
import type { ChannelRow } from '../catalog/channels.ts';
import type { PaymentCaller, PaymentOrigin } from '../declines/guard-attempt.ts';
import type { Gives } from '../orders/first-purchase.ts';
import type { SubmitInput } from '../../gateways/port.ts';
import type { OrderedProduct, OrderSource } from '../orders/price-lines.ts';
import type { Recipient } from '../orders/columns.ts';

/** The browser that submits a payment. */
export type Payer = Pick<SubmitInput, 'clientIp' | 'userAgent' | 'terminal'> &
  PaymentOrigin & {
    /** C11: where the gateway leads back to; null: the order's own address. */
    readonly redirectUrl: string | null;
    /** Data that the method asks of its payer; sent to the gateway and kept nowhere. */
    readonly data: PayerData;
  };

export type Basket = {
  readonly project: string;
  readonly playerId: number;
  readonly recipient: Recipient;
  readonly lang: string;
  readonly products: readonly OrderedProduct[];
  readonly source: OrderSource;
  readonly country: string;
  /** The country that a trusted proxy named; absent: unknown. Events that are shut there sell nothing. */
  readonly networkCountry?: string | null;
  readonly currency: string;
  readonly redirectUrl: string;
  readonly orderKey: string | null;
  /** The order that is paid: no other one is found or made. Absent: the one of the key, or a new one. */
  readonly onlyOrder?: string;
  /** The total the player saw; null when the caller sent none. */
  readonly totalSeen: Money | null;
  /** The contents the player saw; absent when the caller sent none. */
  readonly givesSeen?: Gives | undefined;
  /** Whether the player has bought a card, read under its lock; absent: not known. */
  readonly hasCards?: boolean;
} & CartLimits;

export type Purchase = Basket & {
  readonly channel: ChannelRow;
  readonly caller: PaymentCaller;
  /** A wallet that is kept with this payment, or one that was kept before and pays it; absent: neither. */
  readonly wallet?: 'kept' | 'saved' | undefined;
};
