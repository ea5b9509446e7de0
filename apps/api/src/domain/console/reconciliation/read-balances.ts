import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import { readBalances, type Balance } from '../../ledger/check-ledger.ts';
import { lastEntry } from '../../ledger/queries.ts';
import { refused, type Refused } from '../../operators/operator.ts';
import { shareReads } from '../overview/share-reads.ts';
import type { Sees } from '../scope.ts';
import { oneByOne, type Reader } from '../settlement/one-by-one.ts';

type Balances = ConsoleResult<'ledgerBalances'>;
type Read = { readonly rows: readonly Balance[]; readonly entries: number };

const TOO_BUSY = refused(503, 'busy', 'Other balances are being read. Try again in some seconds.');

/** Accounts in words, in the order of the page. The sign makes what is owed a positive sum. */
const ACCOUNTS = [
  { account: 'gateway', text: 'At the gateways', note: '', sign: 1 },
  {
    account: 'owed_to_players',
    text: 'Owed to players',
    note: 'paid, goods not delivered yet',
    sign: -1,
  },
  { account: 'refunds_owed', text: 'Refunds on their way', note: '', sign: -1 },
  { account: 'bank', text: 'Paid back by our bank, all time', note: '', sign: -1 },
  { account: 'quarantine', text: 'Quarantine', note: 'money that fits no payment', sign: -1 },
  { account: 'gateway_fees', text: 'Fees, all time', note: '', sign: 1 },
  { account: 'chargeback_losses', text: 'Chargebacks, all time', note: '', sign: 1 },
  { account: 'sales', text: 'Sales, all time', note: '', sign: -1 },
] as const;

const shares = new WeakMap<object, ReturnType<typeof shareReads<Read | null>>>();

/** Balances of the ledger's accounts. They read the whole ledger, so that one read is shared and others wait. */
export async function readLedgerBalances(
  ctx: Ctx,
  operator: Sees & Reader,
): Promise<Balances | Refused> {
  const now = ctx.clock.real().getTime();
  if (operator.projects.length > 0) return { accounts: null, unbalanced: [], entries: 0, now };
  const share = shares.get(ctx.db) ?? shareReads<Read | null>(() => ctx.clock.real().getTime());
  shares.set(ctx.db, share);
  const read = await share('balances', ctx.config.waitScale.pauses, () =>
    oneByOne(ctx, operator, async () => ({
      entries: (await ctx.db.one(lastEntry)).id,
      rows: await readBalances(ctx),
    })),
  );
  if (read === null) return TOO_BUSY;
  const { rows, entries } = read;
  return {
    accounts: ACCOUNTS.flatMap(({ account, text, note, sign }) =>
      rows
        .filter((row) => row.account === account)
        .map(({ currency, signed_minor: minor }) => ({
          account,
          text,
          note,
          sum: { minor: minor === 0 ? 0 : minor * sign, currency },
        })),
    ),
    unbalanced: unbalancedOf(rows),
    entries,
    now,
  };
}

function unbalancedOf(rows: readonly Balance[]): string[] {
  const sums = new Map<string, number>();
  for (const { currency, signed_minor: minor } of rows) {
    sums.set(currency, (sums.get(currency) ?? 0) + minor);
  }
  return [...sums].filter(([, minor]) => minor !== 0).map(([currency]) => currency);
}
