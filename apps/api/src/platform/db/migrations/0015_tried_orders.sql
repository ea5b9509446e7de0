-- An order is shown to its player once a payment of it was tried (contract §3 user/orders). Expand only: a trigger sees the attempts
-- of older code, too. Null: from before, not looked at yet; the update below does. Until then such an order is listed.
alter table orders add column is_tried boolean;
alter table orders alter column is_tried set default false;

create function mark_tried() returns trigger language plpgsql as $$
begin
  update orders set is_tried = true where id = new.order_id and is_tried is not true;
  return null;
end $$;
-- Submitted before the gateway answers, so an answer that never comes changes nothing. Money that came without us counts, too.
create trigger attempt_begins_tried after insert on payment_attempts for each row
  when (new.submitted_at is not null or new.state = 'SUCCEEDED') execute function mark_tried();
create trigger attempt_marks_tried after update of submitted_at, state on payment_attempts for each row
  when ((old.submitted_at is null and new.submitted_at is not null) or (old.state <> 'SUCCEEDED' and new.state = 'SUCCEEDED'))
  execute function mark_tried();

-- After the transaction, one by one. Each may run again after a kill.
create index concurrently if not exists orders_not_looked_at on orders (id) where is_tried is null;
do $$ begin loop update orders o set is_tried = exists (select from payment_attempts a where a.order_id = o.id and (a.submitted_at is not null or a.state = 'SUCCEEDED')) where o.is_tried is null and o.id in (select id from orders where is_tried is null limit 5000); exit when not found; commit; end loop; end $$;
drop index concurrently if exists orders_not_looked_at;
create index concurrently if not exists orders_shown_to_player on orders (player_id, created_at desc, id desc) where is_tried is not false;
