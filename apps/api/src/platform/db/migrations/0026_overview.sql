-- Index of the console's first screen (docs/console.md). Expand only.

-- After the transaction, one by one. Each may run again after a kill.

-- Sales of a project by time. Its rows answer sums without a look at the orders.
create index concurrently if not exists orders_paid on orders (project, paid_at) include (usd_minor) where paid_at is not null;
