-- Switches of operators with their person, ends of maintenance, and circuits of processes (docs/decisions/0055). Expand only.

alter table service_changes
  -- The shop opens by itself then; only a maintenance has an end.
  add column opens_at timestamptz,
  -- Null: a change from before this version.
  add column by_name text,
  -- Null: a command, or the shop itself.
  add column by_id text,
  add constraint only_maintenance_ends_by_itself check (opens_at is null or state = 'maintenance');

alter table method_changes
  add column by_name text,
  add column by_id text,
  -- The stop that the switch replaced or ended, for its undo; null: there was none.
  add column replaced jsonb;
alter table method_stops add column by_name text;

-- Circuits that are not closed, as each process reports them. A process that ended stops renewing its rows.
create table open_circuits (
  process text not null,
  what text not null constraint circuit_is_known check (what in ('gateway', 'game', 'maintenance')),
  -- The gateway, the game, or the game and its server.
  place text not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (process, what, place)
);
create index open_circuits_by_age on open_circuits (seen_at);
