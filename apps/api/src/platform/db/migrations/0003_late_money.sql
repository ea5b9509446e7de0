-- Attempts that ended here while their gateway's order could still be paid (docs/decisions/0029). A row is removed by the
-- gateway's final answer, so the table holds only the attempts that are still to be asked about. Times of the shop's clock.
create table late_queries (
  attempt_id text primary key references payment_attempts,
  provider text not null constraint late_query_provider check (provider in ('payermax', 'paypal')),
  -- Next query to the gateway.
  due_at timestamptz not null,
  -- Until then the payer can pay the gateway's order.
  payable_until timestamptz not null
);
create index late_queries_due on late_queries (provider, due_at);
create index late_queries_by_age on late_queries (payable_until);
