-- Money that goes back (payments.md §3.4): refunds in parts and by others, cases of a payer's bank, flagged players.

-- ---------------------------------------------------------------- refunds

drop index one_running_refund_per_attempt;
-- A gateway works on one refund of an order at a time; those reserved beside it wait for their turn.
create unique index one_running_refund_per_order on refunds (order_id)
  where state in ('SUBMITTING', 'PENDING', 'UNKNOWN');

alter table refunds
  -- Real time of the first request that may have moved money; null: it never left us and may be let go.
  add column requested_at timestamptz,
  -- Why it failed, in the gateway's code or ours.
  add column failure text,
  drop constraint refund_reason,
  -- external: made in the gateway's own pages, adopted when it was told.
  add constraint refund_reason check (reason in (
    'double_payment', 'not_deliverable', 'resolution', 'operator', 'external'));
update refunds set requested_at = updated_at where state <> 'RESERVED';
create unique index one_refund_per_gateway_ref on refunds (gateway_ref, attempt_id) where gateway_ref is not null;

insert into state_transitions (machine, from_state, to_state) values
  ('refund', 'RESERVED', 'SUBMITTING'), ('refund', 'RESERVED', 'FAILED'),
  ('refund', 'SUBMITTING', 'RESERVED'), ('refund', 'SUBMITTING', 'PENDING'), ('refund', 'SUBMITTING', 'UNKNOWN'),
  ('refund', 'SUBMITTING', 'SUCCEEDED'), ('refund', 'SUBMITTING', 'FAILED'),
  ('refund', 'PENDING', 'UNKNOWN'), ('refund', 'PENDING', 'SUCCEEDED'), ('refund', 'PENDING', 'FAILED'),
  ('refund', 'UNKNOWN', 'RESERVED'), ('refund', 'UNKNOWN', 'PENDING'),
  ('refund', 'UNKNOWN', 'SUCCEEDED'), ('refund', 'UNKNOWN', 'FAILED'),
  ('refund', 'FAILED', 'SUCCEEDED');
create trigger refund_transition before update of state on refunds
  for each row execute function refuse_unknown_transition('refund');

-- ---------------------------------------------------------------- cases

create table cases (
  provider text not null constraint case_provider check (provider in ('payermax', 'paypal')),
  -- The gateway's own number; a reversal has none and is named by its capture.
  case_id text not null,
  order_id text not null references orders,
  attempt_id text not null references payment_attempts,
  kind text not null constraint case_kind check (kind in ('chargeback', 'dispute', 'fraud', 'complaint', 'reversal')),
  state text not null constraint case_state check (state in ('open', 'won', 'lost', 'cancelled')),
  -- What the gateway said last, in its own words.
  stage text not null,
  outcome text,
  reason_code text,
  answer_by text,
  currency text not null,
  claimed_minor bigint not null constraint claim_is_positive check (claimed_minor > 0),
  -- What really left us: never more than was still there.
  lost_minor bigint not null default 0 constraint loss_is_not_negative check (lost_minor >= 0),
  fee_minor bigint not null default 0 constraint fee_is_not_negative check (fee_minor >= 0),
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  constraint one_row_per_gateway_case primary key (provider, case_id),
  constraint only_lost_cases_lose check (state = 'lost' or lost_minor = 0),
  constraint only_open_cases_have_no_end check ((state = 'open') = (ended_at is null))
);
create index cases_of_attempt on cases (attempt_id);
create index open_cases_of_order on cases (order_id) where state = 'open';
insert into state_transitions (machine, from_state, to_state) values
  ('case', 'open', 'won'), ('case', 'open', 'lost'), ('case', 'open', 'cancelled');
create trigger case_transition before update of state on cases
  for each row execute function refuse_unknown_transition('case');

-- ---------------------------------------------------------------- reserved + refunded + lost ≤ captured

alter table payment_attempts
  add column reserved_minor bigint not null default 0 constraint reserved_is_not_negative check (reserved_minor >= 0),
  add column refunded_minor bigint not null default 0 constraint refunded_is_not_negative check (refunded_minor >= 0),
  add column lost_minor bigint not null default 0 constraint lost_is_not_negative check (lost_minor >= 0);
update payment_attempts a set
    reserved_minor = back.reserved, refunded_minor = back.refunded
  from (select attempt_id,
      coalesce(sum(amount_minor) filter (where state not in ('SUCCEEDED', 'FAILED')), 0) as reserved,
      coalesce(sum(amount_minor) filter (where state = 'SUCCEEDED'), 0) as refunded
    from refunds group by attempt_id) as back
  where back.attempt_id = a.id;
alter table payment_attempts add constraint no_more_back_than_was_captured
  check (reserved_minor + refunded_minor + lost_minor <= coalesce(captured_minor, 0));

-- The three sums follow their rows by themselves, whoever writes them; the attempt's row lock makes it hold under races.
create function count_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.amount_minor, new.currency, new.attempt_id, new.order_id)
      is distinct from (old.amount_minor, old.currency, old.attempt_id, old.order_id) then
    raise exception 'a refund is never changed, only its state' using errcode = 'check_violation';
  end if;
  update payment_attempts set
    reserved_minor = reserved_minor
      + case when new.state not in ('SUCCEEDED', 'FAILED') then new.amount_minor else 0 end
      - case when tg_op = 'UPDATE' and old.state not in ('SUCCEEDED', 'FAILED') then new.amount_minor else 0 end,
    refunded_minor = refunded_minor
      + case when new.state = 'SUCCEEDED' then new.amount_minor else 0 end
      - case when tg_op = 'UPDATE' and old.state = 'SUCCEEDED' then new.amount_minor else 0 end
  where id = new.attempt_id;
  return null;
end $$;
create trigger refund_is_counted after update of state, amount_minor, currency, attempt_id, order_id on refunds
  for each row execute function count_refund();
create trigger refund_is_counted_when_inserted after insert on refunds
  for each row execute function count_refund();

create function count_case() returns trigger language plpgsql as $$
begin
  update payment_attempts set
    lost_minor = lost_minor + new.lost_minor - case when tg_op = 'UPDATE' then old.lost_minor else 0 end
  where id = new.attempt_id;
  if new.lost_minor > 0 then
    perform book_chargeback_lost(new.case_id, new.attempt_id, new.lost_minor, new.updated_at);
  end if;
  if new.state = 'lost' and new.fee_minor > 0 then
    perform book_fee('case:' || new.case_id, new.attempt_id, new.case_id, new.currency, new.fee_minor, new.updated_at);
  end if;
  return null;
end $$;
create trigger case_is_counted after update of state, lost_minor on cases
  for each row when (new.state is distinct from old.state) execute function count_case();
create trigger case_is_counted_when_inserted after insert on cases
  for each row when (new.state = 'lost') execute function count_case();

-- ---------------------------------------------------------------- what a case stops

-- Set while a case about the order is open: nothing is sent, and the seven days wait too.
alter table deliveries add column held_since timestamptz;

-- Why a player cannot order (V07): one row a reason, until an operator clears it. `players.flagged_at` is their shadow.
create table player_flags (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  order_id text not null references orders,
  why text not null constraint flag_reason check (why in ('case', 'fraud', 'chargeback')),
  at timestamptz not null,
  cleared_at timestamptz,
  cleared_because text,
  constraint cleared_says_why check ((cleared_at is null) = (cleared_because is null))
);
create unique index one_flag_of_a_kind_per_order on player_flags (order_id, why) where cleared_at is null;
create index flags_of_player on player_flags (player_id) where cleared_at is null;
