-- Mails wait by game and server, so that what waits for one costs the others nothing; doubts that an operator was told of.

alter table deliveries
  add column project text references projects,
  add column server_id text;
update deliveries d set project = o.project, server_id = coalesce(o.recipient ->> 'server_id', '')
  from orders o where o.id = d.order_id;
alter table deliveries
  alter column project set not null,
  alter column server_id set not null;

-- Where a mail goes is its order's, whoever inserts it.
create function delivery_goes_where_its_order_says() returns trigger language plpgsql as $$
begin
  select project, coalesce(recipient ->> 'server_id', '') into new.project, new.server_id
  from orders where id = new.order_id;
  return new;
end $$;
create trigger delivery_has_its_place before insert on deliveries
  for each row execute function delivery_goes_where_its_order_says();

drop index deliveries_to_send;
create index deliveries_to_send on deliveries (project, server_id, next_try_at)
  where state in ('queued', 'retrying') and held_since is null;

-- Real time: when an operator was told of a doubt that lasts. Told once a doubt.
alter table payment_attempts add column told_at timestamptz;
alter table refunds add column told_at timestamptz;
create index quarantine_open on quarantine (at) where settled_at is null;
