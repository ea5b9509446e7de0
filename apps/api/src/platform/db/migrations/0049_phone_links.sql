-- One-time links that carry the payment of one order to a phone (docs/decisions/0086). Expand only.

-- One row an order: a new link replaces the last one.
create table phone_links (
  order_id text primary key references orders (id),
  -- The link itself is stored nowhere, nor the phone's own key.
  link_hash bytea not null constraint phone_link_is_one unique,
  -- The session that made it (`sessions.token_hash`): its end is the end of the link.
  made_by bytea not null,
  opens_until timestamptz not null,
  key_hash bytea,
  opened_at timestamptz,
  ends_at timestamptz not null,
  ended_at timestamptz,
  constraint phone_link_opens_with_key check (num_nonnulls(key_hash, opened_at) in (0, 2))
);
create index phone_links_ends on phone_links (ends_at);
