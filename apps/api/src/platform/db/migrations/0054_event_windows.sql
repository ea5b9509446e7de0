-- Windows of events by country (docs/decisions/0093). Expand only.

-- `countries` (null: all others), `starts_at`, `ends_at`, `time_zone`; starts_at and ends_at of the row span them all.
-- Null: one window in every country, or an event that is not listed. A row with windows is listed for new processes alone:
-- one of the release before would open the event in every country, so that it must see none. Its import fails here instead.
alter table events add column windows jsonb,
  add constraint event_of_some_countries_is_hidden check (windows is null or not is_listed);

-- The country by whose window a character plays a round, since it began it. Operators alone correct it.
create table event_countries (
  player_id bigint not null,
  project text not null,
  event_id text not null,
  country text not null constraint event_country_code check (country ~ '^[A-Z]{2}$'),
  at timestamptz not null,
  primary key (player_id, project, event_id),
  foreign key (player_id, project) references players (id, project)
);
-- Retention deletes the oldest.
create index event_countries_at on event_countries (at);
create trigger set_project before insert on event_countries for each row execute function set_project_of_player();

-- The country by whose window a reminder is sent. Null: the event has one window for all, or older code saved it.
alter table event_reminders add column country text;
