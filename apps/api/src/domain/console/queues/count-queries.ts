import * as v from 'valibot';
import { IS_REFUSED } from '../../refunds/queries.ts';
import { OWED } from '../../refunds/owed-queries.ts';
import { statement } from '../../../platform/db/statement.ts';
import { IS_REFUSED_RESEND, IS_REFUSED_REWARD } from '../../support/refused-mail-queries.ts';
import { isSeen, orderOfEach } from './owner-columns.ts';

const upTo = (rows: string) => `(select count(*) from (${rows} limit :most) as found)::int4`;

/** Rows of each queue that wait for an operator, up to `most` of a kind; `before` and `lateBefore` as in the lists. */
export const queueCounts = statement({
  name: 'console.queue_counts',
  text: `select
      ${upTo(`select from resolution_requests q join orders o on o.id = q.order_id
        where q.state = 'open' and ${isSeen('o.project')}`)} as requests,
      ${upTo(`select from payment_attempts a join orders o on o.id = a.order_id
        where a.next_query_at is not null and a.state in ('PROCESSING', 'UNKNOWN') and a.unresolved_since <= :before
          and ${isSeen('o.project')}`)} as payments,
      ${upTo(`select from refunds r join orders o on o.id = r.order_id
        where r.state not in ('SUCCEEDED', 'FAILED') and r.state in ('SUBMITTING', 'UNKNOWN') and r.requested_at <= :before
          and ${isSeen('o.project')}`)} as refund_results,
      ${upTo(`select from late_queries l
          cross join lateral (select order_id from payment_attempts where id = l.attempt_id offset 0) as a ${orderOfEach('a.order_id')}
        where l.payable_until <= :lateBefore and ${isSeen('o.project')}`)} as late,
      ${upTo(`select from quarantine q left join payment_attempts a on a.id = q.attempt_id left join orders o on o.id = a.order_id
        where q.settled_at is null and ${isSeen('o.project')}`)} as results,
      ${upTo(`select from outbox_mails m where m.ended_at is null and m.parked_at is not null and ${isSeen('m.project')}`)} as parked,
      ${upTo(`select from game_notices n where n.ended_at is null and n.parked_at is not null and ${isSeen('n.project')}`)} as notices,
      ${upTo(`select from resends r join orders o on o.id = r.order_id where ${IS_REFUSED_RESEND} and ${isSeen('o.project')}`)} as resends,
      ${upTo(`select from rewards where ${IS_REFUSED_REWARD} and ${isSeen('project')}`)} as event_mails,
      ${upTo(`select from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = r.order_id
        where ${IS_REFUSED} and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor
          and ${isSeen('o.project')}`)} as refused,
      ${upTo(`select from (${OWED}) as w ${orderOfEach('w.order_id')}
        where w.refused is null and ${isSeen('o.project')}`)} as owed,
      ${upTo(`select from disputes d ${orderOfEach('d.order_id')} where d.state = 'open' and ${isSeen('o.project')}`)} as disputes`,
  params: {
    projects: 'text[]?',
    before: 'timestamptz',
    lateBefore: 'timestamptz',
    most: 'int8',
  },
  row: v.object(
    v.entriesFromList(
      [
        'requests',
        'disputes',
        'payments',
        'refund_results',
        'late',
        'results',
        'parked',
        'notices',
        'resends',
        'event_mails',
        'refused',
        'owed',
      ],
      v.number(),
    ),
  ),
});
