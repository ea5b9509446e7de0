import type { ConsoleResult } from '@webpay/contract/console/calls';

/** An order with all that is known of it, as the API answers. */
export type OrderFile = ConsoleResult<'order'>;
