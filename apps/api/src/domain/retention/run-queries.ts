import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

/** The daily runs: a row each, held by one worker at a time. `now` is the shop's time, others are real. */

const HELD = `id = :id and slices = :slice and finished_at is null`;

/** Continues the open run that no worker holds, or begins the next: a day after the last began. */
export const takeRun = statement({
  name: 'retention.take_run',
  text: `with open as (
      update retention_runs set slices = slices + 1, lease_until = :leaseUntil
      where finished_at is null and lease_until <= :realNow
      returning id, slices, done
    ), begun as (
      insert into retention_runs (started_at, opened_at, lease_until, slices)
      select :now, :realNow, :leaseUntil, 1
      where not exists (select from retention_runs where finished_at is null)
        and not exists (select from retention_runs where started_at > :dayAgo and started_at <= :now)
      on conflict do nothing
      returning id, slices, done
    )
    select id, slices, done from open union all select id, slices, done from begun`,
  params: {
    now: 'timestamptz',
    dayAgo: 'timestamptz',
    realNow: 'timestamptz',
    leaseUntil: 'timestamptz',
  },
  row: v.object({ id: v.number(), slices: v.number(), done: v.array(v.string()) }),
});
export type TakenRun = RowOf<typeof takeRun>;

/** Extends the lease of the run; no row when another worker took it. */
export const holdRun = statement({
  name: 'retention.hold_run',
  text: `update retention_runs set lease_until = :leaseUntil where ${HELD}`,
  params: { id: 'int8', slice: 'int4', leaseUntil: 'timestamptz' },
});

/** Counts the deleted rows of a kind, and ends it; no row when another worker took the run. */
export const recordKind = statement({
  name: 'retention.record_kind',
  text: `update retention_runs set
      counts = jsonb_set(counts, array[:kind::text], to_jsonb(coalesce((counts ->> :kind::text)::int8, 0) + :count::int8)),
      done = case when :isDone then array_append(done, :kind::text) else done end
    where ${HELD}`,
  params: { id: 'int8', slice: 'int4', kind: 'text', count: 'int8', isDone: 'bool' },
});

/** Ends a complete run, or releases one that is continued later. */
export const endSlice = statement({
  name: 'retention.end_slice',
  text: `update retention_runs set lease_until = :realNow,
      finished_at = case when :isWhole then :realNow::timestamptz end
    where ${HELD}
    returning counts`,
  params: { id: 'int8', slice: 'int4', realNow: 'timestamptz', isWhole: 'bool' },
  row: v.object({ counts: v.record(v.string(), v.number()) }),
});

/** The open run that began before `before`, once a day. */
export const takeLateRun = statement({
  name: 'retention.take_late_run',
  text: `update retention_runs set alerted_at = :realNow
    where finished_at is null and opened_at <= :before and (alerted_at is null or alerted_at <= :alertedBefore)
    returning opened_at, done`,
  params: { realNow: 'timestamptz', before: 'timestamptz', alertedBefore: 'timestamptz' },
  row: v.object({ opened_at: v.date(), done: v.array(v.string()) }),
});

/** The end of the last whole run, and the beginning of the open one. */
export const lastRuns = statement({
  name: 'retention.last_runs',
  text: `select (select max(finished_at) from retention_runs) as finished_at,
      (select opened_at from retention_runs where finished_at is null) as opened_at`,
  row: v.object({ finished_at: v.nullable(v.date()), opened_at: v.nullable(v.date()) }),
});
