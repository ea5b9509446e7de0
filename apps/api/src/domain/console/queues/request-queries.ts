import { RESOLUTION_KINDS, RESOLUTION_STATES } from '@webpay/contract/money-back';
import * as v from 'valibot';
import { statement, type RowOf } from '../../../platform/db/statement.ts';
import { isSeen } from './owner-columns.ts';

/** Players' requests after a place in their list. Its time is a text, which keeps microseconds. */

/** The decider is named by the audit log: the last step with the request that was done. */
const COLUMNS = `q.id, q.kind, q.state, q.text, q.because, q.created_at, q.decided_at, q.order_id, o.lang,
      case when q.state <> 'open' then (
        select e.operator from audit e where e.object_id = q.id and e.action <> 'request.read'
          and e.body::jsonb ->> 'outcome' = 'done' order by e.id desc limit 1) end as decided_by`;
const FROM = `resolution_requests q join orders o on o.id = q.order_id`;
const SEEN = `${isSeen('o.project')} and (:kind::text is null or q.kind = :kind)`;
const columns = {
  ...v.entriesFromList(['id', 'text', 'order_id', 'lang'], v.string()),
  kind: v.picklist(RESOLUTION_KINDS),
  state: v.picklist(RESOLUTION_STATES),
  ...v.entriesFromList(['because', 'decided_by'], v.nullable(v.string())),
  created_at: v.date(),
  decided_at: v.nullable(v.date()),
};
const params = { projects: 'text[]?', kind: 'text?' } as const;
const pageParams = { ...params, placeAt: 'text', placeId: 'text', limit: 'int8' } as const;

/** The longest waiting first. */
export const openRequestPage = statement({
  name: 'console.requests_open',
  text: `select ${COLUMNS}, q.created_at::text as at from ${FROM}
    where q.state = 'open' and ${SEEN} and (q.created_at, q.id) > (:placeAt::text::timestamptz, :placeId)
    order by q.created_at, q.id limit :limit`,
  params: pageParams,
  row: v.object({ ...columns, at: v.string() }),
});

/** The latest decided first. */
export const decidedRequestPage = statement({
  name: 'console.requests_decided',
  text: `select ${COLUMNS}, q.decided_at::text as at from ${FROM}
    where q.state <> 'open' and ${SEEN} and (q.decided_at, q.id) < (:placeAt::text::timestamptz, :placeId)
    order by q.decided_at desc, q.id desc limit :limit`,
  params: pageParams,
  row: v.object({ ...columns, at: v.nullable(v.string()) }),
});

export const requestToRead = statement({
  name: 'console.request',
  text: `select ${COLUMNS} from ${FROM} where q.id = :requestId and ${isSeen('o.project')}`,
  params: { requestId: 'text', projects: 'text[]?' },
  row: v.object(columns),
});
export type RequestOfList = RowOf<typeof requestToRead>;

/** Counts up to `most`. */
export const countOpenRequests = statement({
  name: 'console.count_requests_open',
  text: `select count(*) as count from (
      select from ${FROM} where q.state = 'open' and ${SEEN} order by q.created_at limit :most) as found`,
  params: { ...params, most: 'int8' },
  row: v.object({ count: v.number() }),
});
export const countDecidedRequests = statement({
  name: 'console.count_requests_decided',
  text: `select count(*) as count from (
      select from ${FROM} where q.state <> 'open' and ${SEEN} order by q.decided_at desc limit :most) as found`,
  params: { ...params, most: 'int8' },
  row: v.object({ count: v.number() }),
});
