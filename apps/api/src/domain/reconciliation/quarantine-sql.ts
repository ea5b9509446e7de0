import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** Money booked in this time that still lies in quarantine: a statement has it, or it is not there. */
export const quarantinedInTime = statement({
  name: 'reconciliation.quarantined_in_time',
  text: `select substr(q.subject, length($1) + 2) as number, q.amount_minor, q.currency, q.attempt_id, q.at
    from ledger_entries q
    where q.kind = 'quarantined' and q.provider = $1 and q.at >= $2 and q.at < $3
      and not exists (select from ledger_entries r
        where r.kind = 'quarantine_released' and r.subject = q.subject)
    order by q.id`,
  params: ['text', 'timestamptz', 'timestamptz'],
  row: v.object({
    number: v.string(),
    amount_minor: v.number(),
    currency: v.string(),
    attempt_id: v.nullable(v.string()),
    at: v.date(),
  }),
});
