import type { ConsoleResult } from '@webpay/contract/console/calls';
import { readSettlement, settlementCsv } from '../../domain/console/settlement/read-settlement.ts';
import { listSettlementEntries } from '../../domain/console/settlement/settlement-entries.ts';
import { accepted } from './answered.ts';
import type { Handlers } from './call.ts';

/** Money by project and channel, the movements behind it, and its file. */
export const SETTLEMENT_HANDLERS: Pick<
  Handlers,
  'settlement' | 'settlementEntries' | 'settlementCsv'
> = {
  settlement: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'settlement'>>(await readSettlement(ctx, operator, input)),
  settlementEntries: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'settlementEntries'>>(await listSettlementEntries(ctx, operator, input)),
  settlementCsv: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'settlementCsv'>>(await settlementCsv(ctx, operator, input)),
};
