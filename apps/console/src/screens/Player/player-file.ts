import type { ConsoleResult } from '@webpay/contract/console/calls';

/** A character with all that is known of it, as the API answers. */
export type PlayerFile = ConsoleResult<'player'>;
