-- The records of passwords and of ended pauses are only added to (docs/decisions/0038). Expand only: the previous release asks at
-- its start for the rights to change and delete them, so they stay until the next one, and a trigger refuses their use.
-- The owner deletes by the two functions below.

create function keep_audit_record() returns trigger language plpgsql as $$
begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  -- Retention of the previous release, which calls no function for it.
  if tg_op = 'DELETE' and tg_table_name = 'access_events' and old.at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'permission denied: rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger access_events_are_kept before update or delete on access_events
  for each row execute function keep_audit_record();
create trigger decline_pardons_are_kept before update or delete on decline_pardons
  for each row execute function keep_audit_record();

-- Deletes a batch of expired records, the oldest first, and none of the last 30 days, whatever its caller wants. `next_from`
-- is where the next batch begins; null: no row is left.
create function purge_access_events(the_after timestamptz, the_before timestamptz, the_limit bigint)
returns table (count integer, next_from timestamptz) language sql security definer as $$
  with batch as materialized (
    select id, at from access_events where at >= the_after and at < least(the_before, now() - interval '30 days')
    order by at limit the_limit for update skip locked
  ), purged as (
    delete from access_events e using batch b where e.id = b.id
  )
  select count(*)::int4, case when count(*) = the_limit then max(at) end from batch;
$$;
revoke execute on function purge_access_events(timestamptz, timestamptz, bigint) from public;

-- As in 0006, and it deletes the character's records too.
create or replace function erase_player(the_player bigint, the_reason text, the_time timestamptz) returns void
language plpgsql security definer as $$
declare
  known record;
begin
  select project, server_id, cid into known from players
    where id = the_player and flagged_at is null
      and not exists (select from erasures where player_id = the_player)
    for update;
  if not found then
    raise exception 'only a living player without a flag can be erased'
      using errcode = 'check_violation', constraint = 'erased_once_and_without_a_flag';
  end if;
  perform set_config('webpay.erasing', 'on', true);
  update order_events e set detail = jsonb_set(e.detail, '{to,cid}', '"erased"', false)
    from resends r join orders o on o.id = r.order_id
    where r.recipient ->> 'cid' = known.cid and r.recipient ->> 'server_id' = known.server_id and o.project = known.project
      and e.order_id = r.order_id
      and e.detail #>> '{to,server_id}' = known.server_id and e.detail #>> '{to,cid}' = known.cid;
  perform set_config('webpay.erasing', 'off', true);
  delete from access_events where player_id = the_player;
  delete from decline_pardons where player_id = the_player;
  update players set cid = 'erased-' || id, name = 'erased', level = 0, password_version = password_version + 1
    where id = the_player;
  insert into erasures (player_id, project, because, at) values (the_player, known.project, the_reason, the_time);
end $$;

-- An owner's function must find its own tables, whatever its caller calls a table.
do $$
declare
  each text;
begin
  foreach each in array array['purge_access_events(timestamptz, timestamptz, bigint)', 'erase_player(bigint, text, timestamptz)'] loop
    execute format('alter function %s set search_path = %I, pg_temp', each, current_schema());
  end loop;
end $$;
