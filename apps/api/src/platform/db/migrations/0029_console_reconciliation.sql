-- The console's reconciliation (docs/operations.md). Expand only.

-- Last time that an operator asked for another comparison of the day; real time.
alter table reconciliations add column asked_at timestamptz;

-- After the transaction, one by one. Each may run again after a kill.

create index concurrently if not exists differences_of_day on reconciliation_differences (day, provider);
