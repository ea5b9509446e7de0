-- Events: what the catalogue says of them, what players did in them, and the mails of what they were given (F07–F11).

-- One row a round: an event that comes again has another id the next time, and what was done in it stays apart.
create table events (
  project text not null references projects,
  event_id text not null,
  -- What the catalogue calls it; rounds of the same event share it.
  base_id text not null,
  kind text not null,
  position integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- false: it left the catalogue; what was earned in it can still be looked up.
  is_listed boolean not null,
  -- title, tagline, banner, reminders, and `rules`, which its kind reads (domain/events/activities/registry.ts).
  data jsonb not null,
  primary key (project, event_id),
  constraint event_ends_after_it_starts check (ends_at > starts_at)
);

-- What an order's goods cost in US dollars (cents) when it was made: what events count in. Null: no dollar price.
alter table orders add column usd_minor bigint constraint usd_is_not_negative check (usd_minor >= 0);
create index orders_paid_by_player on orders (player_id, paid_at) where paid_at is not null;

-- ---------------------------------------------------------------- bargain

-- What was promised with coupons: an event's prices, minimum, tasks and odds as they were, once for all coupons of
-- that time. Rows are only ever added.
create table bargain_terms (
  -- SHA-256 of the rules' JSON, hex.
  id text primary key,
  rules jsonb not null
);

create table bargain_coupons (
  player_id bigint not null references players,
  event_id text not null,
  -- One follows another only when that one has expired.
  n integer not null,
  terms_id text not null references bargain_terms,
  -- What the draw took off, in US cents.
  drawn_minor bigint not null constraint coupon_is_positive check (drawn_minor > 0),
  -- How it was drawn: ranges, number, outcome; for operators.
  draw jsonb not null,
  chosen text,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (player_id, event_id, n)
);

-- What lowered a price. Once a task and UTC day, whoever asks how often and how fast.
create table bargain_steps (
  player_id bigint not null references players,
  event_id text not null,
  task text not null constraint bargain_task check (task in ('sign_in', 'spin', 'top_up')),
  day date not null,
  n integer not null,
  lowers_minor bigint not null constraint step_never_raises check (lowers_minor >= 0),
  -- Of a spin: where it stopped, and how that was drawn.
  prize_index integer,
  draw jsonb,
  at timestamptz not null,
  constraint one_step_per_task_and_day primary key (player_id, event_id, task, day),
  foreign key (player_id, event_id, n) references bargain_coupons,
  constraint a_spin_has_its_draw check ((task = 'spin') = (draw is not null and prize_index is not null))
);

-- ---------------------------------------------------------------- weekly card

-- One row a card that was paid for; the days it brings begin when those bought before are over.
create table card_purchases (
  order_id text primary key references orders,
  player_id bigint not null references players,
  product_id text not null,
  card_id text not null,
  bought_at timestamptz not null,
  days integer not null constraint card_days_are_positive check (days > 0),
  boost_percent integer not null constraint boost_is_not_negative check (boost_percent >= 0),
  -- What each day brings, as it was promised: item_id, name, count, image.
  daily jsonb not null
);
create index card_purchases_of_player on card_purchases (player_id, card_id, bought_at);

-- ---------------------------------------------------------------- what events give

-- A mail with what a player earned: claimed once a task and day, sent under its own id as deliveries are.
create table rewards (
  id text primary key,
  player_id bigint not null references players,
  project text not null references projects,
  -- Real time and leases as of deliveries; where it goes, for the sweep that is fair to every server.
  server_id text not null,
  event_id text not null,
  -- wheel, points, days, daily, card; reminders carry no goods.
  kind text not null,
  task_id text not null,
  -- The UTC day it was earned on; of what is given once in an event, the event's first.
  day date not null,
  -- The goal that was reached for it, so that a refund never takes back what was given for it.
  goal bigint,
  lang text not null,
  -- Which text the mail has, and what stands in its slots.
  mail jsonb not null,
  items jsonb not null,
  state text not null constraint reward_state check (state in ('queued', 'retrying', 'delivered', 'rejected')),
  reason text constraint reward_reason check (reason in ('mailbox_full', 'maintenance', 'error')),
  tries integer not null default 0,
  refused integer not null default 0,
  next_try_at timestamptz not null,
  lease_until timestamptz,
  give_up_at timestamptz not null,
  mail_id text,
  -- Of one the game refused: its answer, and that an operator dealt with it.
  refused_why text,
  settled_at timestamptz,
  settled_because text,
  at timestamptz not null,
  created_at timestamptz not null,
  constraint settled_reward_says_why check ((settled_at is null) = (settled_because is null)),
  constraint one_reward_per_task_and_day unique (player_id, event_id, task_id, day)
);
create index rewards_to_send on rewards (project, server_id, next_try_at) where state in ('queued', 'retrying');
create index rewards_refused on rewards (at) where state = 'rejected' and settled_at is null;
create trigger reward_transition before update of state on rewards
  for each row execute function refuse_unknown_transition('delivery');

-- ---------------------------------------------------------------- reminders

create table event_reminders (
  player_id bigint not null references players,
  project text not null references projects,
  event_id text not null,
  is_on boolean not null,
  lang text not null,
  -- The moments that came before: 0 none, 1 starts_soon, 2 started, 3 ends_soon.
  told smallint not null,
  changed_at timestamptz not null,
  primary key (player_id, event_id)
);
create index reminders_on on event_reminders (project, event_id, told) where is_on;

-- What a reminder said in the shop, once a moment of an event.
create table event_notices (
  player_id bigint not null references players,
  event_id text not null,
  moment text not null constraint notice_moment check (moment in ('starts_soon', 'started', 'ends_soon')),
  at timestamptz not null,
  read_at timestamptz,
  primary key (player_id, event_id, moment)
);
