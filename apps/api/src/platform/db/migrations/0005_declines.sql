-- Submitted attempts of a day and their declines, to slow card testing (docs/decisions/0034). One row an attempt.
-- Unlogged, and without foreign keys: counting takes no lock of a player, and a crash only forgets some counts.
create unlogged table attempt_outcomes (
  attempt_id text primary key,
  order_id text not null,
  project text not null,
  player_id bigint not null,
  -- Keyed hashes: the payer's network, and the card's masked digits with its expiry.
  network bytea,
  card bytea,
  -- An image code serves one attempt.
  has_image_code boolean not null default false,
  submitted_at timestamptz,
  declines integer not null default 0,
  is_paid boolean not null default false,
  -- The last step, by the shop's clock.
  at timestamptz not null
);
create index attempt_outcomes_of_player on attempt_outcomes (player_id, at);
create index attempt_outcomes_of_card on attempt_outcomes (card, at) where card is not null;
create index attempt_outcomes_of_network on attempt_outcomes (network, at) where declines > 0;
create index attempt_outcomes_by_age on attempt_outcomes (at);

-- Pauses that an operator ended. Its declines are forgotten then, so that the row is all that stays.
create table decline_pardons (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  project text not null,
  because text not null constraint pardon_says_why check (char_length(because) between 1 and 1000),
  at timestamptz not null
);
create index decline_pardons_of_player on decline_pardons (player_id, at);
