-- Views of the order list that operators saved: a name and the filters of an address.
create table operator_views (
  id text primary key,
  operator_id text not null references operators,
  name text not null,
  -- The query of the list's address, without a page and without an open order.
  query text not null,
  -- Every operator sees it; its owner or an admin removes it.
  is_shared boolean not null,
  created_at timestamptz not null,
  constraint operator_view_has_one_name unique (operator_id, name),
  constraint operator_view_is_short check (length(name) <= 40 and length(query) <= 1000)
);
create index operator_views_shared on operator_views (name, id) where is_shared;
