-- First purchases whose goods were doubled (docs/decisions/0050): once a character and good. Rows are only added, so a refund
-- restores nothing. Written with the payment, under the player's lock. Expand only: older code neither reads nor writes it.
create table first_purchases (
  player_id bigint not null,
  project text not null,
  product_id text not null,
  order_id text not null references orders,
  at timestamptz not null,
  constraint first_purchase_once_a_character primary key (player_id, product_id),
  foreign key (player_id, project) references players (id, project),
  foreign key (project, product_id) references products (project, product_id)
);
create index first_purchases_of_order on first_purchases (order_id);
