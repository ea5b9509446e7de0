import type { ConsoleResult } from '@webpay/contract/console/calls';
import { readLedgerBalances } from '../../domain/console/reconciliation/read-balances.ts';
import { readReconciliationDay } from '../../domain/console/reconciliation/read-day.ts';
import { readReconciliation } from '../../domain/console/reconciliation/read-days.ts';
import { accepted } from './answered.ts';
import type { Handlers } from './call.ts';

/** Statements against the ledger, and the ledger's balances. */
export const RECONCILIATION_HANDLERS: Pick<
  Handlers,
  'reconciliation' | 'reconciliationDay' | 'ledgerBalances'
> = {
  reconciliation: async (ctx) => readReconciliation(ctx),
  reconciliationDay: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'reconciliationDay'>>(await readReconciliationDay(ctx, operator, input)),
  ledgerBalances: async (ctx, { operator }) =>
    accepted<ConsoleResult<'ledgerBalances'>>(await readLedgerBalances(ctx, operator)),
};
