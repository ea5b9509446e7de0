-- Orders that a game or a mall signed (R05): its own number for one leads to one order of ours.

alter table orders drop constraint order_source;
alter table orders add constraint order_source
  check (source in ('cart', 'direct', 'bargain', 'card', 'mall'));

create table mall_orders (
  project text not null references projects,
  ref text not null,
  order_id text not null references orders,
  -- Character and goods as signed, in a canonical text: the same number for another purchase is refused.
  claims_key text not null,
  created_at timestamptz not null,
  constraint one_order_per_mall_ref primary key (project, ref),
  constraint one_mall_ref_per_order unique (order_id)
);
