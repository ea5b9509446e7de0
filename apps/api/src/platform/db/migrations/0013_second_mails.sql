-- Both kinds of mails count alike the tries their game did not take; a second mail that its game refused waits for an
-- operator until its goods go elsewhere, its money goes back, or the operator says that nothing more is done.

alter table deliveries add column refused integer not null default 0;
update deliveries d set refused = (
    select count(*) from order_events e where e.order_id = d.order_id and e.event = 'mail_retrying')
  where d.state in ('queued', 'retrying');

alter table redeliveries
  add column settled_at timestamptz,
  add column settled_because text;
create index redeliveries_refused on redeliveries (at) where state = 'rejected' and settled_at is null;
