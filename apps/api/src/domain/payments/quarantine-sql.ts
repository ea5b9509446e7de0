import { statement } from '../../platform/db/statement.ts';

export const insertQuarantine = statement({
  name: 'payments.insert_quarantine',
  text: `insert into quarantine (provider, attempt_id, source, reason, result, at)
    values (:provider, :attemptId, :source, :reason, :said, :now)`,
  params: {
    provider: 'text',
    attemptId: 'text?',
    source: 'text',
    reason: 'text',
    said: 'jsonb',
    now: 'timestamptz',
  },
});
