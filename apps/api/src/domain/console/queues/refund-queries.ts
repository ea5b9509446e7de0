import { REFUND_STATES } from '@webpay/contract/money-back';
import * as v from 'valibot';
import { IS_REFUSED } from '../../refunds/queries.ts';
import { OWED } from '../../refunds/owed-queries.ts';
import { statement, type RowOf } from '../../../platform/db/statement.ts';
import { isSeen, ORDER_COLUMNS, orderColumns, orderOfEach } from './owner-columns.ts';

/** Pages of refunds after a place in their list. Its time is a text, which keeps microseconds. */

const params = {
  projects: 'text[]?',
  placeAt: 'text',
  placeId: 'text',
  limit: 'int8',
} as const;

const COLUMNS = `r.id, a.provider, r.state, r.reason, r.amount_minor, r.currency, r.failure, r.gateway_ref, r.outside_reference, r.attempts,
      r.next_attempt_at, r.retry_at, r.created_at, r.updated_at, ${ORDER_COLUMNS}`;
const FROM = `refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = r.order_id`;
const row = v.object({
  ...orderColumns,
  ...v.entriesFromList(['id', 'currency', 'at'], v.string()),
  provider: v.picklist(['payermax', 'paypal']),
  state: v.picklist(REFUND_STATES),
  reason: v.picklist(['double_payment', 'not_deliverable', 'resolution', 'operator', 'external']),
  amount_minor: v.number(),
  attempts: v.number(),
  ...v.entriesFromList(['failure', 'gateway_ref', 'outside_reference'], v.nullable(v.string())),
  /** Real time. */
  next_attempt_at: v.nullable(v.date()),
  retry_at: v.nullable(v.date()),
  created_at: v.date(),
  updated_at: v.date(),
});

/** On their way, the oldest first. */
export const pendingRefunds = statement({
  name: 'console.refunds_pending',
  text: `select ${COLUMNS}, r.created_at::text as at from ${FROM}
    where r.state not in ('SUCCEEDED', 'FAILED') and ${isSeen('o.project')}
      and (r.created_at, r.id) > (:placeAt::text::timestamptz, :placeId)
    order by r.created_at, r.id limit :limit`,
  params,
  row,
});
export type RefundOfList = RowOf<typeof pendingRefunds>;

/** Refused, without a successor, and money is left; the longest refused first. */
export const refusedRefunds = statement({
  name: 'console.refunds_refused',
  text: `select ${COLUMNS}, r.updated_at::text as at from ${FROM}
    where ${IS_REFUSED} and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor and ${isSeen('o.project')}
      and (r.updated_at, r.id) > (:placeAt::text::timestamptz, :placeId)
    order by r.updated_at, r.id limit :limit`,
  params,
  row,
});

/** Went back, the latest first. */
export const doneRefunds = statement({
  name: 'console.refunds_done',
  text: `select ${COLUMNS}, r.updated_at::text as at from ${FROM}
    where r.state = 'SUCCEEDED' and ${isSeen('o.project')}
      and (r.updated_at, r.id) < (:placeAt::text::timestamptz, :placeId)
    order by r.updated_at desc, r.id desc limit :limit`,
  params,
  row,
});

/** Money that bought nothing, with no refund on its way and none refused; the longest owed first. */
export const owedMoney = statement({
  name: 'console.refunds_owed',
  text: `select w.id, w.provider, w.why, w.owed_minor, w.currency, w.since, w.since::text as at, ${ORDER_COLUMNS}
    from (${OWED}) as w ${orderOfEach('w.order_id')}
    where w.refused is null and ${isSeen('o.project')} and (w.since, w.id) > (:placeAt::text::timestamptz, :placeId)
    order by w.since, w.id limit :limit`,
  params,
  row: v.object({
    ...orderColumns,
    ...v.entriesFromList(['id', 'currency', 'why', 'at', 'provider'], v.string()),
    owed_minor: v.number(),
    since: v.date(),
  }),
});
export type OwedMoney = RowOf<typeof owedMoney>;

/** Money that bought nothing with no refund on its way, also where a gateway refused one; with the count of all. */
export const owedInAll = statement({
  name: 'console.owed_in_all',
  text: `select w.id, w.provider, w.why, w.owed_minor, w.currency, w.since, w.refused, f.failure, f.retry_at, count(*) over ()::int4 as total, ${ORDER_COLUMNS}
    from (${OWED}) as w left join refunds f on f.id = w.refused ${orderOfEach('w.order_id')} where ${isSeen('o.project')} order by w.since, w.id limit :limit`,
  params: { projects: 'text[]?', limit: 'int8' },
  row: v.object({
    ...orderColumns,
    ...v.entriesFromList(['id', 'currency', 'why', 'provider'], v.string()),
    owed_minor: v.number(),
    since: v.date(),
    /** The refused refund, which is sent again, or which our bank pays. */
    refused: v.nullable(v.string()),
    failure: v.nullable(v.string()),
    retry_at: v.nullable(v.date()),
    total: v.number(),
  }),
});
