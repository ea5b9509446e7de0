-- Months of the history of orders that left the database for files (docs/decisions/0092). Expand only: a shop that archives
-- nothing has an empty table.

create table archived_months (
  table_name text not null constraint archived_table check (table_name = 'order_events'),
  month date not null constraint archived_month_is_a_first_day check (extract(day from month) = 1),
  -- Rows of the file, and those that also stay in the default partition.
  rows bigint not null constraint archived_month_has_rows check (rows > 0),
  kept bigint not null,
  file_name text not null,
  bytes bigint not null,
  sha256 text not null,
  manifest jsonb not null,
  -- Real time.
  archived_at timestamptz not null,
  archived_by text not null,
  primary key (table_name, month)
);

-- Two functions of the command `archive`. They have the rights of their caller, so the shop's role is refused: it may lock and
-- detach nothing.

-- Lets no row of the month change until the transaction ends. Purchases write to another partition.
create function hold_order_events(the_month date) returns void language plpgsql set lock_timeout = '2s' as $$
begin
  execute format('lock table %I in share mode', 'order_events' || to_char(the_month, '_YYYY_MM'));
end $$;

-- Detaches and drops the partition of a month, and records that, in one step; the caller holds the month and has compared it.
-- Statements of the shop queue behind a lock that waits: each wait is short, then they pass before the next try. Rows that
-- a decision reads stay, in the default partition (docs/decisions/0092).
create function archive_order_events(the_month date, the_file jsonb, the_manifest jsonb, the_time timestamptz, the_person text, the_audit text)
returns table (kept bigint, held_ms double precision) language plpgsql set lock_timeout = '200ms' as $$
declare
  child constant text := 'order_events' || to_char(the_month, '_YYYY_MM');
  begins constant timestamptz := the_month::timestamp at time zone 'UTC';
  ends constant timestamptz := (the_month + interval '1 month') at time zone 'UTC';
  stay order_events[];
  since timestamptz;
begin
  select array_agg(e) into stay from order_events e where e.at >= begins and e.at < ends and e.to_state = 'refunded';
  kept := coalesce(cardinality(stay), 0);
  for tried in 1 .. 20 loop
    begin
      -- In the order in which a purchase locks them. A dropped reference takes the lock of `orders`, too.
      lock table only orders in access exclusive mode;
      since := clock_timestamp();
      -- A program that stops before its commit must not keep purchases waiting.
      perform set_config('idle_in_transaction_session_timeout', '2s', true);
      lock table only order_events in access exclusive mode;
      execute format('alter table order_events detach partition %I', child);
      insert into order_events (id, order_id, attempt_id, at, source, event, from_state, to_state, detail)
        overriding system value
        select (e).id, (e).order_id, (e).attempt_id, (e).at, (e).source, (e).event, (e).from_state, (e).to_state, (e).detail
        from unnest(stay) as e;
      execute format('drop table %I', child);
      insert into archived_months (table_name, month, rows, kept, file_name, bytes, sha256, manifest, archived_at, archived_by)
        values ('order_events', the_month, (the_manifest ->> 'rows')::bigint, kept, the_file ->> 'name',
          (the_file ->> 'bytes')::bigint, the_file ->> 'sha256', the_manifest, the_time, the_person);
      perform append_audit(the_audit);
      held_ms := extract(epoch from clock_timestamp() - since) * 1000;
      return next;
      return;
    exception when lock_not_available or deadlock_detected then
      if tried = 20 then raise; end if;
      perform pg_sleep(0.5);
    end;
  end loop;
end $$;
