-- An order shows what was paid. It may be priced anew for another country while the bank still asks about its first
-- try; if that one is paid after all, its prices are the order's again. So each try keeps what a line cost in it.

alter table payment_attempts add column unit_minors bigint[];

update payment_attempts a set unit_minors = (
    select array_agg(i.unit_minor order by i.line) from order_items i where i.order_id = a.order_id)
  from orders o
  where o.id = a.order_id and o.currency = a.currency and o.total_minor = a.amount_minor;
-- Of an order of one line every try tells it by its sum.
update payment_attempts a set unit_minors = array[a.amount_minor / i.count]
  from order_items i
  where a.unit_minors is null and i.order_id = a.order_id and a.amount_minor % i.count = 0
    and not exists (select from order_items more where more.order_id = i.order_id and more.line <> i.line);

with paid as (
  select a.order_id, a.country, a.currency, a.amount_minor, a.unit_minors
  from payment_attempts a join orders o on o.id = a.order_id
  where a.state = 'SUCCEEDED' and a.unit_minors is not null and o.state in ('success', 'refunded')
    and (a.country, a.currency, a.amount_minor) is distinct from (o.country, o.currency, o.total_minor)
    and not exists (select from refunds r where r.attempt_id = a.id and r.reason = 'double_payment')
), purchase as (
  update orders o set country = p.country, currency = p.currency, total_minor = p.amount_minor
  from paid p where o.id = p.order_id
)
update order_items i set unit_minor = p.unit_minors[i.line] from paid p where i.order_id = p.order_id;

-- Money that fits no attempt of ours; once a capture, however often and under whatever number it is told.
create or replace function book_quarantined() returns trigger language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id)
    select new.at, 'quarantined', new.provider || ':' || (new.said ->> 'captureRef'), 'gateway', 'quarantine',
      new.said ->> 'currency', (new.said ->> 'amount')::bigint,
      o.project, new.provider, a.pay_id, a.order_id, a.id
    from (select) as nothing left join payment_attempts a on a.id = new.attempt_id left join orders o on o.id = a.order_id
    -- What an attempt took already is in the books.
    where not exists (select from payment_attempts known
      where known.provider = new.provider and known.capture_ref = new.said ->> 'captureRef' and known.state = 'SUCCEEDED')
    on conflict on constraint ledger_books_nothing_twice do nothing;
  return null;
end $$;
create index ledger_of_quarantine on ledger_entries (provider, at) where kind = 'quarantined';
