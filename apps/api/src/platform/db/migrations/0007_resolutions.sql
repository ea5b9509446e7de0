-- What a player asks to be put right (F17): a refund, or goods that went to the wrong character.

create table resolution_requests (
  id text primary key constraint request_id_form check (id ~ '^[0-9a-z]{20}$'),
  player_id bigint not null references players,
  order_id text not null references orders,
  -- The calendar year it was filed in, UTC.
  year integer not null,
  kind text not null constraint request_kind check (kind in ('refund', 'wrong_recharge')),
  text text not null constraint request_text_fits check (char_length(text) between 1 and 1000),
  state text not null constraint request_state check (state in ('open', 'approved', 'rejected')),
  -- What the operator answers; the player reads it.
  because text,
  refund_id text references refunds,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint one_request_per_player_and_year unique (player_id, year),
  constraint only_open_requests_are_undecided check ((state = 'open') = (decided_at is null)),
  constraint rejected_says_why check (state <> 'rejected' or because is not null)
);
create index requests_to_decide on resolution_requests (created_at) where state = 'open';
insert into state_transitions (machine, from_state, to_state) values
  ('resolution', 'open', 'approved'), ('resolution', 'open', 'rejected');
create trigger resolution_transition before update of state on resolution_requests
  for each row execute function refuse_unknown_transition('resolution');

-- The goods of an order once more, to the character an operator named (docs/decisions/0014). Beside the order's own
-- delivery, which stays what it was: sent, to whom the player had typed.
create table redeliveries (
  id text primary key,
  request_id text not null references resolution_requests,
  order_id text not null references orders,
  recipient jsonb not null,
  state text not null constraint redelivery_state
    check (state in ('queued', 'retrying', 'delivered', 'rejected', 'cancelled')),
  reason text constraint redelivery_reason check (reason in ('mailbox_full', 'maintenance', 'error')),
  tries integer not null default 0,
  -- Real time, as of every delivery.
  next_try_at timestamptz not null,
  lease_until timestamptz,
  give_up_at timestamptz not null,
  mail_id text,
  at timestamptz not null,
  created_at timestamptz not null
);
-- Never twice; only what its game refused for good may go to another character.
create unique index one_redelivery_per_order on redeliveries (order_id) where state <> 'rejected';
create index redeliveries_to_send on redeliveries (next_try_at) where state in ('queued', 'retrying');
create trigger redelivery_transition before update of state on redeliveries
  for each row execute function refuse_unknown_transition('delivery');

-- What an operator did about a gateway's word that did not fit.
alter table quarantine add column settled_because text;
