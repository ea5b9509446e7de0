-- Webhooks to a publisher's own systems (docs/decisions/0085). Expand only: a shop without an endpoint writes no row.

create table webhook_endpoints (
  id text primary key,
  name text not null,
  url text not null constraint webhook_url_is_short check (char_length(url) <= 500),
  types text[] not null constraint webhook_hears_something check (cardinality(types) > 0),
  -- Codes; empty: all.
  projects text[] not null,
  -- Sealed, because it signs. The old one signs beside it until a day after the change.
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  -- gone: its receiver answered 410. full: too many messages wait.
  state text not null default 'on' constraint webhook_state check (state in ('on', 'off', 'gone', 'full')),
  state_at timestamptz not null,
  -- Its receiver asked to wait until then.
  not_before timestamptz,
  last_taken_at timestamptz,
  -- The first failed try since the last success.
  failing_since timestamptz,
  -- The person who asked for it.
  by_id text not null references operators (id),
  created_at timestamptz not null,
  ended_at timestamptz
);

-- One event for one endpoint, written in the transaction of its fact. Real time, but for `at`. It names no character: the order does.
-- Names without foreign keys: a key share of one endpoint by every payment would make its row a place to wait.
create table webhook_messages (
  id bigint generated always as identity primary key,
  endpoint_id text not null,
  -- The same at each try and at each endpoint: the receiver acts on it once.
  event_id text not null,
  type text not null,
  project text not null,
  order_id text,
  -- Shop clock, from the row that moved.
  at timestamptz not null,
  facts jsonb not null,
  state text not null default 'waiting' constraint webhook_message_state check (state in ('waiting', 'taken', 'given_up')),
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  -- Since its event, or since it was sent again by hand.
  waits_since timestamptz not null default now(),
  next_at timestamptz not null default now(),
  lease_until timestamptz,
  -- The answer of the last try; null: there was none.
  status integer,
  why text,
  ended_at timestamptz,
  constraint a_waiting_message_has_no_end check ((state = 'waiting') = (ended_at is null)),
  constraint one_message_per_event unique (endpoint_id, event_id)
);
create index webhook_messages_due on webhook_messages (endpoint_id, next_at) where state = 'waiting';
create index webhook_messages_of_endpoint on webhook_messages (endpoint_id, id);
create index webhook_messages_given_up on webhook_messages (endpoint_id, id) where state = 'given_up';
create index webhook_messages_of_order on webhook_messages (order_id);
create index webhook_messages_by_age on webhook_messages (created_at);

-- One row for each endpoint that hears of this. An endpoint that is off keeps its messages until it is on again.
create function write_webhook_messages(
  the_type text, the_event text, the_project text, the_order text, the_time timestamptz, the_facts jsonb
) returns void language sql as $$
  insert into webhook_messages (endpoint_id, event_id, type, project, order_id, at, facts)
    select e.id, the_event, the_type, the_project, the_order, the_time, the_facts
    from webhook_endpoints e
    where e.ended_at is null and e.state in ('on', 'off') and the_type = any (e.types)
      and (cardinality(e.projects) = 0 or the_project = any (e.projects))
    on conflict on constraint one_message_per_event do nothing
$$;

-- The sum of the payment that bought the goods, not of an overpayment.
create function tell_of_sale(the_type text, the_event text, the_order text, the_time timestamptz) returns void language sql as $$
  select write_webhook_messages(the_type, the_event, o.project, o.id, the_time, jsonb_build_object(
      'amount_minor', coalesce(a.captured_minor, o.total_minor), 'currency', coalesce(a.currency, o.currency), 'channel', a.pay_id))
  from orders o left join lateral (
    select p.captured_minor, p.currency, p.pay_id from payment_attempts p
    where p.order_id = o.id and p.state = 'SUCCEEDED' and not exists (
      select from refunds r where r.attempt_id = p.id and r.reason = 'double_payment')
    order by p.n limit 1) a on true
  where o.id = the_order
$$;

create function tell_of_paid_order() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where ended_at is null) then
    perform tell_of_sale('order.paid', 'paid_' || new.id, new.id, new.paid_at);
  end if;
  return null;
end $$;
create trigger order_tells_of_payment after update of paid_at on orders for each row
  when (old.paid_at is null and new.paid_at is not null) execute function tell_of_paid_order();
create trigger order_tells_of_payment_on_insert after insert on orders for each row
  when (new.paid_at is not null) execute function tell_of_paid_order();

create function tell_of_delivery() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where ended_at is null) then
    perform tell_of_sale('order.delivered', 'delivered_' || new.order_id, new.order_id, new.at);
  end if;
  return null;
end $$;
create trigger delivery_tells after update of state on deliveries for each row
  when (new.state = 'delivered' and old.state <> 'delivered') execute function tell_of_delivery();
create trigger delivery_tells_on_insert after insert on deliveries for each row
  when (new.state = 'delivered') execute function tell_of_delivery();

-- Money that went back: asked by the shop, made in a gateway's own pages, or paid by the shop's bank. The books do not say which of the
-- first two: they have no reservation either for a refund that succeeded after it had failed.
create function tell_of_refund() returns trigger language plpgsql as $$
begin
  perform write_webhook_messages('refund.made', 'refund_' || new.refund_id, new.project, new.order_id, new.at, jsonb_build_object(
    'amount_minor', new.amount_minor, 'currency', new.currency, 'channel', new.pay_id, 'refund_id', new.refund_id,
    'by', case when new.kind = 'paid_outside' then 'bank'
      when exists (select from refunds where id = new.refund_id and reason = 'external') then 'gateway' else 'shop' end));
  return null;
end $$;
create trigger ledger_tells_of_refund after insert on ledger_entries for each row
  when (new.kind in ('refund_done', 'external_refund', 'paid_outside')) execute function tell_of_refund();

-- A gateway's number may have any form, so that the id of its event is a hash.
create function tell_of_dispute() returns trigger language plpgsql as $$
declare
  the_type text := case new.state when 'open' then 'dispute.opened' else 'dispute.closed' end;
begin
  perform write_webhook_messages(the_type,
      replace(the_type, '.', '_') || '_' || left(encode(sha256(convert_to(
        concat_ws(':', new.provider, new.dispute_id, new.attempt_id), 'UTF8')), 'hex'), 32),
      o.project, new.order_id, coalesce(new.ended_at, new.opened_at), jsonb_build_object(
        'amount_minor', case new.state when 'open' then new.claimed_minor else new.lost_minor end,
        'currency', new.currency, 'channel', a.pay_id, 'dispute_id', new.dispute_id, 'outcome', new.state))
    from orders o join payment_attempts a on a.id = new.attempt_id where o.id = new.order_id;
  return null;
end $$;
create trigger dispute_tells_of_opening after insert on disputes for each row
  when (new.state = 'open') execute function tell_of_dispute();
create trigger dispute_tells_of_end after update of state on disputes for each row
  when (old.state = 'open' and new.state <> 'open') execute function tell_of_dispute();
