import type { Queries } from '../../../platform/db/pool.ts';
import type { Ctx } from '../../../context.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import { entryOf } from '../../operators/operator.ts';
import type { SettlementFile } from '../../ledger/settlement-csv.ts';

export const SETTLEMENT_EXPORT = 'settlement.export';

/** Detail of the audit entry of an export: days and filters, and the hash and format of the file. */
export function exportDetail(
  filter: Readonly<Record<string, string | undefined>>,
  { lines, sha256, format }: Pick<SettlementFile, 'lines' | 'sha256' | 'format'>,
): object {
  return { filter, lines, sha256, format };
}

const COMMAND = { address: '', agent: 'npm run settlement', requestId: '' };

/** Writes the export of `npm run settlement` to the audit log, as the console does. */
export async function recordCommandExport(
  ctx: Pick<Ctx, 'clock'> & { readonly db: Queries },
  person: string,
  filter: Readonly<Record<string, string | undefined>>,
  file: SettlementFile,
): Promise<void> {
  const who = { id: null, name: `command line (${person})` };
  const about = {
    permission: 'settlement.read',
    action: SETTLEMENT_EXPORT,
    project: filter['project'] ?? null,
    detail: exportDetail(filter, file),
  };
  await appendAudit(ctx.db, entryOf(ctx, who, COMMAND, about));
}
