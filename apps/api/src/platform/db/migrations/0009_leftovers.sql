-- A second delivery keeps the rules of the first, a refund knows the one it was sent again for, and a wallet's dispute
-- has a row for each payment it is about (docs/decisions/0014, 0016).

-- ---------------------------------------------------------------- second deliveries

alter table redeliveries
  -- Where its mail waits: by game and server, as every delivery does.
  add column project text references projects,
  add column server_id text,
  -- Tries the game did not take; one whose worker was killed is none of them.
  add column refused integer not null default 0,
  -- Real time: while a case about the order is open nothing is sent, and the seven days wait too.
  add column held_since timestamptz;
update redeliveries r set project = o.project, server_id = coalesce(r.recipient ->> 'server_id', ''), refused = r.tries,
    held_since = case when r.state in ('queued', 'retrying')
      and exists (select from cases c where c.order_id = r.order_id and c.state = 'open') then now() end
  from orders o where o.id = r.order_id;
alter table redeliveries
  alter column project set not null,
  alter column server_id set not null;

create function redelivery_goes_where_it_says() returns trigger language plpgsql as $$
begin
  select project, coalesce(new.recipient ->> 'server_id', '') into new.project, new.server_id
  from orders where id = new.order_id;
  return new;
end $$;
create trigger redelivery_has_its_place before insert on redeliveries
  for each row execute function redelivery_goes_where_it_says();

drop index redeliveries_to_send;
create index redeliveries_to_send on redeliveries (project, server_id, next_try_at)
  where state in ('queued', 'retrying') and held_since is null;

-- ---------------------------------------------------------------- refunds sent again

alter table refunds add column instead_of text references refunds;
-- What failed is sent again once: the next one, should that fail too, stands for the failed one before it.
create unique index one_refund_instead_of_another on refunds (instead_of) where instead_of is not null;

-- ---------------------------------------------------------------- a case about several payments

alter table cases
  drop constraint one_row_per_gateway_case,
  add constraint one_row_per_case_and_payment primary key (provider, case_id, attempt_id);

-- Booked once a case and payment: the first under the case's own number, as all were before.
create or replace function book_chargeback_lost(the_case text, the_attempt text, amount bigint, at timestamptz)
returns boolean language plpgsql as $$
declare
  the_subject text := the_case;
begin
  if exists (select from ledger_entries e
      where e.kind = 'chargeback_lost' and e.subject = the_case and e.attempt_id <> the_attempt) then
    the_subject := the_case || ':' || the_attempt;
  end if;
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id, case_id)
    select $4, 'chargeback_lost', the_subject,
      case when owed_of_attempt(a.order_id, a.id) >= amount then 'owed_to_players' else 'chargeback_losses' end, 'gateway',
      a.currency, amount, o.project, a.provider, a.pay_id, a.order_id, a.id, the_case
    from payment_attempts a join orders o on o.id = a.order_id where a.id = the_attempt
    on conflict on constraint ledger_books_nothing_twice do nothing;
  return found;
end $$;

create or replace function book_chargeback_won_back(the_case text, at timestamptz) returns boolean language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id, case_id)
    select $2, 'chargeback_won_back', e.subject, e.credit, e.debit, e.currency, e.amount_minor,
      e.project, e.provider, e.pay_id, e.order_id, e.attempt_id, e.case_id
    from ledger_entries e where e.kind = 'chargeback_lost' and e.case_id = the_case
    on conflict on constraint ledger_books_nothing_twice do nothing;
  return found;
end $$;
