-- What an operator says while the shop runs, and what is left of a character who asked to be forgotten.

-- How a project is served. The newest row of a project holds; the older ones say who was served how, since when, and why.
-- The catalogue's import leaves it alone; a project without a row is served to everyone.
create table service_changes (
  id bigint generated always as identity primary key,
  project text not null references projects,
  state text not null constraint service_state check (state in ('open', 'maintenance', 'closed')),
  -- ISO codes of countries, and addresses or ranges of them, that are answered 10503.
  countries text[] not null,
  networks text[] not null,
  because text not null constraint service_change_says_why check (char_length(because) between 1 and 1000),
  at timestamptz not null
);
create index newest_service_change on service_changes (project, id desc);

-- An operator may flag a player too (V07): no order is the reason then, but a sentence.
alter table player_flags
  alter column order_id drop not null,
  add column because text,
  drop constraint flag_reason,
  add constraint flag_reason check (why in ('case', 'fraud', 'chargeback', 'operator')),
  add constraint a_flag_has_its_order_or_its_reason check ((why = 'operator') = (order_id is null and because is not null));
create unique index one_flag_by_an_operator on player_flags (player_id) where why = 'operator' and cleared_at is null;

-- Characters who were forgotten (docs/decisions/0020): their orders and books stay, under a name that says nothing.
create table erasures (
  player_id bigint primary key references players,
  because text not null constraint erasure_says_why check (char_length(because) between 1 and 1000),
  at timestamptz not null
);

-- History is never rewritten; whoever was forgotten leaves it without their character's id, and nothing else of a row changes.
create or replace function history_is_never_rewritten() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('webpay.erasing', true) = 'on'
      and (new.id, new.order_id, new.attempt_id, new.at, new.source, new.event, new.from_state, new.to_state)
        is not distinct from (old.id, old.order_id, old.attempt_id, old.at, old.source, old.event, old.from_state, old.to_state)
      and new.detail = jsonb_set(old.detail, '{to,cid}', '"erased"', false) then
    return new;
  end if;
  raise exception 'order_events is never changed' using errcode = 'check_violation';
end $$;
