-- An order number that a player can say (contract §4 order_no): WP-7F3K-2M5Q-T, random, with a check symbol. A label, never a
-- credential. Expand only: orders of older code get theirs by the default. Until the update below has reached an older order,
-- its id is shown instead.
alter table orders add column order_no text;
alter table orders add constraint order_no_form
  check (order_no ~ '^WP-[2-9CDFGHJ-NP-RTV-Y]{4}-[2-9CDFGHJ-NP-RTV-Y]{4}-[2-9CDFGHJ-NP-RTV-Y]$') not valid;

-- Twenty-six symbols: none that looks like another, no vowel, so no word. Different weights modulo the prime 29: the check symbol
-- shows each wrong symbol and each swap of two neighbours. Remainders above 25 have no symbol: the number is drawn again.
create function new_order_no() returns text language plpgsql volatile as $$
declare
  symbols constant text := '23456789CDFGHJKLMNPQRTVWXY';
  drawn int4;
  total int4;
  body text;
  number text;
begin
  loop
    body := '';
    total := 0;
    for place in 1..8 loop
      drawn := floor(random() * 26)::int4;
      total := total + drawn * (place + 1);
      body := body || substr(symbols, drawn + 1, 1);
    end loop;
    continue when total % 29 > 25;
    number := format('WP-%s-%s-%s', left(body, 4), right(body, 4), substr(symbols, total % 29 + 1, 1));
    -- Without the index, which an upgrade builds while orders are made, the question would read the whole table.
    if not exists (select from pg_index where indexrelid = to_regclass('orders_by_no') and indisvalid) then
      return number;
    end if;
    if not exists (select from orders where order_no = number) then
      return number;
    end if;
  end loop;
end $$;
alter table orders alter column order_no set default new_order_no();

-- After the transaction, one by one. Each may run again after a kill.
create unique index concurrently if not exists orders_by_no on orders (order_no);
create index concurrently if not exists orders_without_no on orders (id) where order_no is null;
do $$ begin loop update orders set order_no = new_order_no() where id in (select id from orders where order_no is null limit 5000); exit when not found; commit; end loop; end $$;
drop index concurrently if exists orders_without_no;
