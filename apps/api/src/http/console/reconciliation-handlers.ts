import type { ConsoleResult } from '@webpay/contract/console/calls';
import { readLedgerBalances } from '../../domain/console/reconciliation/read-balances.ts';
import { readReconciliationDay } from '../../domain/console/reconciliation/read-day.ts';
import { reconciliationCsv } from '../../domain/console/reconciliation/day-csv.ts';
import { readReconciliation } from '../../domain/console/reconciliation/read-days.ts';
import { listOwedMoney } from '../../domain/console/queues/refunds.ts';
import { accepted } from './answered.ts';
import type { Handlers } from './call.ts';

/** Statements against the ledger, and the ledger's balances. */
export const RECONCILIATION_HANDLERS: Pick<
  Handlers,
  'reconciliation' | 'reconciliationDay' | 'reconciliationCsv' | 'ledgerBalances' | 'owedMoney'
> = {
  reconciliation: async (ctx) => readReconciliation(ctx),
  reconciliationDay: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'reconciliationDay'>>(await readReconciliationDay(ctx, operator, input)),
  reconciliationCsv: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'reconciliationCsv'>>(await reconciliationCsv(ctx, operator, input)),
  owedMoney: async (ctx, { operator, input }) => listOwedMoney(ctx, operator, input),
  ledgerBalances: async (ctx, { operator }) =>
    accepted<ConsoleResult<'ledgerBalances'>>(await readLedgerBalances(ctx, operator)),
};
