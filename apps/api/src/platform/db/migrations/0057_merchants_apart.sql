-- Merchants apart in closed months (docs/decisions/0096-merchants-apart.md). Expand only.

-- Columns of a closed month's file: 1 has no merchant, 2 has one. An older release closes with 1.
alter table settlement_months add column format int2 not null default 1;

-- Connections of releases that know merchants have a level behind their name, such as webpay-worker/1. Once a project has a
-- merchant, a shop's connection without one changes nothing about payments: its release would ask the default account.
create function refuse_older_release() returns trigger language plpgsql as $$
begin
  if exists (select from settings where key = 'merchants_since') then
    raise exception '% is of a release that knows no merchants, and would ask the wrong account: end its process',
      current_setting('application_name');
  end if;
  return new;
end $$;
-- A message that arrives is kept by any release, and applied by one that knows whose it is. The statement that keeps it also sets
-- the card of an attempt, and keeps a message of quarantine again: both pass.
do $$ begin
  execute format('create trigger attempts_of_known_accounts before insert or update of %s on payment_attempts for each statement
      when (current_setting(''application_name'') like ''webpay%%'' and current_setting(''application_name'') not like ''%%/%%'')
      execute function refuse_older_release()',
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = 'payment_attempts'::regclass and attnum > 0 and not attisdropped
        and attname not in ('card_brand', 'card_masked')));
end $$;
create trigger messages_of_known_accounts before update on gateway_inbox for each row
  when (old.outcome is distinct from 'quarantine'
    and current_setting('application_name') like 'webpay%' and current_setting('application_name') not like '%/%')
  execute function refuse_older_release();
create trigger refunds_of_known_accounts before insert or update on refunds for each statement
  when (current_setting('application_name') like 'webpay%' and current_setting('application_name') not like '%/%')
  execute function refuse_older_release();
create trigger late_queries_of_known_accounts before insert or update or delete on late_queries for each statement
  when (current_setting('application_name') like 'webpay%' and current_setting('application_name') not like '%/%')
  execute function refuse_older_release();
create trigger cards_of_known_accounts before insert or update or delete on saved_cards for each statement
  when (current_setting('application_name') like 'webpay%' and current_setting('application_name') not like '%/%')
  execute function refuse_older_release();
-- An older worker would end a day with the statement of the default account alone, so its fees of merchants were never booked.
create trigger days_of_known_accounts before insert or update on reconciliations for each statement
  when (current_setting('application_name') like 'webpay%' and current_setting('application_name') not like '%/%')
  execute function refuse_older_release();
create trigger differences_of_known_accounts before insert or update on reconciliation_differences for each statement
  when (current_setting('application_name') like 'webpay%' and current_setting('application_name') not like '%/%')
  execute function refuse_older_release();

-- From now on no older release starts on this database. The owner of the schema takes it back, before the first payment of a
-- merchant only (docs/operations.md).
create function open_merchants() returns boolean language plpgsql security definer as $$
begin
  insert into settings (key, value) values ('merchants_since', to_jsonb(now())) on conflict (key) do nothing;
  if not found then
    return false;
  end if;
  update schema_migrations set needs_code = version where name like '%\_merchants\_apart';
  return true;
end $$;
revoke execute on function open_merchants() from public;

-- An owner's function must find its own tables, whatever its caller calls a table.
do $$ begin execute format('alter function open_merchants() set search_path = %I, pg_temp', current_schema()); end $$;

-- Imported files of the console that were never published go after 30 days (docs/decisions/0058). The shop's role deletes no
-- file by itself. Rows of before count from this migration.
alter table catalogue_files add column kept_at timestamptz not null default now();

-- Keeps files, those that are there already from now on: their rows stay locked until the version that names them is there, too.
-- Two of them may be equal.
create function keep_catalogue_files(the_rows jsonb) returns bigint language plpgsql security definer as $$
declare
  kept bigint;
begin
  insert into catalogue_files (sha256, content)
    select distinct on (r.sha256) r.sha256, r.content from jsonb_to_recordset(the_rows) as r (sha256 text, content text)
    order by r.sha256
    on conflict (sha256) do update set kept_at = now();
  get diagnostics kept = row_count;
  return kept;
end $$;

-- Deletes files that no version, no publication that waits and no step that waits for a second person names.
create function purge_drafts(the_before timestamptz, the_limit bigint) returns bigint language plpgsql security definer as $$
declare
  gone bigint;
begin
  with old as (
    select f.sha256 from catalogue_files f
    where f.kept_at < least(the_before, now() - interval '30 days')
      and f.sha256 not in (select h.value from catalogue_versions w cross join lateral jsonb_each_text(w.files) as h)
      and not exists (select from planned_publications p where p.state = 'waiting' and strpos(p.action::text, f.sha256) > 0)
      and not exists (select from operator_approvals a where a.state = 'waiting' and strpos(a.action::text, f.sha256) > 0)
    order by f.kept_at limit the_limit for update skip locked
  )
  delete from catalogue_files c using old where c.sha256 = old.sha256;
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function keep_catalogue_files(jsonb), purge_drafts(timestamptz, bigint) from public;
do $$ begin
  execute format('alter function keep_catalogue_files(jsonb) set search_path = %I, pg_temp', current_schema());
  execute format('alter function purge_drafts(timestamptz, bigint) set search_path = %I, pg_temp', current_schema());
end $$;
