-- Months of the settlement that finance closed (docs/console.md). Expand only.

-- The rows of a month's file as they were, with the hash of the file. A row never changes: a later entry of the ledger
-- is a difference to it.
create table settlement_months (
  month date primary key constraint settlement_month_is_a_first_day check (extract(day from month) = 1),
  rows jsonb not null,
  lines int4 not null,
  sha256 text not null,
  -- Real time.
  closed_at timestamptz not null,
  closed_by text not null
);
