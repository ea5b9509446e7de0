-- Daily deletions of expired data, a row each (domain/retention). Real time, but for started_at.
create table retention_runs (
  id bigint generated always as identity primary key,
  -- By the shop's clock, as the ages of data: the next run is due a day later.
  started_at timestamptz not null,
  opened_at timestamptz not null,
  -- A worker holds the run until then. Each worker that takes it adds a slice, and writes under its number only.
  lease_until timestamptz not null,
  slices integer not null,
  -- Kinds without expired rows now, and deleted rows by kind.
  done text[] not null default '{}',
  counts jsonb not null default '{}',
  alerted_at timestamptz,
  finished_at timestamptz
);
create unique index one_open_retention_run on retention_runs ((true)) where finished_at is null;

-- Ended mails are deleted by age.
create index outbox_ended on outbox_mails (ended_at) where ended_at is not null;
