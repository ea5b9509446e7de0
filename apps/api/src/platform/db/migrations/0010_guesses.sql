-- Guesses at passwords and mail codes, with growing waits (docs/decisions/0035). One row a budget: a character for
-- strangers, a known device for a character, a network. Unlogged: a crash only forgets some counts.
-- It replaces access_attempts, which the previous release still uses.
create unlogged table access_guesses (
  -- Keyed hash of the budget's kind and owner.
  budget bytea primary key,
  -- Without a foreign key, so that a guess locks no player. Null: a network.
  player_id bigint,
  -- Every guess so far: names the last one.
  turn integer not null,
  wrong integer not null,
  -- Wrong ones without an hour's pause between them: they decide about the image code.
  recent integer not null,
  last_at timestamptz not null,
  -- No guess before.
  next_at timestamptz not null,
  forget_at timestamptz not null
);
create index access_guesses_of_player on access_guesses (player_id) where player_id is not null;
create index access_guesses_by_age on access_guesses (forget_at);
