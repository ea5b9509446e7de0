-- Money that a gateway's statement shows and that no attempt of ours took (docs/decisions/0045). An operator adopts it
-- as an order, or pays it back: each capture once.

create table found_money (
  provider text not null constraint found_money_provider check (provider in ('payermax', 'paypal')),
  -- The gateway's number of the capture.
  capture_ref text not null,
  difference_id bigint not null references reconciliation_differences,
  decision text not null constraint found_money_decision check (decision in ('adopted', 'paid_back')),
  -- The attempt that books it: of the new order, or of the order that the gateway's message names.
  attempt_id text not null references payment_attempts,
  -- The merchant's number at the gateway, where an attempt of ours has that id already. Null: the attempt's id.
  merchant_number text,
  -- The gateway's reference of the payment: PayPal's order, which lists refunds.
  payment_ref text,
  -- When the gateway took it; the ledger books it when it is decided about.
  captured_at timestamptz not null,
  because text not null constraint found_money_says_why check (char_length(because) between 1 and 1000),
  at timestamptz not null,
  constraint found_money_is_decided_once primary key (provider, capture_ref),
  constraint one_attempt_per_found_money unique (attempt_id)
);
create index found_money_by_capture_time on found_money (provider, captured_at);
create index found_money_by_number on found_money (provider, merchant_number) where merchant_number is not null;

-- A message about a capture waits for a decision about it, and the other way round: its entry is never made beside the
-- attempt that books the same money. The decision takes this lock last, after those of orders.
create function wait_for_decision() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('capture:' || new.provider || ':' || (new.result ->> 'captureRef'), 0));
  return new;
end $$;
create trigger quarantine_waits_for_decision before insert on quarantine for each row
  when (new.result ->> 'kind' = 'paid' and new.result ->> 'captureRef' is not null)
  execute function wait_for_decision();
