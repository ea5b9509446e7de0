-- Point 14.6: the key of order tokens changes in steps, and a step waits until every process knows the step before it.

-- The time of the last change of this row's secret or name.
alter table server_secrets add column since timestamptz not null default now();
