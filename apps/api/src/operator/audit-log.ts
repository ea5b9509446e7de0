import { readConfig } from '../config/config.ts';
import { checkAudit } from '../domain/audit/check-audit.ts';
import { checkHeads } from '../domain/audit/check-heads.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand } from './command-line.ts';
import { auditReport, headsOf, headsReport, readAuditVerb } from './audit-verbs.ts';
import { withShopDb } from './shop-database.ts';

/**
 * `npm run audit-log -- verify` recomputes the hash chain of the audit log, names the first entry that does not fit, and
 * compares the log with its signed heads (docs/operations.md "Signed heads"). Changes nothing. It ends with 1 for a fault.
 */
await runCommand(async () => {
  // Refuses wrong arguments before a database starts.
  const verb = readAuditVerb(process.argv.slice(2));
  const heads = headsOf(verb, readConfig(process.env).auditHeads);
  await withShopDb({ name: 'audit-log' }, async (db) => {
    const check = await checkAudit({ db });
    const compared = heads && (await checkHeads({ db }, heads.file, heads.publicKey));
    const said = [auditReport(check), ...(compared === null ? [] : [headsReport(compared)])];
    const isFaulty = check.broken !== null || (compared?.faults.length ?? 0) > 0;
    if (isFaulty) throw new StartError(said.join('\n'));
    console.log(said.join('\n'));
  });
});
