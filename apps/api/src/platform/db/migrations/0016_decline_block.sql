-- Declines are also counted by the block around a network, an IPv6 /48 or an IPv4 /24 (docs/decisions/0034). Expand only:
-- older code leaves the column empty, and its rows count for their network alone.
-- A keyed hash, as the network's is; it goes with its row after a day.
alter table attempt_outcomes add column block bytea;

-- After the transaction, one by one. Each may run again after a kill.
create index concurrently if not exists attempt_outcomes_of_block on attempt_outcomes (block, at) where declines > 0;
-- Attempts under way, which count as declines of their network until they are decided.
create index concurrently if not exists attempt_outcomes_under_way_of_network on attempt_outcomes (network, submitted_at) where declines = 0 and not is_paid;
create index concurrently if not exists attempt_outcomes_under_way_of_block on attempt_outcomes (block, submitted_at) where declines = 0 and not is_paid;
