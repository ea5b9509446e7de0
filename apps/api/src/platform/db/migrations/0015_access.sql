-- Who gets in (F13, S11): the access password, the codes that prove who asks, and sessions that end by themselves.

-- The version counts every set, change, remove and reset: a session is opened, and a password replaced, only against
-- the version it was checked against.
alter table players add column password_version integer not null default 0;

-- No row: no password. What was, is nowhere: only its last hash is kept, and only while it stands.
create table access_passwords (
  player_id bigint primary key references players,
  -- A PHC string: algorithm, parameters, salt and hash.
  hash text not null,
  set_at timestamptz not null
);

-- What became of a character's password, for whoever is asked about it.
create table access_events (
  id bigint generated always as identity primary key,
  player_id bigint not null references players,
  what text not null constraint access_event check (what in ('set', 'change', 'remove', 'reset')),
  at timestamptz not null
);
create index access_events_of_player on access_events (player_id, at);

-- Wrong passwords and codes of a character since its last right one; losing them in a crash only forgets some counting.
create unlogged table access_tries (
  player_id bigint primary key references players,
  wrong integer not null,
  last_at timestamptz not null
);
create index access_tries_by_age on access_tries (last_at);

-- Codes sent by in-game mail. The newest of a purpose is the one that counts; all of an hour limit the next.
create table mail_codes (
  -- The order they were asked for in, whatever the clock said.
  n bigint generated always as identity primary key,
  player_id bigint not null references players,
  purpose text not null constraint mail_code_purpose
    check (purpose in ('pwd_set', 'pwd_change', 'pwd_remove', 'pwd_reset')),
  code_hash bytea not null,
  -- Of the network it was asked for from: whoever else tries gets fewer of its tries.
  asked_from bytea not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  tries_of_others integer not null default 0,
  used_at timestamptz,
  -- false: the game did not say that it took the mail, so it stands in nobody's way.
  is_sent boolean not null default true,
  constraint mail_code_has_five_tries check (tries between 0 and 5 and tries_of_others between 0 and tries)
);
create index mail_codes_of_player on mail_codes (player_id, asked_at);
create index mail_codes_by_age on mail_codes (asked_at);

-- Pictures that were drawn and not answered yet; losing them in a crash only means another picture.
create unlogged table image_codes (
  handle_hash bytea primary key,
  -- Of the answer and the handle together: from this row alone nobody tries answers.
  answer_hash bytea not null,
  project text not null references projects,
  -- Null: asked for without saying for what, or without a session.
  purpose text constraint image_code_purpose
    check (purpose in ('role', 'pwd_set', 'pwd_change', 'pwd_remove', 'pwd_reset')),
  session_hash bytea,
  expires_at timestamptz not null
);
create index image_codes_by_age on image_codes (expires_at);

-- A session ends at `expires_at` whatever happens, and earlier when nobody came for a while.
alter table sessions add column seen_at timestamptz;
update sessions set seen_at = created_at;
alter table sessions alter column seen_at set not null;
