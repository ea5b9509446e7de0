-- Indexes of the console's search and lists (docs/operations.md). Expand only.

-- After the transaction, one by one. Each may run again after a kill.

-- The one index here that a purchase pays for: without it, the newest orders of a shop read every order. Time alone, because an
-- id would double its size; orders of one moment are sorted as they are read.
create index concurrently if not exists orders_by_time on orders (created_at);

-- Rows that do not belong to a normal purchase.
create index concurrently if not exists orders_refunded on orders (created_at) where state = 'refunded';
create index concurrently if not exists refunds_under_way on refunds (order_id) where state not in ('SUCCEEDED', 'FAILED');
create index concurrently if not exists disputes_ended on disputes (order_id) where state <> 'open';

-- Names from their beginning, and whole ones as before: its predecessor has no other use, also not for older code.
create index concurrently if not exists players_by_name on players (lower(name) text_pattern_ops, id) where cid not like 'erased-%';
drop index concurrently if exists players_of_name;
