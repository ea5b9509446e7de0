-- Commands, reports and retention at millions of orders, and the tax of an order (docs/decisions/0042). Expand only.
-- The transaction below changes no rows of a big table, so a running shop waits for moments only.

-- Tax included in the total: the rate in thousandths of a percent, and the tax in minor units, as they were when the
-- order was priced. A rate of 0 has no name. Null: priced by a release that did not keep it.
alter table orders
  add column tax_thousandths integer,
  add column tax_minor bigint,
  add column tax_name jsonb;
alter table orders add constraint tax_is_not_negative
  check (tax_thousandths >= 0 and tax_minor >= 0 and num_nulls(tax_thousandths, tax_minor) in (0, 2)) not valid;

alter table payment_attempts
  -- The order's tax when the attempt was made: a late success restores it with its prices.
  add column tax_thousandths integer,
  add column tax_minor bigint,
  add column tax_name jsonb,
  -- Its money bought nothing: it came too much, or its goods were refused or cancelled. Set by triggers, never cleared.
  add column is_unearned boolean not null default false;

create function mark_overpayment() returns trigger language plpgsql as $$
begin
  update payment_attempts set is_unearned = true where id = new.attempt_id and not is_unearned;
  return null;
end $$;
create trigger refund_marks_overpayment after insert on refunds for each row
  when (new.reason = 'double_payment') execute function mark_overpayment();

create function mark_not_given() returns trigger language plpgsql as $$
begin
  update payment_attempts set is_unearned = true
    where order_id = new.order_id and state = 'SUCCEEDED' and not is_unearned;
  return null;
end $$;
create trigger delivery_marks_not_given after insert or update of state on deliveries for each row
  when (new.state in ('rejected', 'cancelled')) execute function mark_not_given();

-- Days whose ledger was compared with attempts and refunds; a day with a discrepancy is compared again.
create table ledger_checks (
  day date primary key,
  found integer not null constraint found_is_not_negative check (found >= 0),
  checked_at timestamptz not null
);

-- A payment that a dispute names, with all of the sum claimed from other payments.
alter table disputes drop constraint claim_is_positive;
alter table disputes add constraint claim_is_not_negative check (claimed_minor >= 0) not valid;

-- A day is read by the entries' time: pages that no summary covers would be read each time.
alter index ledger_by_time set (autosummarize = on);

-- After the transaction, one by one. Each may run again after a kill.

update payment_attempts a set is_unearned = true
  where not a.is_unearned and a.id in (select r.attempt_id from refunds r where r.reason = 'double_payment');

update payment_attempts a set is_unearned = true
  where not a.is_unearned and a.state = 'SUCCEEDED'
    and a.order_id in (select d.order_id from deliveries d where d.state in ('rejected', 'cancelled'));

select brin_summarize_new_values('ledger_by_time');

create index concurrently if not exists attempts_owed on payment_attempts (updated_at)
  where is_unearned and captured_minor > reserved_minor + refunded_minor + lost_minor;

create index concurrently if not exists attempts_with_form on payment_attempts (updated_at)
  where state in ('SUCCEEDED', 'FAILED', 'EXPIRED')
    and (client_key is not null or session_key is not null or approve_url is not null or action_url is not null);

create index concurrently if not exists attempts_by_time on payment_attempts using brin (updated_at) with (autosummarize = on);

create index concurrently if not exists refunds_done on refunds (updated_at) where state = 'SUCCEEDED';

create index concurrently if not exists inbox_with_body on gateway_inbox (applied_at, id)
  where applied_at is not null and body <> '';

create index concurrently if not exists sessions_by_end on sessions (least(expires_at, coalesce(ended_at, expires_at)));

create index concurrently if not exists notices_by_time on event_notices (at);

create index concurrently if not exists access_events_by_time on access_events (at);

create index concurrently if not exists carts_by_age on carts (changed_at);

create index concurrently if not exists players_flagged on players (flagged_at) where flagged_at is not null;

create index concurrently if not exists all_flags_of_player on player_flags (player_id);

create index concurrently if not exists resends_of_recipient on resends ((recipient ->> 'cid'));
