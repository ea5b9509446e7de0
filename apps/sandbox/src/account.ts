/**
 * The two merchants of this sandbox. The first is the one of the shop's default configuration; a shop with MERCHANTS_FILE
 * reaches the second (apps/sandbox/README.md).
 */
export type Account = 'first' | 'second';

/** A row of the first account names none. */
export type OfAccount = { readonly account?: Account };

export function accountOf({ account = 'first' }: OfAccount): Account {
  return account;
}
