import { checkAudit } from '../domain/audit/check-audit.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand } from './command-line.ts';
import { auditReport, readAuditVerb } from './audit-verbs.ts';
import { withShopDb } from './shop-database.ts';

/**
 * `npm run audit-log -- verify` recomputes the hash chain of the audit log, and names the first entry that does not fit
 * (docs/operations.md "Operators of the console"). Changes nothing. It ends with 1 when an entry is broken.
 */
await runCommand(async () => {
  // Refuses wrong arguments before a database starts.
  readAuditVerb(process.argv.slice(2));
  await withShopDb({ name: 'audit-log' }, async (db) => {
    const check = await checkAudit({ db });
    if (check.broken !== null) throw new StartError(auditReport(check));
    console.log(auditReport(check));
  });
});
