-- Money of a failed refund that went back outside its gateway, by the shop's own bank (docs/decisions/0082).
-- The new rules allow more than the old ones.

-- The bank's number of the payment. Such a refund is written as it ends: no gateway ever hears of it.
alter table refunds add column outside_reference text;
alter table refunds add constraint paid_outside_is_done check (outside_reference is null
  or state = 'SUCCEEDED' and gateway_ref is null and requested_at is null and char_length(outside_reference) between 3 and 64);
create index refunds_paid_outside on refunds (outside_reference) where outside_reference is not null;

alter table ledger_entries drop constraint ledger_kind;
alter table ledger_entries add constraint ledger_kind check (kind in (
  'capture', 'delivered', 'refund_reserved', 'refund_released', 'refund_done', 'external_refund', 'paid_outside',
  'chargeback_lost', 'chargeback_won_back', 'fee', 'quarantined', 'quarantine_released')) not valid;
alter table ledger_entries drop constraint ledger_accounts;
alter table ledger_entries add constraint ledger_accounts check (
  -- bank: the shop's own money, which only leaves by paid_outside.
  debit in ('gateway', 'owed_to_players', 'sales', 'refunds_owed', 'chargeback_losses', 'gateway_fees', 'quarantine')
  and credit in ('gateway', 'owed_to_players', 'sales', 'refunds_owed', 'chargeback_losses', 'gateway_fees', 'quarantine', 'bank')) not valid;
alter table ledger_entries drop constraint ledger_movement;
alter table ledger_entries add constraint ledger_movement check ((kind, debit, credit) in (
  ('capture', 'gateway', 'owed_to_players'),
  ('delivered', 'owed_to_players', 'sales'),
  ('refund_reserved', 'owed_to_players', 'refunds_owed'), ('refund_reserved', 'sales', 'refunds_owed'),
  ('refund_released', 'refunds_owed', 'owed_to_players'), ('refund_released', 'refunds_owed', 'sales'),
  ('refund_done', 'refunds_owed', 'gateway'),
  ('external_refund', 'owed_to_players', 'gateway'), ('external_refund', 'sales', 'gateway'),
  ('paid_outside', 'owed_to_players', 'bank'), ('paid_outside', 'sales', 'bank'),
  ('chargeback_lost', 'owed_to_players', 'gateway'), ('chargeback_lost', 'chargeback_losses', 'gateway'),
  ('chargeback_won_back', 'gateway', 'owed_to_players'), ('chargeback_won_back', 'gateway', 'chargeback_losses'),
  ('fee', 'gateway_fees', 'gateway'),
  ('quarantined', 'gateway', 'quarantine'),
  ('quarantine_released', 'quarantine', 'gateway'))) not valid;

create or replace function post_refund() returns trigger language plpgsql as $$
declare
  the_kind text;
  account text;
begin
  -- A delivery being recorded holds these rows: its entry comes before or after, never at the same time.
  perform from outbox_mails where order_id = new.order_id and kind = 'purchase' for update;
  perform from deliveries where order_id = new.order_id for update;
  select e.debit into account from ledger_entries e where e.kind = 'refund_reserved' and e.subject = new.id
    and not exists (select from ledger_entries r where r.kind = 'refund_released' and r.subject = new.id);
  the_kind := case
    when new.state = 'FAILED' then case when account is not null then 'refund_released' end
    when new.outside_reference is not null then 'paid_outside'
    -- Without a reservation the refund was made at the gateway, or succeeded after it had failed.
    when new.state = 'SUCCEEDED' then case when account is not null then 'refund_done' else 'external_refund' end
    else case when account is null then 'refund_reserved' end
  end;
  if the_kind is null then return null; end if;
  if account is null then
    -- Taken from the owed part, or from sales once the goods earned it.
    account := case when owed_of_attempt(new.order_id, new.attempt_id) >= new.amount_minor
      then 'owed_to_players' else 'sales' end;
  elsif account = 'owed_to_players' and exists (
      select from deliveries where order_id = new.order_id and state = 'delivered') and not exists (
      select from refunds where order_id = new.order_id and attempt_id = new.attempt_id and reason = 'double_payment') then
    -- The goods were delivered after the reservation: the released part is earned.
    account := 'sales';
  end if;
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id, refund_id)
    select new.updated_at, the_kind, new.id,
      case when the_kind in ('refund_released', 'refund_done') then 'refunds_owed' else account end,
      case the_kind when 'refund_reserved' then 'refunds_owed' when 'refund_released' then account
        when 'paid_outside' then 'bank' else 'gateway' end,
      new.currency, new.amount_minor, o.project, a.provider, a.pay_id, new.order_id, new.attempt_id, new.id
    from orders o join payment_attempts a on a.id = new.attempt_id where o.id = new.order_id;
  return null;
end $$;

create or replace function ledger_discrepancies() returns table (what text, currency text, off_minor numeric) language sql stable as $$
  select 'entries do not sum to zero', l.currency, sum(l.signed_minor)
    from ledger_lines l group by l.currency having sum(l.signed_minor) <> 0
  union all
  select 'more was given back or earned than was paid', l.currency, sum(l.signed_minor) from ledger_lines l
    where l.account = 'owed_to_players' group by l.currency, l.attempt_id having sum(l.signed_minor) > 0
  union all
  select 'more was paid back than was promised', l.currency, sum(l.signed_minor) from ledger_lines l
    where l.account = 'refunds_owed' group by l.currency, l.refund_id having sum(l.signed_minor) > 0
  union all
  select 'captures are not what the attempts took', currency, sum(off) from (
    select e.currency, e.amount_minor as off from ledger_entries e where e.kind = 'capture'
    union all
    select a.currency, -a.captured_minor from payment_attempts a where a.state = 'SUCCEEDED') as compared
    group by currency having sum(off) <> 0
  union all
  select 'refunds are not what the refunds took', currency, sum(off) from (
    select e.currency, e.amount_minor as off from ledger_entries e where e.kind in ('refund_done', 'external_refund', 'paid_outside')
    union all
    select r.currency, -r.amount_minor from refunds r where r.state = 'SUCCEEDED') as compared
    group by currency having sum(off) <> 0
$$;
