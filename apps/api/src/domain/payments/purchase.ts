import type { Money } from '@webpay/contract/money';
import type { CartLimits } from '../catalog/cart-limits.ts';
import type { ChannelRow } from '../catalog/channels.ts';
import type { OrderedProduct, OrderSource } from '../orders/price-lines.ts';
import type { Recipient } from '../orders/queries.ts';

/** What a player wants to buy, and for whom. */
export type Basket = {
  readonly project: string;
  readonly playerId: number;
  readonly recipient: Recipient;
  readonly lang: string;
  readonly products: readonly OrderedProduct[];
  readonly source: OrderSource;
  readonly country: string;
  readonly currency: string;
  readonly redirectUrl: string;
  readonly orderKey: string | null;
  /** What the player saw; null when the caller did not say. */
  readonly totalSeen: Money | null;
} & CartLimits;

/** The same, and how it is to be paid. */
export type Purchase = Basket & { readonly channel: ChannelRow };
