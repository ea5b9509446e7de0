-- Publications of a catalogue at a moment that lies ahead (docs/decisions/0075). Expand only.

create table planned_publications (
  id text primary key,
  project text not null,
  -- The step as it was confirmed, without its moment.
  action jsonb not null,
  title text not null,
  -- Sentences that were confirmed. A publication that would do otherwise is refused.
  effects jsonb not null,
  -- Why a second person confirmed; null: none had to.
  second_person text,
  because text not null,
  -- By the shop's clock.
  publish_at timestamptz not null,
  by_id text not null references operators (id),
  by_name text not null,
  -- Real time, like ended_at.
  made_at timestamptz not null,
  state text not null default 'waiting'
    constraint publication_state check (state in ('waiting', 'published', 'cancelled', 'missed', 'refused')),
  ended_at timestamptz,
  ended_why text,
  constraint ended_publication_has_its_time check ((state = 'waiting') = (ended_at is null))
);
create index publications_due on planned_publications (publish_at) where state = 'waiting';
create index publications_not_made on planned_publications (ended_at) where state in ('missed', 'refused');
create index publications_of_project on planned_publications (project, publish_at);
