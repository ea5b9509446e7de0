import type { Explanation } from '@webpay/contract/console/shapes';

/** An explanation without its badges: each part of explain-order.ts tells its causes. */
export type Told = Omit<Explanation, 'badges'>;
export type Next = Explanation['next'][number];
