-- The shop's tables. Money is an integer in the currency's minor unit beside its code; times are
-- timestamptz; ids that travel are unguessable; constraint names say the rule they carry.

create table settings (
  key text primary key,
  value jsonb not null
);
insert into settings (key, value) values
  ('clock_offset_ms', '0'),
  ('catalogue_version', '0');

-- Keys this installation made for itself (order tokens); never leave the database but in use.
create table server_secrets (
  name text primary key,
  secret bytea not null
);

-- ---------------------------------------------------------------- projects, catalogue

create table projects (
  code text primary key,
  game_id text not null,
  seed_order integer not null,
  is_open boolean not null,
  -- Everything the catalogue says of a project that no statement has to search in.
  data jsonb not null,
  constraint one_project_per_game unique (game_id)
);

create table regions (
  project text not null references projects,
  pr_id text not null,
  position integer not null,
  name jsonb not null,
  primary key (project, pr_id)
);

create table servers (
  project text not null,
  server_id text not null,
  pr_id text not null,
  position integer not null,
  name jsonb not null,
  state text not null constraint server_is_open_or_in_maintenance check (state in ('open', 'maintenance')),
  primary key (project, server_id),
  foreign key (project, pr_id) references regions (project, pr_id)
);

create table products (
  project text not null references projects,
  product_id text not null,
  position integer not null,
  kind text not null constraint product_kind check (kind in ('topup', 'pack', 'card', 'bargain')),
  limit_max integer constraint limit_is_positive check (limit_max > 0),
  limit_period text constraint limit_period check (limit_period in ('once', 'day', 'week', 'month')),
  -- false: kept for old orders, sold no more.
  on_sale boolean not null,
  -- name, description, image, category, tier, contents, bonus, tag
  data jsonb not null,
  primary key (project, product_id),
  constraint limit_has_a_period check ((limit_max is null) = (limit_period is null))
);

create table prices (
  project text not null,
  product_id text not null,
  currency text not null constraint currency_code check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint price_is_positive check (amount_minor > 0),
  primary key (project, product_id, currency),
  foreign key (project, product_id) references products (project, product_id)
);

create table channels (
  project text not null references projects,
  pay_id text not null,
  position integer not null,
  provider text not null constraint channel_provider check (provider in ('payermax', 'paypal')),
  method text not null constraint channel_method check (method in ('card', 'wallet', 'apple_pay')),
  -- name, logo, countries, currencies
  data jsonb not null,
  -- Set when the gateway says our account or contract is wrong; an operator switches it on again.
  switched_off_at timestamptz,
  switched_off_why text,
  primary key (project, pay_id)
);

-- ---------------------------------------------------------------- players

create table players (
  id bigint generated always as identity primary key,
  project text not null references projects,
  server_id text not null,
  cid text not null,
  pr_id text not null,
  server_name text not null,
  name text not null,
  level integer not null,
  -- Payment anomaly (V07): a dispute or fraud notice; blocks orders.
  flagged_at timestamptz,
  seen_at timestamptz not null,
  constraint one_player_per_character unique (project, server_id, cid)
);

create table sessions (
  token_hash bytea primary key,
  player_id bigint not null references players,
  project text not null references projects,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_of_player on sessions (player_id);

-- Fixed windows; losing them in a crash only forgets some counting.
create unlogged table rate_counters (
  key text not null,
  window_start timestamptz not null,
  calls integer not null,
  primary key (key, window_start)
);

-- ---------------------------------------------------------------- orders

create table state_transitions (
  machine text not null,
  from_state text not null,
  to_state text not null,
  primary key (machine, from_state, to_state)
);
insert into state_transitions (machine, from_state, to_state) values
  ('order', 'open', 'waiting'), ('order', 'open', 'success'), ('order', 'open', 'failed'), ('order', 'open', 'timeout'),
  ('order', 'waiting', 'open'), ('order', 'waiting', 'success'), ('order', 'waiting', 'failed'), ('order', 'waiting', 'timeout'),
  ('order', 'failed', 'open'), ('order', 'failed', 'waiting'), ('order', 'failed', 'success'),
  ('order', 'timeout', 'success'),
  ('order', 'success', 'refunded'),
  ('attempt', 'CREATED', 'SUBMITTING'), ('attempt', 'CREATED', 'REQUIRES_ACTION'),
  ('attempt', 'CREATED', 'FAILED'), ('attempt', 'CREATED', 'EXPIRED'),
  ('attempt', 'SUBMITTING', 'REQUIRES_ACTION'), ('attempt', 'SUBMITTING', 'PROCESSING'), ('attempt', 'SUBMITTING', 'UNKNOWN'),
  ('attempt', 'SUBMITTING', 'SUCCEEDED'), ('attempt', 'SUBMITTING', 'FAILED'), ('attempt', 'SUBMITTING', 'EXPIRED'),
  ('attempt', 'REQUIRES_ACTION', 'SUBMITTING'), ('attempt', 'REQUIRES_ACTION', 'PROCESSING'), ('attempt', 'REQUIRES_ACTION', 'UNKNOWN'),
  ('attempt', 'REQUIRES_ACTION', 'SUCCEEDED'), ('attempt', 'REQUIRES_ACTION', 'FAILED'), ('attempt', 'REQUIRES_ACTION', 'EXPIRED'),
  ('attempt', 'PROCESSING', 'REQUIRES_ACTION'), ('attempt', 'PROCESSING', 'UNKNOWN'),
  ('attempt', 'PROCESSING', 'SUCCEEDED'), ('attempt', 'PROCESSING', 'FAILED'), ('attempt', 'PROCESSING', 'EXPIRED'),
  ('attempt', 'UNKNOWN', 'REQUIRES_ACTION'), ('attempt', 'UNKNOWN', 'PROCESSING'),
  ('attempt', 'UNKNOWN', 'SUCCEEDED'), ('attempt', 'UNKNOWN', 'FAILED'), ('attempt', 'UNKNOWN', 'EXPIRED'),
  ('attempt', 'FAILED', 'SUCCEEDED'), ('attempt', 'EXPIRED', 'SUCCEEDED'),
  ('delivery', 'queued', 'retrying'), ('delivery', 'queued', 'delivered'), ('delivery', 'queued', 'rejected'), ('delivery', 'queued', 'cancelled'),
  ('delivery', 'retrying', 'delivered'), ('delivery', 'retrying', 'rejected'), ('delivery', 'retrying', 'cancelled');

-- The database refuses a step that packages/contract/src/order-states.ts does not know.
create function refuse_unknown_transition() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state and not exists (
    select from state_transitions
    where machine = tg_argv[0] and from_state = old.state and to_state = new.state
  ) then
    raise exception '% cannot go from % to %', tg_argv[0], old.state, new.state
      using errcode = 'check_violation', constraint = tg_argv[0] || '_transition';
  end if;
  return new;
end $$;

create table orders (
  id text primary key constraint order_id_form check (id ~ '^[0-9a-z]{20}$'),
  project text not null references projects,
  player_id bigint not null references players,
  source text not null constraint order_source check (source in ('cart', 'direct', 'bargain', 'card')),
  order_key text,
  -- What was ordered, in a canonical text: the same key with other products is refused.
  products_key text not null,
  state text not null constraint order_state
    check (state in ('open', 'waiting', 'success', 'failed', 'timeout', 'refunded')),
  reason text constraint order_reason check (reason in (
    'action', 'unknown', 'declined', 'insufficient_balance', 'cancelled', 'error',
    'resolution', 'not_deliverable', 'chargeback')),
  country text not null,
  currency text not null,
  total_minor bigint not null constraint total_is_positive check (total_minor > 0),
  lang text not null,
  -- The character as it was when the order was made: server_name, name, level, pr_id, server_id, cid.
  recipient jsonb not null,
  -- C11's flag: '1' sends the player back to the payment route.
  returns_to_payment boolean not null,
  redirect_url text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  constraint one_order_per_key unique (player_id, order_key)
);
create index orders_to_expire on orders (expires_at) where state in ('open', 'waiting');
create index orders_of_player on orders (player_id, created_at desc);
create trigger order_transition before update of state on orders
  for each row execute function refuse_unknown_transition('order');

create table order_items (
  order_id text not null references orders,
  line integer not null,
  product_id text not null,
  count integer not null constraint count_is_positive check (count > 0),
  unit_minor bigint not null constraint unit_price_is_positive check (unit_minor > 0),
  -- Snapshot of what was sold: kind, name, image, contents, bonus (texts in all languages).
  sold jsonb not null,
  primary key (order_id, line)
);

create table payment_attempts (
  -- The merchant's number at the gateway: A<order id>_<n>.
  id text primary key,
  order_id text not null references orders,
  n integer not null,
  pay_id text not null,
  provider text not null constraint attempt_provider check (provider in ('payermax', 'paypal')),
  method text not null constraint attempt_method check (method in ('card', 'wallet', 'apple_pay')),
  country text not null,
  currency text not null,
  amount_minor bigint not null constraint amount_is_positive check (amount_minor > 0),
  state text not null constraint attempt_state check (state in (
    'CREATED', 'SUBMITTING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'EXPIRED')),
  failure text constraint attempt_failure check (failure in ('declined', 'insufficient_balance', 'cancelled', 'error')),
  -- Gateway's numbers, stored once (payments.md §3.1).
  gateway_ref text,
  capture_ref text,
  captured_minor bigint,
  card_brand text,
  card_masked text,
  -- What the browser needs to go on.
  client_key text,
  session_key text,
  approve_url text,
  action_url text,
  session_opened_at timestamptz,
  capture_tries integer not null default 0,
  submitted_at timestamptz,
  -- Real time (not the shop's clock) of the last request that may have moved money.
  requested_at timestamptz,
  -- When the sweep asks the gateway next, and how often it asked since doubt began; real time.
  next_query_at timestamptz,
  queries integer not null default 0,
  not_found_count integer not null default 0,
  doubt_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint one_number_per_try unique (order_id, n),
  constraint one_attempt_per_gateway_ref unique (provider, gateway_ref),
  constraint one_capture_per_attempt unique (provider, capture_ref),
  constraint captured_only_when_succeeded check ((state = 'SUCCEEDED') = (captured_minor is not null)),
  constraint captured_is_what_was_asked check (captured_minor = amount_minor),
  constraint failed_says_why check ((state = 'FAILED') <= (failure is not null))
);
create unique index one_live_attempt_per_order on payment_attempts (order_id)
  where state in ('CREATED', 'SUBMITTING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN');
create unique index one_attempt_per_session on payment_attempts (session_key) where session_key is not null;
create index attempts_to_query on payment_attempts (next_query_at) where next_query_at is not null;
create trigger attempt_transition before update of state on payment_attempts
  for each row execute function refuse_unknown_transition('attempt');

-- Who moved what, when, why. Rows are only ever added.
create table order_events (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  attempt_id text,
  at timestamptz not null,
  source text not null constraint event_source check (source in (
    'player', 'answer', 'webhook', 'query', 'sweep', 'worker', 'operator', 'game')),
  event text not null,
  from_state text,
  to_state text,
  detail jsonb not null default '{}'
);
create index events_of_order on order_events (order_id, id);
create function history_is_never_rewritten() returns trigger language plpgsql as $$
begin
  raise exception 'order_events is never changed' using errcode = 'check_violation';
end $$;
create trigger order_events_append_only before update or delete on order_events
  for each row execute function history_is_never_rewritten();

-- Verified messages of the gateways, applied once.
create table gateway_inbox (
  id bigint generated always as identity primary key,
  provider text not null,
  event_key text not null,
  event_type text not null,
  body bytea not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  outcome text,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  constraint one_row_per_gateway_event unique (provider, event_key)
);
create index inbox_to_apply on gateway_inbox (next_try_at) where applied_at is null;

-- What a gateway said that does not fit what we know: money words kept for a person.
create table quarantine (
  id bigint generated always as identity primary key,
  provider text not null,
  attempt_id text,
  source text not null,
  reason text not null,
  said jsonb not null,
  at timestamptz not null,
  settled_at timestamptz
);

create table deliveries (
  id text primary key,
  order_id text not null references orders,
  state text not null constraint delivery_state
    check (state in ('queued', 'retrying', 'delivered', 'rejected', 'cancelled')),
  reason text constraint delivery_reason check (reason in ('mailbox_full', 'maintenance', 'error')),
  tries integer not null default 0,
  -- Real time: leases and retries do not follow the shop's clock.
  next_try_at timestamptz not null,
  lease_until timestamptz,
  give_up_at timestamptz not null,
  mail_id text,
  at timestamptz not null,
  created_at timestamptz not null,
  constraint one_delivery_per_order unique (order_id)
);
create index deliveries_to_send on deliveries (next_try_at) where state in ('queued', 'retrying');
create trigger delivery_transition before update of state on deliveries
  for each row execute function refuse_unknown_transition('delivery');

create table refunds (
  -- The refund's number at the gateway: R<order id>_<n>.
  id text primary key,
  order_id text not null references orders,
  attempt_id text not null references payment_attempts,
  amount_minor bigint not null constraint refund_is_positive check (amount_minor > 0),
  currency text not null,
  state text not null constraint refund_state
    check (state in ('RESERVED', 'SUBMITTING', 'PENDING', 'UNKNOWN', 'SUCCEEDED', 'FAILED')),
  reason text not null constraint refund_reason check (reason in (
    'double_payment', 'not_deliverable', 'resolution', 'operator')),
  gateway_ref text,
  tries integer not null default 0,
  next_try_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_running_refund_per_attempt on refunds (attempt_id) where state <> 'FAILED';
create index refunds_to_push on refunds (next_try_at) where next_try_at is not null;
