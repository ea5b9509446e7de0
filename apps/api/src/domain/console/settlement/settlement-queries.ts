import * as v from 'valibot';
import { statement, type RowOf } from '../../../platform/db/statement.ts';
import { CHANNEL, MERCHANT, MONEY_ACCOUNTS } from '../../ledger/queries.ts';
import { ORDER_NO } from '../../orders/columns.ts';

/** Movements of a gateway account, or of our bank, behind one row of a settlement, in one day; the oldest first. */
export const settledEntries = statement({
  name: 'console.settled_entries',
  text: `select l.id, l.at, l.kind, coalesce(r.outside_reference, l.subject) as subject, o.id as order_id, ${ORDER_NO}, l.signed_minor
    from ledger_lines l left join payment_attempts a on a.id = l.attempt_id left join orders o on o.id = l.order_id
      left join refunds r on l.account = 'bank' and r.id = l.refund_id
    where l.account in ${MONEY_ACCOUNTS} and l.at >= :from and l.at < :to and l.id > :afterId
      and coalesce(l.project, '') = :project and ${CHANNEL} = :channel and l.currency = :currency
      and coalesce(nullif(a.country, 'ZZ'), '') = :country and a.tax_thousandths is not distinct from :taxThousandths
      and ${MERCHANT} = :merchant
    order by l.id limit :limit`,
  params: {
    from: 'timestamptz',
    to: 'timestamptz',
    afterId: 'int8',
    project: 'text',
    channel: 'text',
    country: 'text',
    taxThousandths: 'int4?',
    currency: 'text',
    merchant: 'text',
    limit: 'int8',
  },
  row: v.object({
    id: v.number(),
    at: v.date(),
    kind: v.string(),
    /** The bank's own number of a payment outside the gateways. */
    subject: v.string(),
    order_id: v.nullable(v.string()),
    order_no: v.nullable(v.string()),
    signed_minor: v.number(),
  }),
});
export type SettledEntry = RowOf<typeof settledEntries>;

/** Days of a period whose ledger was compared with its payments, by their end. */
export const checkedDays = statement({
  name: 'console.checked_days',
  text: `select count(*) filter (where found = 0)::int4 as sound, count(*) filter (where found > 0)::int4 as unsound
    from ledger_checks where day >= :firstDay and day <= :lastDay`,
  params: { firstDay: 'date', lastDay: 'date' },
  row: v.object({ sound: v.number(), unsound: v.number() }),
});
