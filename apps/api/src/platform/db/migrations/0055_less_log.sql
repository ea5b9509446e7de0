-- Less log for a purchase (docs/decisions/0095). Expand only: older code finds every index that its purchases and sweeps use.
--
-- An update writes to no index when it changes no column that an index or its predicate names, and its page has room.

-- The shop's order: its transactions lock an order, and then write to its payment and its delivery.
lock table orders in access exclusive mode;
lock table payment_attempts in share row exclusive mode;
lock table deliveries, outbox_mails, projects in access exclusive mode;

-- A state is checked after its row is written: a check before would lock the row once more. A refused step undoes its statement
-- as before.
create or replace trigger attempt_transition after update of state on payment_attempts
  for each row when (old.state is distinct from new.state) execute function refuse_unknown_transition('attempt');
create or replace trigger delivery_transition after update of state on deliveries
  for each row when (old.state is distinct from new.state) execute function refuse_unknown_transition('delivery');

-- Goods that their game refused, or that were cancelled: set once, by the trigger that marks their payment. Until now an index named
-- the state, so that each delivered mail wrote to every index of its row.
alter table deliveries add column is_not_given boolean not null default false;
create or replace function mark_not_given() returns trigger language plpgsql as $$
begin
  update payment_attempts set is_unearned = true
    where order_id = new.order_id and state = 'SUCCEEDED' and not is_unearned;
  update deliveries set is_not_given = true where id = new.id and not is_not_given;
  return null;
end $$;

-- Last digits of payments' cards, for the search by them. An index on the payment itself made the webhook that tells a card write to
-- every index of the payment. Filled by a trigger, so that payments of older code are found, too. It belongs to its payment as an index
-- does: rows stay, as the digits do.
create table card_ends (
  digits text not null,
  -- When the payment was made.
  at timestamptz not null,
  attempt_id text not null,
  primary key (digits, at, attempt_id)
);
create function keep_card_end() returns trigger language plpgsql as $$
begin
  insert into card_ends (digits, at, attempt_id)
    values (right(new.card_masked, 4), new.created_at, new.id)
    on conflict do nothing;
  return null;
end $$;
create trigger attempt_keeps_card_end after update of card_masked on payment_attempts
  for each row when (old.card_masked is distinct from new.card_masked and new.card_masked is not null) execute function keep_card_end();
create trigger attempt_keeps_card_end_on_insert after insert on payment_attempts
  for each row when (new.card_masked is not null) execute function keep_card_end();

-- A player's row has its project, and both of these have their player's or their order's.
alter table orders drop constraint orders_project_fkey;
alter table outbox_mails drop constraint outbox_mails_project_fkey;

-- Room for the delivered version of a row beside its first.
alter table deliveries set (fillfactor = 90);

-- After the transaction, one by one. Each may run again after a kill.

update deliveries set is_not_given = true where state in ('rejected', 'cancelled') and not is_not_given;
create index concurrently if not exists deliveries_refused on deliveries (order_id) where is_not_given;
drop index concurrently if exists deliveries_not_given;

-- The numbers of the gateways are unique as before. A payment without a number is not in them any more.
create unique index concurrently if not exists one_attempt_per_number on payment_attempts (provider, gateway_ref) where gateway_ref is not null;
create unique index concurrently if not exists one_attempt_per_capture on payment_attempts (provider, capture_ref) where capture_ref is not null;
alter table payment_attempts drop constraint if exists one_attempt_per_gateway_ref, drop constraint if exists one_capture_per_attempt;

-- Older code searches by a card's digits without an index until it is replaced: a search of an operator, bounded by its time limit.
do $$ declare last text := ''; reached text; begin loop select max(id) into reached from (select id from payment_attempts where id > last order by id limit 5000) as part; exit when reached is null; insert into card_ends (digits, at, attempt_id) select right(card_masked, 4), created_at, id from payment_attempts where id > last and id <= reached and card_masked is not null on conflict do nothing; commit; last := reached; end loop; end $$;
drop index concurrently if exists attempts_of_card;

-- PostgreSQL summarises the first pages of an empty table, and then writes to the summary with each row. Later pages are summarised
-- once they are full.
select brin_desummarize_range('attempts_by_time', 0) where pg_relation_size('payment_attempts') < 128 * 8192;
select brin_desummarize_range('ledger_by_time', 0) where pg_relation_size('ledger_entries') < 128 * 8192;
