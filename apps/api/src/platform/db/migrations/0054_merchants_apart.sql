-- Merchants apart in closed months (docs/decisions/0096-merchants-apart.md). Expand only.

-- Columns of a closed month's file: 1 has no merchant, 2 has one. An older release closes with 1.
alter table settlement_months add column format int2 not null default 1;
