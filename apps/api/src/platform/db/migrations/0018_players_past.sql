-- Whether a player ever ordered, or ever turned a bell: most who look at a page did neither, and nothing of theirs has to be
-- looked up. What is true once stays true; who is marked and has nothing any more only costs a look.
alter table players
  add column has_orders boolean not null default false,
  add column has_bells boolean not null default false;

update players p set has_orders = true where exists (select from orders o where o.player_id = p.id);
update players p set has_bells = true where exists (select from event_reminders r where r.player_id = p.id);

-- By whatever statement the row is written: the mark is never behind it.
create function player_has_ordered() returns trigger language plpgsql as $$
begin
  update players set has_orders = true where id = new.player_id and not has_orders;
  return null;
end $$;
create trigger order_marks_its_player after insert or update of player_id on orders
  for each row execute function player_has_ordered();

create function player_has_bells() returns trigger language plpgsql as $$
begin
  update players set has_bells = true where id = new.player_id and not has_bells;
  return null;
end $$;
create trigger reminder_marks_its_player after insert on event_reminders
  for each row execute function player_has_bells();
