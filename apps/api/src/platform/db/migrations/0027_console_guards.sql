-- Guards of operators' steps (docs/decisions/0054). Expand only: older code neither reads nor writes the new columns.

-- Worth of a confirmed step, for the most that its two people move in one day.
alter table operator_approvals add column usd_minor bigint not null default 0;

-- A gateway is not asked again within ten seconds of its answer. Null: not answered since this version.
alter table late_queries add column answered_at timestamptz;

-- An erasure may also empty the reasons of operators.
create or replace function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('webpay.erasing', true) = 'on'
      and (new.id, new.order_id, new.attempt_id, new.at, new.source, new.event, new.from_state, new.to_state)
        is not distinct from (old.id, old.order_id, old.attempt_id, old.at, old.source, old.event, old.from_state, old.to_state)
      and new.detail in (jsonb_set(old.detail, '{to,cid}', '"erased"', false), jsonb_set(old.detail, '{because}', '"[erased]"', false)) then
    return new;
  end if;
  raise exception 'order_events is never changed' using errcode = 'check_violation';
end $$;

-- Empties the reasons that operators wrote about the orders and rewards of an erased player. A function of the owner, as the
-- shop changes no history (docs/decisions/0038). It may run again.
create function erase_reasons(the_player bigint) returns void language plpgsql security definer as $$
begin
  if not exists (select from erasures where player_id = the_player) then
    raise exception 'only the reasons about an erased player are emptied'
      using errcode = 'check_violation', constraint = 'reasons_of_an_erased_player';
  end if;
  perform set_config('webpay.erasing', 'on', true);
  update order_events e set detail = jsonb_set(e.detail, '{because}', '"[erased]"', false)
    from orders o where o.player_id = the_player and e.order_id = o.id and e.detail ->> 'because' <> '[erased]';
  perform set_config('webpay.erasing', 'off', true);
  update resends r set settled_because = '[erased]'
    from orders o where o.player_id = the_player and r.order_id = o.id and r.settled_because <> '[erased]';
  -- An operator's end has its reason there, too.
  update rewards set settled_because = case when settled_because is not null then '[erased]' end,
      refused_why = case when refused_why is not null then '[erased]' end
    where player_id = the_player and (settled_because <> '[erased]' or refused_why <> '[erased]');
  update quarantine q set settled_because = '[erased]'
    from payment_attempts a join orders o on o.id = a.order_id
    where o.player_id = the_player and q.attempt_id = a.id and q.settled_because <> '[erased]';
  update found_money f set because = '[erased]'
    from payment_attempts a join orders o on o.id = a.order_id
    where o.player_id = the_player and f.attempt_id = a.id and f.because <> '[erased]';
end $$;
revoke execute on function erase_reasons(bigint) from public;

-- An owner's function must find its own tables, whatever its caller calls a table.
do $$
begin
  execute format('alter function erase_reasons(bigint) set search_path = %I, pg_temp', current_schema());
end $$;

-- After the transaction, one by one. Each may run again after a kill.

-- Confirmed steps of a day.
create index concurrently if not exists approvals_done on operator_approvals (decided_at) where state = 'done';
