-- Notes of operators about characters and orders (docs/console.md). Expand only: older code neither reads nor writes them.
create table operator_notes (
  id text primary key,
  -- The character that the note is about, or the buyer of its order: an erasure deletes the note with it.
  player_id bigint not null,
  project text not null,
  -- Null: about the character.
  order_id text references orders,
  operator_id text not null,
  -- The operator's name at that time.
  operator text not null,
  text text not null,
  at timestamptz not null,
  foreign key (player_id, project) references players (id, project),
  constraint note_has_a_text check (text <> '')
);
create index notes_of_player on operator_notes (player_id, at);
create index notes_of_order on operator_notes (order_id, at) where order_id is not null;

-- After the transaction, one by one. Each may run again after a kill.

-- Decided requests, the latest first, and entries of the audit log about one object.
create index concurrently if not exists requests_decided on resolution_requests (decided_at, id) where state <> 'open';

-- Flags cleared of late: a step about their player needs a second person.
create index concurrently if not exists flags_cleared on player_flags (player_id, cleared_at) where cleared_at is not null;
