/**
 * The level of this code, behind the name of each connection: `webpay-worker/1`. A trigger reads it where an older release would
 * do harm (docs/decisions/0096-merchants-apart.md). Releases without a level know no merchants.
 */
const CODE_LEVEL = 1;

export const levelled = (name: string): string => `${name}/${CODE_LEVEL}`;
