import * as v from 'valibot';
import { OWED } from '../refunds/owed-queries.ts';
import { IS_REFUSED_RESEND } from '../support/refused-mail-queries.ts';
import { statement, type RowOf } from '../../platform/db/statement.ts';

/** Months of the history of orders, for the command `archive` alone. A month is named by its first day, UTC. */

const IN_MONTH = `e.at >= (:month::date)::timestamp at time zone 'UTC'
      and e.at < (:month::date + interval '1 month') at time zone 'UTC'`;

/** Partitions of months, the oldest first. */
export const monthPartitions = statement({
  name: 'archive.month_partitions',
  text: `select to_date(right(c.relname, 7), 'YYYY_MM') as month, pg_has_role(c.relowner, 'usage') as is_owned
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'order_events'::regclass and c.relname ~ '^order_events_[0-9]{4}_[0-9]{2}$'
    order by month`,
  row: v.object({ month: v.string(), is_owned: v.boolean() }),
});

export const archivedMonths = statement({
  name: 'archive.archived_months',
  text: `select month, rows, kept, file_name, bytes, sha256, manifest, archived_at, archived_by
    from archived_months where table_name = 'order_events' order by month`,
  row: v.object({
    month: v.string(),
    ...v.entriesFromList(['rows', 'kept', 'bytes'], v.number()),
    ...v.entriesFromList(['file_name', 'sha256', 'archived_by'], v.string()),
    manifest: v.unknown(),
    archived_at: v.date(),
  }),
});
export type ArchivedMonth = RowOf<typeof archivedMonths>;

/** The advisory lock of archivers. */
export const ARCHIVE_LOCK = 7_281_931;

/** One archiver works at a time; its session keeps the lock. */
export const takeArchiveLock = statement({
  name: 'archive.take_lock',
  text: `select pg_try_advisory_lock(:key) as is_mine`,
  params: { key: 'int8' },
  row: v.object({ is_mine: v.boolean() }),
});

export const releaseArchiveLock = statement({
  name: 'archive.release_lock',
  text: `select pg_advisory_unlock(:key) as was_mine`,
  params: { key: 'int8' },
  row: v.object({ was_mine: v.boolean() }),
});

/** Whether this connection still has the lock: a broken one came back without it. */
export const holdsArchiveLock = statement({
  name: 'archive.holds_lock',
  text: `select exists (select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and classid = 0 and objid = :key::int8::oid and objsubid = 1) as is_mine`,
  params: { key: 'int8' },
  row: v.object({ is_mine: v.boolean() }),
});

/** The rows of a month, with a sum that another row, a missing one and another value change. */
export const measureMonth = statement({
  name: 'archive.measure_month',
  text: `select count(*) as rows, coalesce(min(e.id), 0)::int8 as first_id, coalesce(max(e.id), 0)::int8 as last_id,
      coalesce(sum(hashtextextended(e::text, 0)), 0)::text as checksum
    from order_events e where ${IN_MONTH}`,
  params: { month: 'date' },
  row: v.object({
    ...v.entriesFromList(['rows', 'first_id', 'last_id'], v.number()),
    checksum: v.string(),
  }),
});
export type MonthMeasure = RowOf<typeof measureMonth>;

/** The next rows of a month in the order of their numbers. */
export const eventsOfMonth = statement({
  name: 'archive.events_of_month',
  text: `select e.id, e.order_id, e.attempt_id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      e.source, e.event, e.from_state, e.to_state, e.detail
    from order_events e where ${IN_MONTH} and e.id > :after order by e.id limit :limit`,
  params: { month: 'date', after: 'int8', limit: 'int8' },
  row: v.object({
    id: v.number(),
    ...v.entriesFromList(['order_id', 'at', 'source', 'event'], v.string()),
    ...v.entriesFromList(['attempt_id', 'from_state', 'to_state'], v.nullable(v.string())),
    detail: v.unknown(),
  }),
});

/** The next orders with an event in a month. */
export const ordersOfMonth = statement({
  name: 'archive.orders_of_month',
  text: `select distinct e.order_id from order_events e where ${IN_MONTH} and e.order_id > :after
    order by e.order_id limit :limit`,
  params: { month: 'date', after: 'text', limit: 'int8' },
  row: v.object({ order_id: v.string() }),
});

/** Business of some orders that has not ended. */
export const openBusiness = statement({
  name: 'archive.open_business',
  text: `select what, count(*)::int4 as count from (
      select 'unpaid orders' as what from orders o where o.id = any(:orderIds) and o.state in ('open', 'waiting')
      union all
      select 'payments in doubt' from payment_attempts a where a.order_id = any(:orderIds)
        and a.state not in ('SUCCEEDED', 'FAILED', 'EXPIRED')
      union all
      select 'payments without goods' from (${OWED} and a.order_id = any(:orderIds)) as owed
      union all
      select 'mails on their way' from deliveries d where d.order_id = any(:orderIds) and d.state in ('queued', 'retrying')
      union all
      select 'mails on their way' from resends r where r.order_id = any(:orderIds) and r.state in ('queued', 'retrying')
      union all
      select 'refused mails' from resends r where r.order_id = any(:orderIds) and ${IS_REFUSED_RESEND}
      union all
      select 'refunds on their way' from refunds r where r.order_id = any(:orderIds)
        and (r.state not in ('SUCCEEDED', 'FAILED') or r.retry_at is not null)
      union all
      select 'notices to games' from game_notices n where n.order_id = any(:orderIds) and n.ended_at is null
      union all
      select 'open requests' from resolution_requests q where q.order_id = any(:orderIds) and q.state = 'open'
      union all
      select 'results in quarantine' from quarantine q join payment_attempts a on a.id = q.attempt_id
        where a.order_id = any(:orderIds) and q.settled_at is null
      union all
      select 'open disputes' from disputes d where d.order_id = any(:orderIds) and d.state = 'open'
    ) as found group by what order by what`,
  params: { orderIds: 'text[]' },
  row: v.object({ what: v.string(), count: v.number() }),
});

/** Lets no row of the month change until the transaction ends; by the owner of the tables. */
export const lockMonth = statement({
  name: 'archive.hold_month',
  text: `select hold_order_events(:month) is null as is_held`,
  params: { month: 'date' },
  row: v.object({ is_held: v.boolean() }),
});

/** Detaches, drops and records a month that is held; by the owner of the tables. */
export const dropMonth = statement({
  name: 'archive.drop_month',
  text: `select kept, held_ms from archive_order_events(:month, :file, :manifest, :realNow, :person, :audit)`,
  params: {
    month: 'date',
    file: 'jsonb',
    manifest: 'jsonb',
    realNow: 'timestamptz',
    person: 'text',
    audit: 'text',
  },
  row: v.object({ kept: v.number(), held_ms: v.number() }),
});

/** The order with an id or a number, and the months since it was made that are archived. */
export const archivedOfOrder = statement({
  name: 'archive.of_order',
  text: `select o.id, coalesce(o.order_no, o.id) as order_no, array(
        select jsonb_build_object('name', m.file_name, 'sha256', m.sha256) from archived_months m
        where m.table_name = 'order_events' and m.month >= date_trunc('month', o.created_at at time zone 'UTC')
        order by m.month) as files
    from orders o where o.id = coalesce((select id from orders where order_no = :orderNo), :orderId)`,
  params: { orderId: 'text', orderNo: 'text?' },
  row: v.object({
    id: v.string(),
    order_no: v.string(),
    files: v.array(v.object({ name: v.string(), sha256: v.string() })),
  }),
});

/** The newest entry of the audit log about each archived month, such as `2019-03`. */
export const archivedByAudit = statement({
  name: 'archive.by_audit',
  text: `select distinct on (object_id) object_id as month, body::jsonb #>> '{detail,name}' as file_name,
      body::jsonb #>> '{detail,sha256}' as sha256, (body::jsonb #>> '{detail,rows}')::int8 as rows
    from audit where action = 'archive.month' and body::jsonb #>> '{detail,table}' = 'order_events'
    order by object_id, id desc`,
  row: v.object({
    month: v.string(),
    file_name: v.nullable(v.string()),
    sha256: v.nullable(v.string()),
    rows: v.nullable(v.number()),
  }),
});
