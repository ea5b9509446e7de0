import { statement } from '../../platform/db/statement.ts';

export const insertQuarantine = statement({
  name: 'payments.insert_quarantine',
  text: `insert into quarantine (provider, attempt_id, source, reason, said, at)
    values ($1, $2, $3, $4, $5, $6)`,
  params: ['text', 'text?', 'text', 'text', 'jsonb', 'timestamptz'],
});
