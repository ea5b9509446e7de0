import type { GuardedGateway } from './port.ts';

/** An account at a gateway, of a merchant of MERCHANTS_FILE; null: the default merchant's. */
export type Account = {
  readonly provider: 'payermax' | 'paypal';
  readonly merchant: string | null;
};

/** The gateways behind each merchant's own account (docs/decisions/0091-merchants.md). */
export type Gateways = {
  /** The default merchant's. */
  readonly payermax: GuardedGateway;
  readonly paypal: GuardedGateway;
  readonly named: ReadonlyMap<string, NamedGateways>;
  /** Stands for an account that this process does not have: it sends nothing, and knows nothing. */
  readonly missing: (account: Account) => GuardedGateway;
};

export type NamedGateways = {
  readonly payermax?: GuardedGateway;
  readonly paypal?: GuardedGateway;
};

/**
 * The gateway behind one account, for everything about an attempt: another account answers "not found", which is a definite
 * answer, and would end a paid attempt.
 */
export function gatewayOf(gateways: Gateways, { provider, merchant }: Account): GuardedGateway {
  if (merchant === null) return gateways[provider];
  const account = { provider, merchant } as const;
  return gateways.named.get(merchant)?.[provider] ?? gateways.missing(account);
}

/** Every account that this process has, the default merchant's first. */
export function accountsAt(gateways: Gateways, provider: Account['provider']): readonly Account[] {
  const named = [...gateways.named].flatMap(([merchant, own]): Account[] =>
    own[provider] === undefined ? [] : [{ provider, merchant }],
  );
  return gateways[provider].isMissing === true ? named : [{ provider, merchant: null }, ...named];
}

/** An account in circuits, logs and addresses: `paypal`, `paypal/nova`. */
export function placeOf({ provider, merchant }: Account): string {
  return merchant === null ? provider : `${provider}/${merchant}`;
}
