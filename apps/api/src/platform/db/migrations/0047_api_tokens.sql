-- Tokens with which scripts of a publisher read the console's API (docs/decisions/0084). Expand only.

create table api_tokens (
  id text primary key,
  name text not null,
  -- The token itself is stored nowhere.
  token_hash bytea not null constraint api_token_is_one unique,
  permissions text[] not null constraint api_token_reads check (cardinality(permissions) > 0),
  -- Codes; empty: all.
  projects text[] not null,
  -- The person who asked for it.
  by_id text not null references operators (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  seen_at timestamptz
);
