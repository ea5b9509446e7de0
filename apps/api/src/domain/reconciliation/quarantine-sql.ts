import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** Money booked in this time that still lies in quarantine: a statement has it, or it is not there. */
export const quarantinedInTime = statement({
  name: 'reconciliation.quarantined_in_time',
  text: `select substr(q.subject, length(:provider) + 2) as number, q.amount_minor, q.currency, q.attempt_id, q.at
    from ledger_entries q
    where q.kind = 'quarantined' and q.provider = :provider and q.at >= :from and q.at < :to
      and not exists (select from ledger_entries r
        where r.kind = 'quarantine_released' and r.subject = q.subject)
    order by q.id`,
  params: { provider: 'text', from: 'timestamptz', to: 'timestamptz' },
  row: v.object({
    number: v.string(),
    amount_minor: v.number(),
    currency: v.string(),
    attempt_id: v.nullable(v.string()),
    at: v.date(),
  }),
});
