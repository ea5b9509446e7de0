import type { Goods } from '@webpay/contract/calls';
import { createFeed } from '../../api/feed.ts';

/** Views reported to analytics; purchases and cart changes are read from the calls' answers. */
export type Seen =
  | { readonly kind: 'select'; readonly goods: Goods }
  | { readonly kind: 'view'; readonly goods: Goods }
  | {
      readonly kind: 'checkout';
      readonly lines: readonly { readonly goods: Goods; readonly count: number }[];
    };

export const seen = createFeed<Seen>();
