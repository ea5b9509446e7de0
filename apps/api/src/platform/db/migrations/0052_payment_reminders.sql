-- The moment of the one mail that reminds of an order that waits for days (docs/decisions/0090). Null: none, or it was written.
-- Expand only. Older code sets none.
alter table orders add column remind_at timestamptz;

-- After the transaction. It may run again after a kill.
create index concurrently if not exists orders_to_remind on orders (remind_at) where remind_at is not null;
