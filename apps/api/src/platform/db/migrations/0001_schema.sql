-- The tables of the shop. Money is an integer in the currency's minor unit, times are timestamptz, ids that travel are
-- unguessable, and a constraint is named by its rule. Migrations go forward only: expand, then contract.

create table settings (
  key text primary key,
  value jsonb not null
);
insert into settings (key, value) values
  ('clock_offset_ms', '0'),
  ('catalogue_version', '0');

-- Keys that this installation generated for itself, such as the key of order tokens.
create table server_secrets (
  name text primary key,
  secret bytea not null
);

-- ---------------------------------------------------------------- projects and catalogue

create table projects (
  code text primary key,
  game_id text not null constraint one_project_per_game unique,
  seed_order integer not null,
  is_open boolean not null,
  -- Catalogue fields that no statement searches.
  data jsonb not null
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
  -- false: no longer sold, kept for the orders that name it.
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
  -- Set when the gateway rejects our account or contract; an operator switches the channel on again.
  switched_off_at timestamptz,
  switched_off_why text,
  primary key (project, pay_id)
);

-- How a project is served: the newest row counts, older rows are its history. Without a row it serves everyone.
create table service_changes (
  id bigint generated always as identity primary key,
  project text not null references projects,
  state text not null constraint service_state check (state in ('open', 'maintenance', 'closed')),
  -- ISO codes of countries, and addresses or ranges, that get code 10503.
  countries text[] not null,
  networks text[] not null,
  because text not null constraint service_change_says_why check (char_length(because) between 1 and 1000),
  at timestamptz not null
);
create index newest_service_change on service_changes (project, id desc);

-- ---------------------------------------------------------------- players

create table players (
  id bigint generated always as identity,
  project text not null references projects,
  server_id text not null,
  cid text not null,
  pr_id text not null,
  server_name text not null,
  name text not null,
  level integer not null,
  -- Copy of player_flags (V07): set while any flag stands, and refuses orders.
  flagged_at timestamptz,
  seen_at timestamptz not null,
  -- Counts every set, change, remove and reset of the access password.
  password_version integer not null default 0,
  -- Set by triggers and never cleared: pages skip look-ups for players who never ordered or asked for reminders.
  has_orders boolean not null default false,
  has_reminders boolean not null default false,
  primary key (id, project),
  constraint one_player_per_character unique (project, server_id, cid)
);

-- Fills the project of a player's row whose insert does not name it; its triggers stand at the end of this file.
create function set_project_of_player() returns trigger language plpgsql as $$
begin
  if new.project is null then
    select project into new.project from players where id = new.player_id;
  end if;
  return new;
end $$;

create table sessions (
  token_hash bytea primary key,
  player_id bigint not null,
  project text not null references projects,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  seen_at timestamptz not null,
  -- Opened by an access link (F18): bound to its character.
  by_link boolean not null default false,
  foreign key (player_id, project) references players (id, project)
);
create index sessions_of_player on sessions (player_id);

-- Payment anomalies (V07): one row a reason, until an operator clears it.
create table player_flags (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  project text not null,
  order_id text,
  why text not null constraint flag_reason check (why in ('dispute', 'fraud', 'chargeback', 'operator')),
  because text,
  at timestamptz not null,
  cleared_at timestamptz,
  cleared_because text,
  foreign key (player_id, project) references players (id, project),
  constraint cleared_says_why check ((cleared_at is null) = (cleared_because is null)),
  constraint a_flag_has_its_order_or_its_reason check ((why = 'operator') = (order_id is null and because is not null))
);
create unique index one_flag_of_a_kind_per_order on player_flags (order_id, why) where cleared_at is null;
create unique index one_flag_by_an_operator on player_flags (player_id, project) where why = 'operator' and cleared_at is null;
create index flags_of_player on player_flags (player_id) where cleared_at is null;

-- Erased characters (docs/decisions/0020): orders and ledger stay, under a name without meaning.
create table erasures (
  player_id bigint not null,
  project text not null,
  because text not null constraint erasure_says_why check (char_length(because) between 1 and 1000),
  at timestamptz not null,
  primary key (player_id, project),
  foreign key (player_id, project) references players (id, project)
);

-- Fixed windows of rate limits; a crash only forgets some counts.
create unlogged table rate_counters (
  key text not null,
  window_start timestamptz not null,
  calls integer not null,
  primary key (key, window_start)
);

-- ---------------------------------------------------------------- access: password, codes, links

-- No row means no password; only the current hash is kept.
create table access_passwords (
  player_id bigint not null,
  project text not null,
  -- PHC string: algorithm, parameters, salt and hash.
  hash text not null,
  set_at timestamptz not null,
  primary key (player_id, project),
  foreign key (player_id, project) references players (id, project)
);

create table access_events (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  project text not null,
  event text not null constraint access_event check (event in ('set', 'change', 'remove', 'reset', 'log_out')),
  because text,
  at timestamptz not null,
  foreign key (player_id, project) references players (id, project),
  constraint operators_say_why check ((event = 'log_out') = (because is not null))
);
create index access_events_of_player on access_events (player_id, at);

-- Wrong passwords and codes of a character since its last right one; a crash only forgets some counts.
create unlogged table access_attempts (
  player_id bigint not null,
  project text not null,
  wrong integer not null,
  last_at timestamptz not null,
  primary key (player_id, project),
  foreign key (player_id, project) references players (id, project)
);
create index access_attempts_by_age on access_attempts (last_at);

-- Codes sent by in-game mail: the newest of a purpose counts, all of an hour limit the next.
create table mail_codes (
  -- Order of the requests, independent of the clock.
  n bigint generated always as identity primary key,
  player_id bigint not null,
  project text not null,
  purpose text not null constraint mail_code_purpose
    check (purpose in ('pwd_set', 'pwd_change', 'pwd_remove', 'pwd_reset')),
  code_hash bytea not null,
  -- Hash of the requesting network; other networks get fewer of its attempts.
  requested_from bytea not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  attempts_of_others integer not null default 0,
  used_at timestamptz,
  -- false: the game did not confirm the mail, so it counts against no limit.
  is_sent boolean not null default true,
  foreign key (player_id, project) references players (id, project),
  constraint mail_code_has_five_attempts check (attempts between 0 and 5 and attempts_of_others between 0 and attempts)
);
create index mail_codes_of_player on mail_codes (player_id, requested_at);
create index mail_codes_by_age on mail_codes (requested_at);

-- Image codes that wait for their answer; a crash only means another image.
create unlogged table image_codes (
  handle_hash bytea primary key,
  -- Hash of answer and handle together, so that the row alone cannot be searched for answers.
  answer_hash bytea not null,
  project text not null references projects,
  -- Null: requested without a purpose or a session.
  purpose text constraint image_code_purpose
    check (purpose in ('role', 'pwd_set', 'pwd_change', 'pwd_remove', 'pwd_reset')),
  session_hash bytea,
  expires_at timestamptz not null
);
create index image_codes_by_age on image_codes (expires_at);

-- Access links that opened the shop (F18), each once.
create table used_access_links (
  project text not null references projects,
  -- The game's own number of the link.
  ref text not null,
  -- As signed: the link is dead from then on, with or without this row.
  expires_at timestamptz not null,
  used_at timestamptz not null,
  constraint a_link_opens_once primary key (project, ref)
);
create index used_access_links_by_age on used_access_links (expires_at);

-- Links of a character signed before `at` open nothing, also for an unknown or erased character.
create table ended_access_links (
  id bigint generated always as identity primary key,
  -- Keyed hash of project and character id.
  character_hash bytea not null,
  -- Null: on every server.
  server_id text,
  at timestamptz not null
);
create index ended_access_links_of_character on ended_access_links (character_hash, at);

-- ---------------------------------------------------------------- states

-- Same tables as packages/contract/src/order-states.ts and money-back.ts; a test compares them.
create table state_transitions (
  machine text not null,
  from_state text not null,
  to_state text not null,
  primary key (machine, from_state, to_state)
);
insert into state_transitions (machine, from_state, to_state)
  select machine, from_state, unnest(string_to_array(to_states, ' '))
  from (values
    ('order', 'open', 'waiting success failed timeout'),
    ('order', 'waiting', 'open success failed timeout'),
    ('order', 'failed', 'open waiting success'),
    ('order', 'timeout', 'success'),
    ('order', 'success', 'refunded'),
    ('attempt', 'CREATED', 'SUBMITTING REQUIRES_ACTION FAILED EXPIRED'),
    ('attempt', 'SUBMITTING', 'REQUIRES_ACTION PROCESSING UNKNOWN SUCCEEDED FAILED EXPIRED'),
    ('attempt', 'REQUIRES_ACTION', 'SUBMITTING PROCESSING UNKNOWN SUCCEEDED FAILED EXPIRED'),
    ('attempt', 'PROCESSING', 'REQUIRES_ACTION UNKNOWN SUCCEEDED FAILED EXPIRED'),
    ('attempt', 'UNKNOWN', 'REQUIRES_ACTION PROCESSING SUCCEEDED FAILED EXPIRED'),
    ('attempt', 'FAILED', 'SUCCEEDED'),
    ('attempt', 'EXPIRED', 'SUCCEEDED'),
    ('delivery', 'queued', 'retrying delivered rejected cancelled'),
    ('delivery', 'retrying', 'delivered rejected cancelled'),
    ('refund', 'RESERVED', 'SUBMITTING FAILED'),
    ('refund', 'SUBMITTING', 'RESERVED PENDING UNKNOWN SUCCEEDED FAILED'),
    ('refund', 'PENDING', 'UNKNOWN SUCCEEDED FAILED'),
    ('refund', 'UNKNOWN', 'RESERVED PENDING SUCCEEDED FAILED'),
    ('refund', 'FAILED', 'SUCCEEDED'),
    ('dispute', 'open', 'won lost cancelled'),
    ('resolution', 'open', 'approved rejected')) as known (machine, from_state, to_states);

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

-- ---------------------------------------------------------------- carts

-- Held per character, so that it is the same on every phone (V05, S09).
create table carts (
  player_id bigint not null,
  project text not null,
  changed_at timestamptz not null,
  primary key (player_id, project),
  foreign key (player_id, project) references players (id, project)
);

create table cart_items (
  player_id bigint not null,
  project text not null,
  product_id text not null,
  count integer not null constraint cart_count_is_not_negative check (count >= 0),
  -- Price last shown to the player, by currency: {"USD": {"price": 499, "was": 399}}; price null: no longer sold.
  seen jsonb not null,
  -- State last shown to the player, in any country.
  seen_state text not null constraint cart_seen_state check (seen_state in ('ok', 'invalid', 'expired')),
  added_at timestamptz not null,
  constraint one_line_per_product primary key (player_id, project, product_id),
  foreign key (player_id, project) references carts,
  foreign key (project, product_id) references products (project, product_id)
);

-- ---------------------------------------------------------------- orders

create table orders (
  id text primary key constraint order_id_form check (id ~ '^[0-9a-z]{20}$'),
  project text not null references projects,
  player_id bigint not null,
  source text not null constraint order_source check (source in ('cart', 'direct', 'bargain', 'card', 'mall')),
  order_key text,
  -- Canonical text of the goods: the same key with other goods is refused.
  products_key text not null,
  state text not null constraint order_state
    check (state in ('open', 'waiting', 'success', 'failed', 'timeout', 'refunded')),
  reason text constraint order_reason check (reason in (
    'action', 'unknown', 'declined', 'insufficient_balance', 'cancelled', 'error',
    'resolution', 'not_deliverable', 'chargeback')),
  country text not null,
  currency text not null,
  total_minor bigint not null constraint total_is_positive check (total_minor > 0),
  -- Price of the goods in US cents when the order was made, for events. Null: no dollar price.
  usd_minor bigint constraint usd_is_not_negative check (usd_minor >= 0),
  lang text not null,
  -- The character when the order was made: server_name, name, level, pr_id, server_id, cid.
  recipient jsonb not null,
  -- Flag '1' of C11: sends the player back to the payment route.
  returns_to_payment boolean not null,
  redirect_url text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  foreign key (player_id, project) references players (id, project),
  constraint one_order_per_key unique (player_id, project, order_key)
);
create index orders_to_expire on orders (expires_at) where state in ('open', 'waiting');
create index orders_of_player on orders (player_id, created_at desc);
create index orders_paid_by_player on orders (player_id, paid_at) where paid_at is not null;
create trigger order_transition before update of state on orders
  for each row execute function refuse_unknown_transition('order');
alter table player_flags add foreign key (order_id) references orders;

create function set_has_orders() returns trigger language plpgsql as $$
begin
  update players set has_orders = true where id = new.player_id and not has_orders;
  return null;
end $$;
create trigger order_sets_has_orders after insert or update of player_id on orders
  for each row execute function set_has_orders();

create table order_items (
  order_id text not null references orders,
  line integer not null,
  product_id text not null,
  count integer not null constraint count_is_positive check (count > 0),
  unit_minor bigint not null constraint unit_price_is_positive check (unit_minor > 0),
  -- Snapshot of the sold good: kind, name, image, contents, bonus (texts in all languages).
  sold jsonb not null,
  -- Count that left the cart while the order is being paid (docs/decisions/0009). Null: none.
  from_cart integer constraint taken_from_cart_is_not_negative check (from_cart >= 0),
  primary key (order_id, line)
);

-- Orders signed by a game or a mall (R05): one reference makes one order.
create table mall_orders (
  project text not null references projects,
  ref text not null,
  order_id text not null references orders,
  -- Canonical text of the signed character and goods: the same reference for another purchase is refused.
  claims_key text not null,
  created_at timestamptz not null,
  constraint one_order_per_mall_ref primary key (project, ref),
  constraint one_mall_ref_per_order unique (order_id)
);

-- History of orders, append-only, in monthly partitions; rows outside all months fall into the default one.
create table order_events (
  id bigint generated always as identity,
  order_id text not null references orders,
  attempt_id text,
  at timestamptz not null,
  source text not null constraint event_source check (source in (
    'player', 'answer', 'webhook', 'query', 'sweep', 'worker', 'operator', 'game')),
  event text not null,
  from_state text,
  to_state text,
  detail jsonb not null default '{}',
  primary key (id, at)
) partition by range (at);
create table order_events_default partition of order_events default;
create index events_of_order on order_events (order_id, id);

-- Only an erasure may change a row, and only the character id inside `detail`.
create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('webpay.erasing', true) = 'on'
      and (new.id, new.order_id, new.attempt_id, new.at, new.source, new.event, new.from_state, new.to_state)
        is not distinct from (old.id, old.order_id, old.attempt_id, old.at, old.source, old.event, old.from_state, old.to_state)
      and new.detail = jsonb_set(old.detail, '{to,cid}', '"erased"', false) then
    return new;
  end if;
  raise exception 'order_events is never changed' using errcode = 'check_violation';
end $$;
create trigger order_events_append_only before update or delete on order_events
  for each row execute function refuse_change_of_history();

-- Creates the partitions of this month (UTC) and of `ahead` more, at most 12; answers how many are new.
-- A month whose rows are in the default partition stays there. A busy table is left for the next call.
create function create_month_partitions(ahead integer) returns integer language plpgsql set lock_timeout = '500ms' as $$
declare
  parent text;
  first_day timestamp;
  child text;
  created integer := 0;
begin
  foreach parent in array array['order_events'] loop
    for months in 0 .. least(greatest(ahead, 0), 12) loop
      first_day := date_trunc('month', now() at time zone 'UTC') + make_interval(months => months);
      child := parent || to_char(first_day, '_YYYY_MM');
      continue when to_regclass(child) is not null;
      begin
        execute format('create table %I partition of %I for values from (%L) to (%L)', child, parent,
          first_day::text || '+00', (first_day + interval '1 month')::text || '+00');
        created := created + 1;
      exception when check_violation or lock_not_available or deadlock_detected or duplicate_table then
        null;
      end;
    end loop;
  end loop;
  return created;
end $$;
select create_month_partitions(2);

-- ---------------------------------------------------------------- payments

create table payment_attempts (
  -- Merchant number at the gateway: A<order id>_<n>.
  id text primary key,
  order_id text not null references orders,
  n integer not null,
  pay_id text not null,
  provider text not null constraint attempt_provider check (provider in ('payermax', 'paypal')),
  method text not null constraint attempt_method check (method in ('card', 'wallet', 'apple_pay')),
  country text not null,
  currency text not null,
  amount_minor bigint not null constraint amount_is_positive check (amount_minor > 0),
  -- Unit price of each line, by line: a late success restores the prices that were paid.
  unit_minors bigint[],
  state text not null constraint attempt_state check (state in (
    'CREATED', 'SUBMITTING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'EXPIRED')),
  failure text constraint attempt_failure check (failure in ('declined', 'insufficient_balance', 'cancelled', 'error')),
  -- Numbers of the gateway, stored once (payments.md §3.1).
  gateway_ref text,
  capture_ref text,
  captured_minor bigint,
  -- Sums of the attempt's refunds and disputes, kept by triggers.
  reserved_minor bigint not null default 0 constraint reserved_is_not_negative check (reserved_minor >= 0),
  refunded_minor bigint not null default 0 constraint refunded_is_not_negative check (refunded_minor >= 0),
  lost_minor bigint not null default 0 constraint lost_is_not_negative check (lost_minor >= 0),
  card_brand text,
  card_masked text,
  -- Fields that the browser needs to go on.
  client_key text,
  session_key text,
  approve_url text,
  action_url text,
  session_opened_at timestamptz,
  capture_attempts integer not null default 0,
  submitted_at timestamptz,
  -- Real time (not the shop's clock) of the last request that may have moved money.
  requested_at timestamptz,
  -- Next query to the gateway, and the number of queries since the result is unresolved; real time.
  next_query_at timestamptz,
  queries integer not null default 0,
  not_found_count integer not null default 0,
  unresolved_since timestamptz,
  -- Real time of the one alert about a result that stays unresolved.
  alerted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint one_number_per_attempt unique (order_id, n),
  constraint one_attempt_per_gateway_ref unique (provider, gateway_ref),
  constraint one_capture_per_attempt unique (provider, capture_ref),
  constraint captured_only_when_succeeded check ((state = 'SUCCEEDED') = (captured_minor is not null)),
  constraint captured_is_the_requested_amount check (captured_minor = amount_minor),
  constraint failed_says_why check ((state = 'FAILED') <= (failure is not null)),
  constraint no_more_back_than_was_captured
    check (reserved_minor + refunded_minor + lost_minor <= coalesce(captured_minor, 0))
);
create unique index one_live_attempt_per_order on payment_attempts (order_id)
  where state in ('CREATED', 'SUBMITTING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN');
create unique index one_attempt_per_session on payment_attempts (session_key) where session_key is not null;
create index attempts_to_query on payment_attempts (next_query_at) where next_query_at is not null;
create trigger attempt_transition before update of state on payment_attempts
  for each row execute function refuse_unknown_transition('attempt');

-- Verified messages of the gateways, applied once. Not partitioned: its event key stays unique for ever.
create table gateway_inbox (
  id bigint generated always as identity primary key,
  provider text not null,
  event_key text not null,
  event_type text not null,
  body bytea not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  outcome text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  constraint one_row_per_gateway_event unique (provider, event_key)
);
create index inbox_to_apply on gateway_inbox (next_attempt_at) where applied_at is null;

-- Gateway results that do not fit our rows, kept for an operator.
create table quarantine (
  id bigint generated always as identity primary key,
  provider text not null,
  attempt_id text,
  source text not null,
  reason text not null,
  result jsonb not null,
  at timestamptz not null,
  settled_at timestamptz,
  settled_because text
);
create index quarantine_open on quarantine (at) where settled_at is null;

-- ---------------------------------------------------------------- outbox

-- Every mail with goods or a reminder, one row for its owner (docs/decisions/0026). Real time, but for created_at and
-- ended_at. Statements lock a mail before its owner.
create table outbox_mails (
  -- Id of the delivery, resend or reward: part of the key under which the game takes the mail once.
  id text primary key,
  kind text not null constraint mail_kind check (kind in ('purchase', 'resend', 'reward', 'reminder')),
  order_id text references orders,
  -- Destination: due mails are taken fairly by kind and server.
  project text not null references projects,
  server_id text not null,
  attempts integer not null default 0,
  -- Attempts that the game answered without taking the mail.
  refused integer not null default 0,
  next_attempt_at timestamptz not null,
  lease_until timestamptz,
  -- An open dispute holds the mail, and its seven days stand still.
  held_since timestamptz,
  give_up_at timestamptz not null,
  created_at timestamptz not null,
  -- Null: waits. Its owner says how it ended.
  ended_at timestamptz,
  constraint goods_of_an_order_have_an_order check ((kind in ('purchase', 'resend')) = (order_id is not null)),
  constraint an_ended_mail_is_not_leased check (ended_at is null or lease_until is null)
);
create index outbox_to_send on outbox_mails (kind, project, server_id, next_attempt_at)
  where ended_at is null and held_since is null;
create index outbox_waiting on outbox_mails (give_up_at) where ended_at is null;
create index outbox_of_order on outbox_mails (order_id);

-- ---------------------------------------------------------------- deliveries

-- How far the goods of a paid order are; their mail is in the outbox under the same id.
create table deliveries (
  id text primary key,
  order_id text not null references orders,
  state text not null constraint delivery_state
    check (state in ('queued', 'retrying', 'delivered', 'rejected', 'cancelled')),
  reason text constraint delivery_reason check (reason in ('mailbox_full', 'maintenance', 'error')),
  -- The game's number of the mail.
  mail_id text,
  at timestamptz not null,
  created_at timestamptz not null,
  constraint one_delivery_per_order unique (order_id)
);
create index deliveries_not_given on deliveries (order_id) where state in ('rejected', 'cancelled');
create trigger delivery_transition before update of state on deliveries
  for each row execute function refuse_unknown_transition('delivery');

-- ---------------------------------------------------------------- refunds

create table refunds (
  -- Number at the gateway: R<order id>_<n>, or X<gateway>_<its number> of an adopted one.
  id text primary key,
  order_id text not null references orders,
  attempt_id text not null references payment_attempts,
  amount_minor bigint not null constraint refund_is_positive check (amount_minor > 0),
  currency text not null,
  state text not null constraint refund_state
    check (state in ('RESERVED', 'SUBMITTING', 'PENDING', 'UNKNOWN', 'SUCCEEDED', 'FAILED')),
  -- external: made in the gateway's own pages, and adopted.
  reason text not null constraint refund_reason check (reason in (
    'double_payment', 'not_deliverable', 'resolution', 'operator', 'external')),
  gateway_ref text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Real time of the first request that may have moved money. Null: never sent, may be released.
  requested_at timestamptz,
  -- Code of the gateway, or ours.
  failure text,
  alerted_at timestamptz,
  -- The failed refund that this one replaces.
  replaces text references refunds,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- A gateway works on one refund of an order at a time; reserved ones wait for their turn.
create unique index one_running_refund_per_order on refunds (order_id)
  where state in ('SUBMITTING', 'PENDING', 'UNKNOWN');
create unique index one_refund_per_gateway_ref on refunds (gateway_ref, attempt_id) where gateway_ref is not null;
create unique index one_replacement_per_refund on refunds (replaces) where replaces is not null;
create index refunds_to_push on refunds (next_attempt_at) where next_attempt_at is not null;
create index refunds_of_order on refunds (order_id);
create index refunds_of_attempt on refunds (attempt_id);
create index refunds_of_overpayment on refunds (attempt_id) where reason = 'double_payment';
create index refunds_refused on refunds (updated_at) where state = 'FAILED';
create trigger refund_transition before update of state on refunds
  for each row execute function refuse_unknown_transition('refund');

-- Keeps reserved_minor and refunded_minor of the attempt; its row lock orders concurrent refunds.
create function sum_refunds() returns trigger language plpgsql as $$
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
-- Triggers of one event fire by name: refund_posts_… before refund_sums_….
create trigger refund_sums after update of state, amount_minor, currency, attempt_id, order_id on refunds
  for each row execute function sum_refunds();
create trigger refund_sums_on_insert after insert on refunds
  for each row execute function sum_refunds();

-- ---------------------------------------------------------------- disputes

-- A chargeback, dispute or complaint at a gateway; a reversal is one that begins lost (docs/decisions/0014).
create table disputes (
  provider text not null constraint dispute_provider check (provider in ('payermax', 'paypal')),
  -- Number at the gateway; a reversal has none and is named by its capture.
  dispute_id text not null,
  order_id text not null references orders,
  attempt_id text not null references payment_attempts,
  kind text not null constraint dispute_kind check (kind in ('chargeback', 'dispute', 'fraud', 'complaint', 'reversal')),
  state text not null constraint dispute_state check (state in ('open', 'won', 'lost', 'cancelled')),
  -- Last stage, outcome, reason and deadline in the gateway's own terms.
  stage text not null,
  outcome text,
  reason_code text,
  answer_by text,
  currency text not null,
  claimed_minor bigint not null constraint claim_is_positive check (claimed_minor > 0),
  -- Amount that really left us: never more than was still there.
  lost_minor bigint not null default 0 constraint loss_is_not_negative check (lost_minor >= 0),
  fee_minor bigint not null default 0 constraint fee_is_not_negative check (fee_minor >= 0),
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  constraint one_row_per_dispute_and_payment primary key (provider, dispute_id, attempt_id),
  constraint only_lost_disputes_lose check (state = 'lost' or lost_minor = 0),
  constraint only_open_disputes_have_no_end check ((state = 'open') = (ended_at is null))
);
create index disputes_of_attempt on disputes (attempt_id);
create index disputes_of_order on disputes (order_id);
create index open_disputes_of_order on disputes (order_id) where state = 'open';
create trigger dispute_transition before update of state on disputes
  for each row execute function refuse_unknown_transition('dispute');

-- Keeps lost_minor of the attempt, and posts the loss and the fee.
create function sum_dispute() returns trigger language plpgsql as $$
begin
  update payment_attempts set
    lost_minor = lost_minor + new.lost_minor - case when tg_op = 'UPDATE' then old.lost_minor else 0 end
  where id = new.attempt_id;
  if new.lost_minor > 0 then
    perform post_chargeback_loss(new.dispute_id, new.attempt_id, new.lost_minor, new.updated_at);
  end if;
  if new.state = 'lost' and new.fee_minor > 0 then
    perform post_fee('case:' || new.dispute_id, new.attempt_id, new.dispute_id, new.currency, new.fee_minor, new.updated_at);
  end if;
  return null;
end $$;
create trigger dispute_sums after update of state, lost_minor on disputes
  for each row when (new.state is distinct from old.state) execute function sum_dispute();
create trigger dispute_sums_on_insert after insert on disputes
  for each row when (new.state = 'lost') execute function sum_dispute();

-- ---------------------------------------------------------------- support: resolution requests and resends

-- A player's request (F17): a refund, or goods that went to the wrong character.
create table resolution_requests (
  id text primary key constraint request_id_form check (id ~ '^[0-9a-z]{20}$'),
  player_id bigint not null,
  project text not null,
  order_id text not null references orders,
  -- Calendar year of the request, UTC.
  year integer not null,
  kind text not null constraint request_kind check (kind in ('refund', 'wrong_recharge')),
  text text not null constraint request_text_fits check (char_length(text) between 1 and 1000),
  state text not null constraint request_state check (state in ('open', 'approved', 'rejected')),
  -- The operator's answer, shown to the player.
  because text,
  refund_id text references refunds,
  created_at timestamptz not null,
  decided_at timestamptz,
  foreign key (player_id, project) references players (id, project),
  constraint one_request_per_player_and_year unique (player_id, project, year),
  constraint only_open_requests_are_undecided check ((state = 'open') = (decided_at is null)),
  constraint rejected_says_why check (state <> 'rejected' or because is not null)
);
create index requests_to_decide on resolution_requests (created_at) where state = 'open';
create index requests_of_refund on resolution_requests (refund_id) where refund_id is not null;
create trigger resolution_transition before update of state on resolution_requests
  for each row execute function refuse_unknown_transition('resolution');

-- The goods of an order once more, to the character an operator named (docs/decisions/0014).
create table resends (
  id text primary key,
  request_id text not null references resolution_requests,
  order_id text not null references orders,
  recipient jsonb not null,
  state text not null constraint resend_state
    check (state in ('queued', 'retrying', 'delivered', 'rejected', 'cancelled')),
  reason text constraint resend_reason check (reason in ('mailbox_full', 'maintenance', 'error')),
  mail_id text,
  at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_because text
);
-- Only goods that their game refused for good may go to another character.
create unique index one_resend_per_order on resends (order_id) where state <> 'rejected';
create index resends_of_order on resends (order_id);
create index resends_of_request on resends (request_id);
create index resends_refused on resends (at) where state = 'rejected' and settled_at is null;
create trigger resend_transition before update of state on resends
  for each row execute function refuse_unknown_transition('delivery');

-- ---------------------------------------------------------------- events

-- One row a round: a repeated event gets another id.
create table events (
  project text not null references projects,
  event_id text not null,
  -- Name in the catalogue, shared by the rounds of an event.
  base_id text not null,
  kind text not null,
  position integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- false: no longer in the catalogue; rewards earned in it can still be looked up.
  is_listed boolean not null,
  -- title, tagline, banner, reminders, and `rules`, which its kind reads.
  data jsonb not null,
  primary key (project, event_id),
  constraint event_ends_after_it_starts check (ends_at > starts_at)
);

-- The rules a coupon was issued under: prices, minimum, tasks and odds. Append-only.
create table bargain_terms (
  -- SHA-256 of the rules' JSON, hex.
  id text primary key,
  rules jsonb not null
);

create table bargain_coupons (
  player_id bigint not null,
  project text not null,
  event_id text not null,
  -- The next coupon follows when this one has expired.
  n integer not null,
  terms_id text not null references bargain_terms,
  -- Discount drawn, in US cents.
  drawn_minor bigint not null constraint coupon_is_positive check (drawn_minor > 0),
  -- Ranges, number and outcome of the draw, for operators.
  draw jsonb not null,
  chosen text,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (player_id, project, event_id, n),
  foreign key (player_id, project) references players (id, project)
);

-- Steps that lowered a price: one a task and UTC day.
create table bargain_steps (
  player_id bigint not null,
  project text not null,
  event_id text not null,
  task text not null constraint bargain_task check (task in ('sign_in', 'spin', 'top_up')),
  day date not null,
  n integer not null,
  lowers_minor bigint not null constraint step_never_raises check (lowers_minor >= 0),
  -- Stop of a spin, and its draw.
  prize_index integer,
  draw jsonb,
  at timestamptz not null,
  constraint one_step_per_task_and_day primary key (player_id, project, event_id, task, day),
  foreign key (player_id, project) references players (id, project),
  foreign key (player_id, project, event_id, n) references bargain_coupons,
  constraint a_spin_has_its_draw check ((task = 'spin') = (draw is not null and prize_index is not null))
);

-- One row a paid weekly card; its days begin when those bought before are over.
create table card_purchases (
  order_id text primary key references orders,
  player_id bigint not null,
  project text not null,
  product_id text not null,
  card_id text not null,
  bought_at timestamptz not null,
  days integer not null constraint card_days_are_positive check (days > 0),
  boost_percent integer not null constraint boost_is_not_negative check (boost_percent >= 0),
  -- Goods of each day as promised: item_id, name, count, image.
  daily jsonb not null,
  foreign key (player_id, project) references players (id, project)
);
create index card_purchases_of_player on card_purchases (player_id, card_id, bought_at);

-- Mails of events: goods that a player earned, and reminders without goods. The outbox sends them.
create table rewards (
  id text primary key,
  player_id bigint not null,
  project text not null references projects,
  server_id text not null,
  event_id text not null,
  -- wheel, points, days, daily, card, or a reminder.
  kind text not null,
  task_id text not null,
  -- UTC day on which it was earned; the event's first day for a reward given once.
  day date not null,
  -- Goal that was reached: a later refund never takes the reward back.
  goal bigint,
  lang text not null,
  -- Key of the text and its parameters.
  mail jsonb not null,
  items jsonb not null,
  state text not null constraint reward_state check (state in ('queued', 'retrying', 'delivered', 'rejected')),
  reason text constraint reward_reason check (reason in ('mailbox_full', 'maintenance', 'error')),
  mail_id text,
  -- Answer of a game that refused it, and the operator's end.
  refused_why text,
  settled_at timestamptz,
  settled_because text,
  at timestamptz not null,
  created_at timestamptz not null,
  foreign key (player_id, project) references players (id, project),
  constraint settled_reward_says_why check ((settled_at is null) = (settled_because is null)),
  constraint one_reward_per_task_and_day unique (player_id, project, event_id, task_id, day)
);
create index rewards_refused on rewards (at) where state = 'rejected' and settled_at is null;
create trigger reward_transition before update of state on rewards
  for each row execute function refuse_unknown_transition('delivery');

create table event_reminders (
  player_id bigint not null,
  project text not null references projects,
  event_id text not null,
  is_on boolean not null,
  lang text not null,
  -- Moments reminded of so far: 0 none, 1 starts_soon, 2 started, 3 ends_soon.
  last_moment smallint not null,
  changed_at timestamptz not null,
  primary key (player_id, project, event_id),
  foreign key (player_id, project) references players (id, project)
);
create index reminders_on on event_reminders (project, event_id, last_moment) where is_on;

create function set_has_reminders() returns trigger language plpgsql as $$
begin
  update players set has_reminders = true where id = new.player_id and not has_reminders;
  return null;
end $$;
create trigger reminder_sets_has_reminders after insert on event_reminders
  for each row execute function set_has_reminders();

-- Reminders shown in the shop, once a moment of an event.
create table event_notices (
  player_id bigint not null,
  project text not null,
  event_id text not null,
  moment text not null constraint notice_moment check (moment in ('starts_soon', 'started', 'ends_soon')),
  at timestamptz not null,
  read_at timestamptz,
  primary key (player_id, project, event_id, moment),
  foreign key (player_id, project) references players (id, project)
);

-- ---------------------------------------------------------------- ledger

-- Each movement of money is one double-entry row, written by the triggers below in the transaction that changes
-- the state it follows from (docs/decisions/0013). Not partitioned: kind and subject stay unique for ever.
create table ledger_entries (
  id bigint generated always as identity primary key,
  -- Shop clock, from the row that moved.
  at timestamptz not null,
  kind text not null constraint ledger_kind check (kind in (
    'capture', 'delivered', 'refund_reserved', 'refund_released', 'refund_done', 'external_refund',
    'chargeback_lost', 'chargeback_won_back', 'fee', 'quarantined', 'quarantine_released')),
  -- The attempt, refund, dispute or capture to which this kind of movement happens once.
  subject text not null,
  debit text not null,
  credit text not null,
  currency text not null constraint ledger_currency check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint ledger_amount_is_positive check (amount_minor > 0),
  -- Names without foreign keys: the ledger outlives the rows. Null: money of no known order.
  project text,
  provider text not null constraint ledger_provider check (provider in ('payermax', 'paypal')),
  pay_id text,
  order_id text,
  attempt_id text,
  refund_id text,
  dispute_id text,
  constraint one_entry_per_movement unique (kind, subject),
  constraint ledger_sums_to_zero check (debit <> credit),
  constraint ledger_accounts check (
    -- Held by the gateway · paid, not delivered · earned · promised back · lost to a bank · kept by the gateway · unidentified.
    debit in ('gateway', 'owed_to_players', 'sales', 'refunds_owed', 'chargeback_losses', 'gateway_fees', 'quarantine')
    and credit in ('gateway', 'owed_to_players', 'sales', 'refunds_owed', 'chargeback_losses', 'gateway_fees', 'quarantine')),
  constraint ledger_movement check ((kind, debit, credit) in (
    ('capture', 'gateway', 'owed_to_players'),
    ('delivered', 'owed_to_players', 'sales'),
    ('refund_reserved', 'owed_to_players', 'refunds_owed'), ('refund_reserved', 'sales', 'refunds_owed'),
    ('refund_released', 'refunds_owed', 'owed_to_players'), ('refund_released', 'refunds_owed', 'sales'),
    ('refund_done', 'refunds_owed', 'gateway'),
    ('external_refund', 'owed_to_players', 'gateway'), ('external_refund', 'sales', 'gateway'),
    ('chargeback_lost', 'owed_to_players', 'gateway'), ('chargeback_lost', 'chargeback_losses', 'gateway'),
    ('chargeback_won_back', 'gateway', 'owed_to_players'), ('chargeback_won_back', 'gateway', 'chargeback_losses'),
    ('fee', 'gateway_fees', 'gateway'),
    ('quarantined', 'gateway', 'quarantine'),
    ('quarantine_released', 'quarantine', 'gateway'))),
  constraint ledger_names_its_order check (kind in ('quarantined', 'quarantine_released', 'fee')
    or (project is not null and pay_id is not null and order_id is not null and attempt_id is not null))
);
create index ledger_of_order on ledger_entries (order_id);
-- Append-only, so that a day is found by its blocks.
create index ledger_by_time on ledger_entries using brin (at);
create index ledger_of_quarantine on ledger_entries (provider, at) where kind = 'quarantined';

create function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entries is never changed: book the opposite movement' using errcode = 'check_violation';
end $$;
create trigger ledger_append_only before update or delete on ledger_entries
  for each row execute function refuse_change_of_ledger();
create trigger ledger_is_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change_of_ledger();

-- Each entry as two signed lines: + came to the account, - left it.
create view ledger_lines as
  select id, at, kind, subject, debit as account, currency, amount_minor as signed_minor,
    project, provider, pay_id, order_id, attempt_id, refund_id, dispute_id
  from ledger_entries
  union all
  select id, at, kind, subject, credit, currency, -amount_minor,
    project, provider, pay_id, order_id, attempt_id, refund_id, dispute_id
  from ledger_entries;

create function post_capture() returns trigger language plpgsql as $$
begin
  -- Money that came early leaves quarantine when its attempt takes it.
  if exists (select from ledger_entries where order_id = new.order_id and kind = 'quarantined') then
    insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
        project, provider, pay_id, order_id, attempt_id)
      select new.updated_at, 'quarantine_released', q.subject, 'quarantine', 'gateway', q.currency, q.amount_minor,
        q.project, q.provider, q.pay_id, q.order_id, q.attempt_id
      from ledger_entries q
      where q.order_id = new.order_id and q.kind = 'quarantined' and q.subject = new.provider || ':' || new.capture_ref
        and not exists (select from ledger_entries r where r.kind = 'quarantine_released' and r.subject = q.subject);
  end if;
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id)
    select new.updated_at, 'capture', new.id, 'gateway', 'owed_to_players', new.currency, new.captured_minor,
      o.project, new.provider, new.pay_id, new.order_id, new.id
    from orders o where o.id = new.order_id;
  return null;
end $$;
create trigger attempt_posts_capture after update of state on payment_attempts for each row
  when (new.state = 'SUCCEEDED' and old.state <> 'SUCCEEDED') execute function post_capture();
create trigger attempt_posts_capture_on_insert after insert on payment_attempts for each row
  when (new.state = 'SUCCEEDED') execute function post_capture();

-- Part of an attempt's money that is neither earned, nor promised or gone back.
create function owed_of_attempt(the_order text, the_attempt text) returns bigint language sql stable as $$
  select coalesce(sum(case when e.credit = 'owed_to_players' then e.amount_minor
      when e.debit = 'owed_to_players' then -e.amount_minor else 0 end), 0)::bigint
  from ledger_entries e where e.order_id = the_order and e.attempt_id = the_attempt
$$;

-- Goods earn the order's payment; an overpayment is never earned and stays owed until it is back.
create function post_delivered() returns trigger language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id)
    select new.at, 'delivered', e.attempt_id, 'owed_to_players', 'sales', min(e.currency),
      sum(case e.credit when 'owed_to_players' then e.amount_minor else -e.amount_minor end),
      min(e.project), min(e.provider), min(e.pay_id), e.order_id, e.attempt_id
    from ledger_entries e
    where e.order_id = new.order_id and 'owed_to_players' in (e.debit, e.credit)
    group by e.order_id, e.attempt_id
    having sum(case e.credit when 'owed_to_players' then e.amount_minor else -e.amount_minor end) > 0
      and not exists (select from refunds r
        where r.order_id = e.order_id and r.attempt_id = e.attempt_id and r.reason = 'double_payment');
  return null;
end $$;
create trigger delivery_posts_delivered after update of state on deliveries for each row
  when (new.state = 'delivered' and old.state <> 'delivered') execute function post_delivered();
create trigger delivery_posts_delivered_on_insert after insert on deliveries for each row
  when (new.state = 'delivered') execute function post_delivered();

create function post_refund() returns trigger language plpgsql as $$
declare
  the_kind text;
  account text;
begin
  -- A delivery being recorded holds these rows: its entry comes before or after, never at the same time.
  perform from outbox_mails where order_id = new.order_id and kind = 'purchase' for update;
  perform from deliveries where order_id = new.order_id for update;
  select e.debit into account from ledger_entries e where e.kind = 'refund_reserved' and e.subject = new.id
    and not exists (select from ledger_entries r where r.kind = 'refund_released' and r.subject = new.id);
  the_kind := case
    when new.state = 'FAILED' then case when account is not null then 'refund_released' end
    -- Without a reservation the refund was made at the gateway, or succeeded after it had failed.
    when new.state = 'SUCCEEDED' then case when account is not null then 'refund_done' else 'external_refund' end
    else case when account is null then 'refund_reserved' end
  end;
  if the_kind is null then return null; end if;
  if account is null then
    -- Taken from the owed part, or from sales once the goods earned it.
    account := case when owed_of_attempt(new.order_id, new.attempt_id) >= new.amount_minor
      then 'owed_to_players' else 'sales' end;
  elsif account = 'owed_to_players' and exists (
      select from deliveries where order_id = new.order_id and state = 'delivered') and not exists (
      select from refunds where order_id = new.order_id and attempt_id = new.attempt_id and reason = 'double_payment') then
    -- The goods were delivered after the reservation: the released part is earned.
    account := 'sales';
  end if;
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id, refund_id)
    select new.updated_at, the_kind, new.id,
      case when the_kind in ('refund_released', 'refund_done') then 'refunds_owed' else account end,
      case the_kind when 'refund_reserved' then 'refunds_owed' when 'refund_released' then account else 'gateway' end,
      new.currency, new.amount_minor, o.project, a.provider, a.pay_id, new.order_id, new.attempt_id, new.id
    from orders o join payment_attempts a on a.id = new.attempt_id where o.id = new.order_id;
  return null;
end $$;
create trigger refund_posts_entry after update of state on refunds for each row
  when (new.state in ('FAILED', 'SUCCEEDED') and old.state <> new.state) execute function post_refund();
create trigger refund_posts_entry_on_insert after insert on refunds for each row
  execute function post_refund();

-- Once a dispute and payment: the first under the dispute's own number. Answers whether an entry is new.
create function post_chargeback_loss(the_dispute text, the_attempt text, amount bigint, at timestamptz)
returns boolean language plpgsql as $$
declare
  the_subject text := the_dispute;
begin
  if exists (select from ledger_entries e
      where e.kind = 'chargeback_lost' and e.subject = the_dispute and e.attempt_id <> the_attempt) then
    the_subject := the_dispute || ':' || the_attempt;
  end if;
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id, dispute_id)
    select $4, 'chargeback_lost', the_subject,
      case when owed_of_attempt(a.order_id, a.id) >= amount then 'owed_to_players' else 'chargeback_losses' end, 'gateway',
      a.currency, amount, o.project, a.provider, a.pay_id, a.order_id, a.id, the_dispute
    from payment_attempts a join orders o on o.id = a.order_id where a.id = the_attempt
    on conflict on constraint one_entry_per_movement do nothing;
  return found;
end $$;

create function post_chargeback_won_back(the_dispute text, at timestamptz) returns boolean language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id, dispute_id)
    select $2, 'chargeback_won_back', e.subject, e.credit, e.debit, e.currency, e.amount_minor,
      e.project, e.provider, e.pay_id, e.order_id, e.attempt_id, e.dispute_id
    from ledger_entries e where e.kind = 'chargeback_lost' and e.dispute_id = the_dispute
    on conflict on constraint one_entry_per_movement do nothing;
  return found;
end $$;

-- Fee of a gateway for a capture, refund or dispute; `subject` names it once, for example 'case:PP-D-1'.
create function post_fee(subject text, the_attempt text, the_dispute text, currency text, amount bigint, at timestamptz)
returns boolean language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id, dispute_id)
    select $6, 'fee', $1, 'gateway_fees', 'gateway', $4, amount,
      o.project, a.provider, a.pay_id, a.order_id, a.id, the_dispute
    from payment_attempts a join orders o on o.id = a.order_id where a.id = the_attempt
    on conflict on constraint one_entry_per_movement do nothing;
  return found;
end $$;

-- Money that fits no attempt of ours: once a capture, whatever its other numbers say.
create function post_quarantined() returns trigger language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id)
    select new.at, 'quarantined', new.provider || ':' || (new.result ->> 'captureRef'), 'gateway', 'quarantine',
      new.result ->> 'currency', (new.result ->> 'amount')::bigint,
      o.project, new.provider, a.pay_id, a.order_id, a.id
    from (select) as nothing left join payment_attempts a on a.id = new.attempt_id left join orders o on o.id = a.order_id
    -- A capture that an attempt took is in the ledger already.
    where not exists (select from payment_attempts known
      where known.provider = new.provider and known.capture_ref = new.result ->> 'captureRef' and known.state = 'SUCCEEDED')
    on conflict on constraint one_entry_per_movement do nothing;
  return null;
end $$;
create trigger quarantine_posts_entry after insert on quarantine for each row
  -- Money paid to another merchant's account is not ours.
  when (new.result ->> 'kind' = 'paid' and new.result ->> 'merchantIsOurs' is distinct from 'false'
    and new.result ->> 'captureRef' is not null
    and new.result ->> 'currency' ~ '^[A-Z]{3}$' and new.result ->> 'amount' ~ '^[1-9][0-9]{0,17}$')
  execute function post_quarantined();

-- An operator settles it once the money has gone back, in the gateway's own pages.
create function post_quarantine_released() returns trigger language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id)
    select new.settled_at, 'quarantine_released', q.subject, 'quarantine', 'gateway', q.currency, q.amount_minor,
      q.project, q.provider, q.pay_id, q.order_id, q.attempt_id
    from ledger_entries q
    where q.kind = 'quarantined' and q.subject = new.provider || ':' || (new.result ->> 'captureRef')
    on conflict on constraint one_entry_per_movement do nothing;
  return null;
end $$;
create trigger quarantine_posts_release after update of settled_at on quarantine for each row
  when (new.settled_at is not null and old.settled_at is null) execute function post_quarantine_released();

-- Every discrepancy of the ledger, a row each; none in a sound database.
create function ledger_discrepancies() returns table (what text, currency text, off_minor numeric) language sql stable as $$
  select 'entries do not sum to zero', l.currency, sum(l.signed_minor)
    from ledger_lines l group by l.currency having sum(l.signed_minor) <> 0
  union all
  select 'more was given back or earned than was paid', l.currency, sum(l.signed_minor) from ledger_lines l
    where l.account = 'owed_to_players' group by l.currency, l.attempt_id having sum(l.signed_minor) > 0
  union all
  select 'more was paid back than was promised', l.currency, sum(l.signed_minor) from ledger_lines l
    where l.account = 'refunds_owed' group by l.currency, l.refund_id having sum(l.signed_minor) > 0
  union all
  select 'captures are not what the attempts took', currency, sum(off) from (
    select e.currency, e.amount_minor as off from ledger_entries e where e.kind = 'capture'
    union all
    select a.currency, -a.captured_minor from payment_attempts a where a.state = 'SUCCEEDED') as compared
    group by currency having sum(off) <> 0
  union all
  select 'refunds are not what the refunds took', currency, sum(off) from (
    select e.currency, e.amount_minor as off from ledger_entries e where e.kind in ('refund_done', 'external_refund')
    union all
    select r.currency, -r.amount_minor from refunds r where r.state = 'SUCCEEDED') as compared
    group by currency having sum(off) <> 0
$$;

-- ---------------------------------------------------------------- reconciliation

-- A day of a gateway's statement, compared with the ledger; real time, as gateways use it.
create table reconciliations (
  day date not null,
  provider text not null constraint reconciled_provider check (provider in ('payermax', 'paypal')),
  lease_until timestamptz not null,
  finished_at timestamptz,
  -- Last comparison by hand or before the day was over.
  compared_at timestamptz,
  captures integer,
  refunds integer,
  constraint one_reconciliation_per_day primary key (day, provider)
);

-- Differences between a statement and the ledger: raised once, settled by repair or by an operator.
create table reconciliation_differences (
  id bigint generated always as identity primary key,
  provider text not null constraint difference_provider check (provider in ('payermax', 'paypal')),
  class text not null constraint difference_class check (class in (
    'captured_there_unknown_here', 'captured_here_not_there', 'amount_differs', 'currency_differs',
    'refunded_there_not_here', 'refunded_here_not_there', 'state_differs', 'time_differs')),
  -- The gateway's number of the capture or refund, or ours where it has none.
  subject text not null,
  attempt_id text,
  refund_id text,
  -- Amount, currency, state and time on each side. Null: nothing on that side.
  ours jsonb,
  theirs jsonb,
  explanation text not null,
  -- Day of the money's movement.
  day date not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  settled_at timestamptz,
  settled_how text constraint difference_settled_how check (settled_how in ('repaired', 'gone', 'operator')),
  constraint one_difference_per_subject unique (provider, class, subject),
  constraint settled_says_how check ((settled_at is null) = (settled_how is null))
);
create index differences_open on reconciliation_differences (day) where settled_at is null;

-- ---------------------------------------------------------------- project of a player's rows

do $$
declare
  each text;
begin
  foreach each in array string_to_array('player_flags erasures access_passwords access_events access_attempts mail_codes carts resolution_requests bargain_coupons bargain_steps card_purchases event_notices', ' ') loop
    execute format('create trigger set_project before insert on %I for each row execute function set_project_of_player()', each);
  end loop;
end $$;
