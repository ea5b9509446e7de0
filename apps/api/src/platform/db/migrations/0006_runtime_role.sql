-- The shop runs as a role that owns nothing (docs/decisions/0038): platform/db/rights.ts names its rights, granted with
-- each migration. These functions of the owner do for that role what it may not do to history itself.

alter function create_month_partitions(integer) security definer;
revoke execute on function create_month_partitions(integer) from public;

-- Erases a character's name and id from its player's row and from history. The row of `erasures`, which the shop cannot
-- remove, is written with it. Requires a living player without a flag, and the recipients in `resends` as they were:
-- only a second mail names a character in history.
create function erase_player(the_player bigint, the_reason text, the_time timestamptz) returns void
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
  update players set cid = 'erased-' || id, name = 'erased', level = 0, password_version = password_version + 1
    where id = the_player;
  insert into erasures (player_id, project, because, at) values (the_player, known.project, the_reason, the_time);
end $$;
revoke execute on function erase_player(bigint, text, timestamptz) from public;

-- An owner's function must find its own tables, whatever its caller calls a table.
do $$
declare
  each text;
begin
  foreach each in array array['create_month_partitions(integer)', 'erase_player(bigint, text, timestamptz)'] loop
    execute format('alter function %s set search_path = %I, pg_temp', each, current_schema());
  end loop;
end $$;
