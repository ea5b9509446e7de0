import type { Config } from './config/config.ts';
import type { PayermaxConfig, PaypalConfig } from './config/gateways.ts';
import { placeOf, type Account, type Gateways } from './gateways/accounts.ts';
import { guardGateway } from './gateways/guard-gateway.ts';
import { missingAccount } from './gateways/missing-account.ts';
import { createPayermaxGateway } from './gateways/payermax/gateway.ts';
import { createPaypalGateway } from './gateways/paypal/gateway.ts';
import type { Gateway, GuardedGateway } from './gateways/port.ts';
import { traceGateway } from './gateways/trace-gateway.ts';
import type { Outside } from './platform/http-client/exchange.ts';
import type { Circuit } from './platform/resilience/circuits.ts';
import type { Trace } from './platform/tracing/trace.ts';

type Parts = {
  readonly outside: Outside;
  /** Hears of an account's refusals and timeouts. */
  readonly report: (place: string) => (event: string, detail: object) => void;
  readonly countSecondKey: (name: string) => void;
  readonly circuitOf: (place: string) => Circuit;
  readonly trace: Trace | undefined;
  /** Hears of each call about a payment whose account is not in the configuration. */
  readonly reportMissing: (account: Account) => void;
};

/**
 * Every merchant's gateways, each behind a circuit of its own: one account's refusals close no other one, and an account
 * meets the silence of its gateway by itself.
 */
export function buildGateways(config: Config, parts: Parts): Gateways {
  const missing = (account: Account) => missingAccount(account, () => parts.reportMissing(account));
  const build = (
    account: Account,
    { payermax, paypal }: Configured,
  ): GuardedGateway | undefined => {
    const made =
      account.provider === 'payermax'
        ? fromPayermax(account, payermax, parts)
        : fromPaypal(account, paypal, parts);
    if (made === null) return undefined;
    return traceGateway(guardGateway(made, parts.circuitOf(placeOf(account))), parts.trace);
  };
  const own = (provider: Account['provider']) => {
    const account = { provider, merchant: null } as const;
    return build(account, config) ?? missing(account);
  };
  const named = [...config.merchants.byKey].map(([merchant, accounts]) => {
    const payermax = build({ provider: 'payermax', merchant }, accounts);
    const paypal = build({ provider: 'paypal', merchant }, accounts);
    const pair = { ...(payermax && { payermax }), ...(paypal && { paypal }) };
    return [merchant, pair] as const;
  });
  return { payermax: own('payermax'), paypal: own('paypal'), named: new Map(named), missing };
}

type Configured = {
  readonly payermax: PayermaxConfig | null;
  readonly paypal: PaypalConfig | null;
};

function fromPayermax(account: Account, own: PayermaxConfig | null, parts: Parts): Gateway | null {
  if (own === null || own.isAbsent) return null;
  return createPayermaxGateway({ ...own, ...partsOf(account, parts) });
}

function fromPaypal(account: Account, own: PaypalConfig | null, parts: Parts): Gateway | null {
  if (own === null || own.isAbsent) return null;
  return createPaypalGateway({ ...own, ...partsOf(account, parts) });
}

function partsOf(account: Account, { outside, report, countSecondKey }: Parts) {
  const { merchant } = account;
  const prefix = merchant === null ? '' : `MERCHANTS_FILE/${merchant}/`;
  return {
    outside,
    report: report(placeOf(account)),
    countSecondKey: (name: string) => countSecondKey(`${prefix}${name}`),
  };
}
