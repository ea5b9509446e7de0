import type { AuditCheck } from '../domain/audit/check-audit.ts';
import { StartError } from '../platform/start-error.ts';
import { parseWords } from './command-line.ts';

const USAGE = 'Say what to do: npm run audit-log -- verify.';

/** Parses a call of `npm run audit-log`. @throws StartError */
export function readAuditVerb(given: readonly string[]): 'verify' {
  const { positionals } = parseWords({ args: [...given], allowPositionals: true, options: {} });
  if (positionals.length !== 1 || positionals[0] !== 'verify') throw new StartError(USAGE);
  return 'verify';
}

/** The result of a check in words. */
export function auditReport({ entries, broken, head }: AuditCheck): string {
  const count = `${entries.toLocaleString('en-US')} ${entries === 1 ? 'entry' : 'entries'}`;
  if (broken === null) return `${count}, and the chain is whole. Its head: ${head}`;
  return `The audit log is broken at entry ${broken.id}. ${broken.why} The ${count} before it fit.`;
}
