import type { Operation } from './operations.ts';

/** The audit log, its hash chain, and its heads that a worker signs. */
export const AUDIT_OPERATIONS = {
  audit: {
    method: 'GET',
    path: '/audit',
    needs: 'audit.read',
    summary: 'Lists audit entries, newest first.',
  },
  checkAudit: {
    method: 'POST',
    path: '/audit/check',
    needs: 'audit.read',
    summary: 'Checks the hash chain of the audit log.',
  },
  auditHeads: {
    method: 'GET',
    path: '/audit/heads',
    needs: 'audit.read',
    summary: 'Lists signed heads of the audit log, newest first, and the last nightly check.',
  },
} as const satisfies Record<string, Operation>;
