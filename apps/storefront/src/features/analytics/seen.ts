import type { Goods } from '@webpay/contract/calls';
import { createFeed } from '../../api/feed.ts';

/** What a player looked at; what was bought and put into the cart is read from the calls' answers. */
export type Seen =
  /** A good was chosen in a list. */
  | { readonly kind: 'select'; readonly goods: Goods }
  /** A good was opened. */
  | { readonly kind: 'view'; readonly goods: Goods }
  /** A checkout was opened. */
  | {
      readonly kind: 'checkout';
      readonly lines: readonly { readonly goods: Goods; readonly count: number }[];
    };

export const seen = createFeed<Seen>();
