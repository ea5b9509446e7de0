-- What is being paid stands in no cart (docs/decisions/0009): how many of each good an order from the cart took
-- out of it when it was handed to its gateway, to be given back if it fails. null: it has taken nothing.

alter table order_items add column from_cart integer
  constraint taken_from_cart_is_not_negative check (from_cart >= 0);
