-- Since when an operator has the access links of a character open nothing: also of one that was never here, or that is forgotten since.
create table ended_links (
  id bigint generated always as identity primary key,
  -- A keyed hash of project and id: no row says whose it is.
  character_hash bytea not null,
  -- Null: on whatever server.
  server_id text,
  at timestamptz not null
);
create index ended_links_of_character on ended_links (character_hash, at);
