import { DISPUTE_STATES } from '@webpay/contract/money-back';
import { DELIVERY_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement, type RowOf } from '../../../platform/db/statement.ts';
import { isSeen, ORDER_COLUMNS, orderColumns, orderOfEach } from './owner-columns.ts';

/** Disputes by their deadline or their end (migration 0028), each with its order. */

/** A row has no id of its own: a payment may have several disputes, and a number several payments. */
const ID = `(d.attempt_id || md5(d.dispute_id))`;
/** Text that sorts as its moment, to the day; one that is no date comes last. */
const DEADLINE = `(case when d.answer_by ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then replace(d.answer_by, ' ', 'T') else '9999' end)`;

const COLUMNS = `${ID} as id, d.provider, d.dispute_id, d.kind, d.state, d.stage, d.outcome, d.reason_code, d.answer_by, d.currency,
      d.claimed_minor, d.lost_minor, d.opened_at, d.ended_at`;
const MAIL = `left join lateral (select state as mail_state, at as mail_at from deliveries where order_id = d.order_id limit 1) as m on true`;

export const DISPUTE_COLUMNS = {
  ...v.entriesFromList(['id', 'dispute_id', 'stage', 'currency'], v.string()),
  provider: v.picklist(['payermax', 'paypal']),
  kind: v.picklist(['chargeback', 'dispute', 'fraud', 'complaint', 'reversal']),
  state: v.picklist(DISPUTE_STATES),
  ...v.entriesFromList(['outcome', 'reason_code', 'answer_by'], v.nullable(v.string())),
  claimed_minor: v.number(),
  lost_minor: v.number(),
  opened_at: v.date(),
  ended_at: v.nullable(v.date()),
};
const row = v.object({
  ...DISPUTE_COLUMNS,
  ...orderColumns,
  at: v.string(),
  mail_state: v.nullable(v.picklist(DELIVERY_STATES)),
  mail_at: v.nullable(v.date()),
});

const params = {
  projects: 'text[]?',
  placeAt: 'text',
  placeId: 'text',
  limit: 'int8',
} as const;

/** Open ones, the earliest deadline first. */
export const openDisputes = statement({
  name: 'console.disputes_open',
  text: `select ${COLUMNS}, ${DEADLINE} as at, m.mail_state, m.mail_at, ${ORDER_COLUMNS}
    from disputes d ${orderOfEach('d.order_id')} ${MAIL}
    where d.ended_at is null and ${isSeen('o.project')} and (${DEADLINE}, ${ID}) > (:placeAt, :placeId)
    order by ${DEADLINE}, ${ID} limit :limit`,
  params,
  row,
});
export type DisputeOfList = RowOf<typeof openDisputes>;

/** Won, lost or cancelled ones, the latest first. */
export const endedDisputes = statement({
  name: 'console.disputes_ended',
  text: `select ${COLUMNS}, d.ended_at::text as at, m.mail_state, m.mail_at, ${ORDER_COLUMNS}
    from disputes d ${orderOfEach('d.order_id')} ${MAIL}
    where d.ended_at is not null and ${isSeen('o.project')} and (d.ended_at, ${ID}) < (:placeAt::text::timestamptz, :placeId)
    order by d.ended_at desc, ${ID} desc limit :limit`,
  params,
  row,
});

/** One dispute: a row for each of its payments. */
export const disputeByNumber = statement({
  name: 'console.dispute_by_number',
  text: `select ${COLUMNS}, d.order_id from disputes d cross join lateral (select project from orders where id = d.order_id) as o
    where d.provider = :provider and d.dispute_id = :disputeId and ${isSeen('o.project')}
    order by d.attempt_id limit :limit`,
  params: { provider: 'text', disputeId: 'text', projects: 'text[]?', limit: 'int8' },
  row: v.object({ ...DISPUTE_COLUMNS, order_id: v.string() }),
});
export type DisputeByNumber = RowOf<typeof disputeByNumber>;

/** Paid orders of a character before another one, the newest first. */
export const earlierOrders = statement({
  name: 'console.earlier_orders',
  text: `select id from orders where player_id = :playerId and created_at < :before and paid_at is not null
    order by created_at desc limit :limit`,
  params: { playerId: 'int8', before: 'timestamptz', limit: 'int8' },
  row: v.object({ id: v.string() }),
});
