import type { ConsoleResult } from '@webpay/contract/console/calls';
import { listOwedMoney } from '../../domain/console/queues/refunds.ts';
import { reconciliationCsv } from '../../domain/console/reconciliation/day-csv.ts';
import { readLedgerBalances } from '../../domain/console/reconciliation/read-balances.ts';
import { readReconciliationDay } from '../../domain/console/reconciliation/read-day.ts';
import { readReconciliation } from '../../domain/console/reconciliation/read-days.ts';
import { readSettlement, settlementCsv } from '../../domain/console/settlement/read-settlement.ts';
import { listSettlementEntries } from '../../domain/console/settlement/settlement-entries.ts';
import { accepted } from './answered.ts';
import type { Handlers } from './call.ts';

/** Statements against the ledger, its balances, and money by project and channel with the movements behind it. */
export const BOOK_HANDLERS: Pick<
  Handlers,
  | 'reconciliation'
  | 'reconciliationDay'
  | 'reconciliationCsv'
  | 'ledgerBalances'
  | 'owedMoney'
  | 'settlement'
  | 'settlementEntries'
  | 'settlementCsv'
> = {
  reconciliation: async (ctx) => readReconciliation(ctx),
  reconciliationDay: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'reconciliationDay'>>(await readReconciliationDay(ctx, operator, input)),
  reconciliationCsv: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'reconciliationCsv'>>(await reconciliationCsv(ctx, operator, input)),
  owedMoney: async (ctx, { operator, input }) => listOwedMoney(ctx, operator, input),
  ledgerBalances: async (ctx, { operator }) =>
    accepted<ConsoleResult<'ledgerBalances'>>(await readLedgerBalances(ctx, operator)),
  settlement: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'settlement'>>(await readSettlement(ctx, operator, input)),
  settlementEntries: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'settlementEntries'>>(await listSettlementEntries(ctx, operator, input)),
  settlementCsv: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'settlementCsv'>>(await settlementCsv(ctx, operator, input)),
};
