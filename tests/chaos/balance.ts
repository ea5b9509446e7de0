import { toMinor, type Money } from '@webpay/contract/money';
import type pg from 'pg';
import * as rows from './rows.ts';

/** What moved at a gateway in one currency, minor units. */
export type Moved = {
  readonly provider: string;
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
  readonly lost: number;
};

type Movement = Money & { readonly provider: string };

/** The books against the statement, to the cent by provider and currency; and no account left open. */
export async function balance(
  pool: pg.Pool,
  statement: { readonly captures: readonly Movement[]; readonly refunds: readonly Movement[] },
  attempts: readonly rows.Attempt[],
): Promise<{ readonly moved: readonly Moved[]; readonly trouble: readonly string[] }> {
  const purses = new Map<string, Moved>();
  const add = (
    what: 'captured' | 'refunded' | 'lost',
    { provider, currency }: { readonly provider: string; readonly currency: string },
    minor: number,
  ): void => {
    const key = `${provider} ${currency}`;
    const purse = purses.get(key) ?? { provider, currency, captured: 0, refunded: 0, lost: 0 };
    purses.set(key, { ...purse, [what]: purse[what] + minor });
  };
  for (const each of statement.captures) add('captured', each, toMinor(each));
  for (const each of statement.refunds) add('refunded', each, toMinor(each));
  for (const each of attempts.filter(({ lost }) => lost > 0)) add('lost', each, each.lost);

  const moved = [...purses.values()].toSorted((a, b) =>
    `${a.provider} ${a.currency}`.localeCompare(`${b.provider} ${b.currency}`),
  );
  const booked = await rows.booked(pool);
  const trouble = moved.flatMap((purse) =>
    (
      [
        ['capture', 'captured'],
        ['refund_done', 'refunded'],
        ['chargeback_lost', 'lost'],
      ] as const
    ).flatMap(([kind, what]) => {
      const line = booked.find(
        (each) =>
          each.kind === kind &&
          each.provider === purse.provider &&
          each.currency === purse.currency,
      );
      const minor = line?.minor ?? 0;
      return minor === purse[what]
        ? []
        : [
            `${purse.provider} ${purse.currency}: ${purse[what]} ${what} there, ${minor} in the books`,
          ];
    }),
  );
  const open = await rows.openAccounts(pool);
  const { rows: unsound } = await pool.query<{ what: string; currency: string }>(
    'select what, currency from ledger_discrepancies()',
  );
  return {
    moved,
    trouble: [
      ...trouble,
      ...open.map((each) => `${each.account} holds ${each.minor} of ${each.currency} at the end`),
      ...unsound.map((each) => `the books: ${each.what} (${each.currency})`),
    ],
  };
}
