-- The cart, held by the server per character, so that it is the same on every phone (V05, S09).

create table carts (
  player_id bigint primary key references players,
  changed_at timestamptz not null
);

create table cart_items (
  player_id bigint not null references carts,
  project text not null,
  product_id text not null,
  count integer not null constraint cart_count_is_not_negative check (count >= 0),
  -- What the player saw, by currency: {"USD": {"price": 499, "was": 399}}, minor units; price null: none any more.
  seen jsonb not null,
  -- Whether it could be bought, as the player was last told, whatever the country.
  seen_state text not null constraint cart_seen_state check (seen_state in ('ok', 'invalid', 'expired')),
  added_at timestamptz not null,
  constraint one_line_per_product primary key (player_id, product_id),
  foreign key (project, product_id) references products (project, product_id)
);
