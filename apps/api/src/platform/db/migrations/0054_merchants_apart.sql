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
  return null;
end $$;
create trigger attempts_of_known_accounts before insert or update on payment_attempts for each statement
  when (current_setting('application_name') like 'webpay%' and current_setting('application_name') not like '%/%')
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
-- A message that arrives is kept by any release, and applied by one that knows whose it is.
create trigger messages_of_known_accounts before update on gateway_inbox for each statement
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
