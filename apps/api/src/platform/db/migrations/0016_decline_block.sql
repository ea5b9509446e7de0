-- Declines are also counted by the block around a network, an IPv6 /48 or an IPv4 /24 (docs/decisions/0034). Expand only:
-- older code leaves the column empty, and its rows count for their network alone.
-- A keyed hash, as the network's is; it goes with its row after a day.
alter table attempt_outcomes add column block bytea;

-- After the transaction. It may run again after a kill.
create index concurrently if not exists attempt_outcomes_of_block on attempt_outcomes (block, at) where declines > 0;
