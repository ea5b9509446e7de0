import { complain, given, type Fields } from './fields.ts';

/**
 * Whether to use PayerMax's test world. PayerMax serves one script for both worlds (payments.md §1.3), so the script's
 * address does not tell them apart.
 */
export function isTestWorld(fields: Fields, isSandbox: boolean): boolean {
  const name = 'PAYERMAX_WORLD';
  const world = given(fields, name) ?? (isSandbox ? 'test' : 'live');
  if (world === 'live' && isSandbox) {
    complain(fields, name, 'is live: real money needs WEBPAY_MODE=production');
  } else if (world !== 'test' && world !== 'live') {
    complain(fields, name, `is "${world}", neither "test" nor "live"`);
  }
  return world === 'test';
}

/**
 * Refuses PayPal's test world in production: anyone gets play money there, and the goods are real. A rehearsal names it by
 * PAYERMAX_WORLD, which each start reports.
 */
export function refuseTestWallet(
  fields: Fields,
  {
    payermax,
    paypal,
  }: {
    readonly payermax: { readonly isTestWorld: boolean };
    readonly paypal: { readonly base: string };
  },
): void {
  const host = URL.canParse(paypal.base) ? new URL(paypal.base).hostname.replace(/\.$/, '') : '';
  if (payermax.isTestWorld || !/(?:^|\.)sandbox\.paypal\.com$/.test(host)) return;
  const why = `is ${paypal.base}, PayPal's test world: a rehearsal needs PAYERMAX_WORLD=test as well`;
  complain(fields, 'PAYPAL_BASE', why);
}

const WORLD_OF_HOST: ReadonlyMap<string, 'test' | 'live'> = new Map([
  ['pay-gate.payermax.com', 'live'],
  ['pay-gate-uat.payermax.com', 'test'],
]);

/** Refuses a card form of one world with a gateway of the other: a session works in its own world only. */
export function refuseOtherWorld(
  fields: Fields,
  payermax: { readonly base: string; readonly isTestWorld: boolean },
): void {
  const { base } = payermax;
  const named = payermax.isTestWorld ? 'test' : 'live';
  const real = URL.canParse(base) ? WORLD_OF_HOST.get(new URL(base).hostname) : undefined;
  const isReported = fields.problems.some((each) => each.startsWith('PAYERMAX_WORLD '));
  if (real === undefined || real === named || isReported) return;
  const why = `is ${named}, but PAYERMAX_BASE is ${base}, PayerMax's ${real} world`;
  complain(fields, 'PAYERMAX_WORLD', why);
}
