-- The books (docs/decisions/0013): every movement of money is one double-entry row, written by the database itself in
-- the transaction that changes the state it records. Reports and reconciliation read these rows and nothing else.

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- The shop's clock, as the row that moved has it.
  at timestamptz not null,
  kind text not null constraint ledger_kind check (kind in (
    'capture', 'delivered', 'refund_reserved', 'refund_released', 'refund_done', 'external_refund',
    'chargeback_lost', 'chargeback_won_back', 'fee', 'quarantined', 'quarantine_released')),
  -- What this kind of movement happens to once: an attempt, a refund, a case, a capture at its gateway.
  subject text not null,
  debit text not null,
  credit text not null,
  currency text not null constraint ledger_currency check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null constraint ledger_amount_is_positive check (amount_minor > 0),
  -- Books outlive the rows they tell of, so they keep names and no foreign keys. Null: money nobody can place.
  project text,
  provider text not null constraint ledger_provider check (provider in ('payermax', 'paypal')),
  pay_id text,
  order_id text,
  attempt_id text,
  refund_id text,
  case_id text,
  constraint ledger_books_nothing_twice unique (kind, subject),
  constraint ledger_sums_to_zero check (debit <> credit),
  constraint ledger_accounts check (
    -- Held for us by the gateway · paid, goods not given · earned · promised back · lost to a payer's bank · kept by
    -- the gateway · received and not understood.
    debit in ('gateway', 'owed_to_players', 'sales', 'refunds_owed', 'chargeback_losses', 'gateway_fees', 'quarantine')
    and credit in ('gateway', 'owed_to_players', 'sales', 'refunds_owed', 'chargeback_losses', 'gateway_fees', 'quarantine')),
  constraint ledger_movement check ((kind, debit, credit) in (
    ('capture', 'gateway', 'owed_to_players'),
    ('delivered', 'owed_to_players', 'sales'),
    ('refund_reserved', 'owed_to_players', 'refunds_owed'), ('refund_reserved', 'sales', 'refunds_owed'),
    ('refund_released', 'refunds_owed', 'owed_to_players'), ('refund_released', 'refunds_owed', 'sales'),
    ('refund_done', 'refunds_owed', 'gateway'),
    ('external_refund', 'owed_to_players', 'gateway'), ('external_refund', 'sales', 'gateway'),
    ('chargeback_lost', 'owed_to_players', 'gateway'), ('chargeback_lost', 'chargeback_losses', 'gateway'),
    ('chargeback_won_back', 'gateway', 'owed_to_players'), ('chargeback_won_back', 'gateway', 'chargeback_losses'),
    ('fee', 'gateway_fees', 'gateway'),
    ('quarantined', 'gateway', 'quarantine'),
    ('quarantine_released', 'quarantine', 'gateway'))),
  constraint ledger_names_its_order check (kind in ('quarantined', 'quarantine_released', 'fee')
    or (project is not null and pay_id is not null and order_id is not null and attempt_id is not null))
);
create index ledger_of_order on ledger_entries (order_id);
-- Rows only ever come at the end, so that a day is found by its blocks.
create index ledger_by_time on ledger_entries using brin (at);
create index refunds_of_order on refunds (order_id);

create function books_are_never_rewritten() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entries is never changed: book the opposite movement' using errcode = 'check_violation';
end $$;
create trigger ledger_append_only before update or delete on ledger_entries
  for each row execute function books_are_never_rewritten();
create trigger ledger_is_never_emptied before truncate on ledger_entries
  for each statement execute function books_are_never_rewritten();

-- Each entry as the two signed lines of an account book: + came to the account, - left it.
create view ledger_lines as
  select id, at, kind, subject, debit as account, currency, amount_minor as signed_minor,
    project, provider, pay_id, order_id, attempt_id, refund_id, case_id
  from ledger_entries
  union all
  select id, at, kind, subject, credit, currency, -amount_minor,
    project, provider, pay_id, order_id, attempt_id, refund_id, case_id
  from ledger_entries;

-- ---------------------------------------------------------------- captures

create function book_capture() returns trigger language plpgsql as $$
begin
  -- Money that came before we expected it is what it always was, now that its attempt takes it.
  if exists (select from ledger_entries where order_id = new.order_id and kind = 'quarantined') then
    insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
        project, provider, pay_id, order_id, attempt_id)
      select new.updated_at, 'quarantine_released', q.subject, 'quarantine', 'gateway', q.currency, q.amount_minor,
        q.project, q.provider, q.pay_id, q.order_id, q.attempt_id
      from ledger_entries q
      where q.order_id = new.order_id and q.kind = 'quarantined' and q.subject = new.provider || ':' || new.capture_ref
        and not exists (select from ledger_entries r where r.kind = 'quarantine_released' and r.subject = q.subject);
  end if;
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id)
    select new.updated_at, 'capture', new.id, 'gateway', 'owed_to_players', new.currency, new.captured_minor,
      o.project, new.provider, new.pay_id, new.order_id, new.id
    from orders o where o.id = new.order_id;
  return null;
end $$;
create trigger attempt_is_booked after update of state on payment_attempts for each row
  when (new.state = 'SUCCEEDED' and old.state <> 'SUCCEEDED') execute function book_capture();
create trigger attempt_is_booked_when_inserted after insert on payment_attempts for each row
  when (new.state = 'SUCCEEDED') execute function book_capture();

-- ---------------------------------------------------------------- deliveries

-- What is still owed of an attempt's money: paid, and neither earned, nor promised or gone back.
create function owed_of_attempt(the_order text, the_attempt text) returns bigint language sql stable as $$
  select coalesce(sum(case when e.credit = 'owed_to_players' then e.amount_minor
      when e.debit = 'owed_to_players' then -e.amount_minor else 0 end), 0)::bigint
  from ledger_entries e where e.order_id = the_order and e.attempt_id = the_attempt
$$;

-- Goods are given for what the order paid; a second payment of the same order is owed until it is back.
create function book_delivered() returns trigger language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id)
    select new.at, 'delivered', e.attempt_id, 'owed_to_players', 'sales', min(e.currency),
      sum(case e.credit when 'owed_to_players' then e.amount_minor else -e.amount_minor end),
      min(e.project), min(e.provider), min(e.pay_id), e.order_id, e.attempt_id
    from ledger_entries e
    where e.order_id = new.order_id and 'owed_to_players' in (e.debit, e.credit)
    group by e.order_id, e.attempt_id
    having sum(case e.credit when 'owed_to_players' then e.amount_minor else -e.amount_minor end) > 0
      and not exists (select from refunds r
        where r.order_id = e.order_id and r.attempt_id = e.attempt_id and r.reason = 'double_payment');
  return null;
end $$;
create trigger delivery_is_booked after update of state on deliveries for each row
  when (new.state = 'delivered' and old.state <> 'delivered') execute function book_delivered();
create trigger delivery_is_booked_when_inserted after insert on deliveries for each row
  when (new.state = 'delivered') execute function book_delivered();

-- ---------------------------------------------------------------- refunds

create function book_refund() returns trigger language plpgsql as $$
declare
  the_kind text;
  purse text;
begin
  -- A mail that is being recorded this moment has its order's delivery row: its word comes first or after, never beside.
  perform from deliveries where order_id = new.order_id for update;
  select e.debit into purse from ledger_entries e where e.kind = 'refund_reserved' and e.subject = new.id
    and not exists (select from ledger_entries r where r.kind = 'refund_released' and r.subject = new.id);
  the_kind := case
    when new.state = 'FAILED' then case when purse is not null then 'refund_released' end
    -- Made in the gateway's own pages, or done after all: nothing was promised.
    when new.state = 'SUCCEEDED' then case when purse is not null then 'refund_done' else 'external_refund' end
    else case when purse is null then 'refund_reserved' end
  end;
  if the_kind is null then return null; end if;
  if purse is null then
    -- Money goes back out of what is owed; once the goods were given, out of what they earned.
    purse := case when owed_of_attempt(new.order_id, new.attempt_id) >= new.amount_minor
      then 'owed_to_players' else 'sales' end;
  elsif purse = 'owed_to_players' and exists (
      select from deliveries where order_id = new.order_id and state = 'delivered') and not exists (
      select from refunds where order_id = new.order_id and attempt_id = new.attempt_id and reason = 'double_payment') then
    -- The mail was on its way when this was promised, and the goods are given: what stays is earned.
    purse := 'sales';
  end if;
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id, refund_id)
    select new.updated_at, the_kind, new.id,
      case when the_kind in ('refund_released', 'refund_done') then 'refunds_owed' else purse end,
      case the_kind when 'refund_reserved' then 'refunds_owed' when 'refund_released' then purse else 'gateway' end,
      new.currency, new.amount_minor, o.project, a.provider, a.pay_id, new.order_id, new.attempt_id, new.id
    from orders o join payment_attempts a on a.id = new.attempt_id where o.id = new.order_id;
  return null;
end $$;
create trigger refund_is_booked after update of state on refunds for each row
  when (new.state in ('FAILED', 'SUCCEEDED') and old.state <> new.state) execute function book_refund();
create trigger refund_is_booked_when_inserted after insert on refunds for each row
  execute function book_refund();

-- ---------------------------------------------------------------- cases

-- Called by the transaction that records how a case ended. Answers whether there was anything new to book.
create function book_chargeback_lost(the_case text, the_attempt text, amount bigint, at timestamptz)
returns boolean language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id, case_id)
    select $4, 'chargeback_lost', the_case,
      case when owed_of_attempt(a.order_id, a.id) >= amount then 'owed_to_players' else 'chargeback_losses' end, 'gateway',
      a.currency, amount, o.project, a.provider, a.pay_id, a.order_id, a.id, the_case
    from payment_attempts a join orders o on o.id = a.order_id where a.id = the_attempt
    on conflict on constraint ledger_books_nothing_twice do nothing;
  return found;
end $$;

create function book_chargeback_won_back(the_case text, at timestamptz) returns boolean language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id, case_id)
    select $2, 'chargeback_won_back', e.subject, e.credit, e.debit, e.currency, e.amount_minor,
      e.project, e.provider, e.pay_id, e.order_id, e.attempt_id, e.case_id
    from ledger_entries e where e.kind = 'chargeback_lost' and e.subject = the_case
    on conflict on constraint ledger_books_nothing_twice do nothing;
  return found;
end $$;

-- What a gateway kept for a capture, a refund or a case; `what` names it once, for example 'case:PP-D-1'.
create function book_fee(what text, the_attempt text, the_case text, currency text, amount bigint, at timestamptz)
returns boolean language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id, case_id)
    select $6, 'fee', what, 'gateway_fees', 'gateway', $4, amount,
      o.project, a.provider, a.pay_id, a.order_id, a.id, the_case
    from payment_attempts a join orders o on o.id = a.order_id where a.id = the_attempt
    on conflict on constraint ledger_books_nothing_twice do nothing;
  return found;
end $$;

-- ---------------------------------------------------------------- quarantine

-- Money that lies at our gateway and fits no attempt of ours; once a capture, however often it is told.
create function book_quarantined() returns trigger language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id)
    select new.at, 'quarantined', new.provider || ':' || (new.said ->> 'captureRef'), 'gateway', 'quarantine',
      new.said ->> 'currency', (new.said ->> 'amount')::bigint,
      o.project, new.provider, a.pay_id, a.order_id, a.id
    from (select) as nothing left join payment_attempts a on a.id = new.attempt_id left join orders o on o.id = a.order_id
    -- What the attempt took already is in the books.
    where a.capture_ref is distinct from new.said ->> 'captureRef' or a.state <> 'SUCCEEDED'
    on conflict on constraint ledger_books_nothing_twice do nothing;
  return null;
end $$;
create trigger quarantine_is_booked after insert on quarantine for each row
  -- Money paid to another merchant's account is not ours to book.
  when (new.said ->> 'kind' = 'paid' and new.said ->> 'merchantIsOurs' is distinct from 'false' and new.said ->> 'captureRef' is not null
    and new.said ->> 'currency' ~ '^[A-Z]{3}$' and new.said ->> 'amount' ~ '^[1-9][0-9]{0,17}$')
  execute function book_quarantined();

-- An operator settles it once the money has gone back, in the gateway's own pages.
create function book_quarantine_released() returns trigger language plpgsql as $$
begin
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
      project, provider, pay_id, order_id, attempt_id)
    select new.settled_at, 'quarantine_released', q.subject, 'quarantine', 'gateway', q.currency, q.amount_minor,
      q.project, q.provider, q.pay_id, q.order_id, q.attempt_id
    from ledger_entries q
    where q.kind = 'quarantined' and q.subject = new.provider || ':' || (new.said ->> 'captureRef')
    on conflict on constraint ledger_books_nothing_twice do nothing;
  return null;
end $$;
create trigger quarantine_release_is_booked after update of settled_at on quarantine for each row
  when (new.settled_at is not null and old.settled_at is null) execute function book_quarantine_released();

-- ---------------------------------------------------------------- proof

-- Everything the books get wrong, as a row a currency; none in a sound database.
create function books_trouble() returns table (what text, currency text, off_minor numeric) language sql stable as $$
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
    select e.currency, e.amount_minor as off from ledger_entries e where e.kind in ('refund_done', 'external_refund')
    union all
    select r.currency, -r.amount_minor from refunds r where r.state = 'SUCCEEDED') as compared
    group by currency having sum(off) <> 0
$$;

-- ---------------------------------------------------------------- the gateways' statements

-- A day of a gateway's statement held against the books; real time, as gateways have it.
create table reconciliations (
  day date not null,
  provider text not null constraint reconciled_provider check (provider in ('payermax', 'paypal')),
  lease_until timestamptz not null,
  finished_at timestamptz,
  captures integer,
  refunds integer,
  constraint one_reconciliation_per_day primary key (day, provider)
);

-- Where a statement and the books say different things; kept, so that it is raised once and settled by somebody.
create table reconciliation_differences (
  id bigint generated always as identity primary key,
  provider text not null constraint difference_provider check (provider in ('payermax', 'paypal')),
  class text not null constraint difference_class check (class in (
    'captured_there_unknown_here', 'captured_here_not_there', 'amount_differs', 'currency_differs',
    'refunded_there_not_here', 'refunded_here_not_there', 'state_differs', 'time_differs')),
  -- The gateway's number of the capture or refund, or ours where it has none.
  subject text not null,
  attempt_id text,
  refund_id text,
  -- Amount, currency, state and time as each side has them; null: that side has nothing.
  ours jsonb,
  theirs jsonb,
  explanation text not null,
  -- The day of the money's movement.
  day date not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  settled_at timestamptz,
  settled_how text constraint difference_settled_how check (settled_how in ('repaired', 'gone', 'operator')),
  constraint one_difference_per_subject unique (provider, class, subject),
  constraint settled_says_how check ((settled_at is null) = (settled_how is null))
);
create index differences_open on reconciliation_differences (day) where settled_at is null;

-- ---------------------------------------------------------------- what happened before there were books

insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
    project, provider, pay_id, order_id, attempt_id)
  select a.updated_at, 'capture', a.id, 'gateway', 'owed_to_players', a.currency, a.captured_minor,
    o.project, a.provider, a.pay_id, a.order_id, a.id
  from payment_attempts a join orders o on o.id = a.order_id where a.state = 'SUCCEEDED' order by a.updated_at;
insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
    project, provider, pay_id, order_id, attempt_id)
  select d.at, 'delivered', c.attempt_id, 'owed_to_players', 'sales', c.currency, c.amount_minor,
    c.project, c.provider, c.pay_id, c.order_id, c.attempt_id
  from deliveries d join ledger_entries c on c.order_id = d.order_id
  where d.state = 'delivered'
    and not exists (select from refunds r where r.attempt_id = c.attempt_id and r.reason = 'double_payment')
  order by d.at;
insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
    project, provider, pay_id, order_id, attempt_id, refund_id)
  select r.created_at, 'refund_reserved', r.id,
    case when owed_of_attempt(c.order_id, c.attempt_id) >= r.amount_minor then 'owed_to_players' else 'sales' end,
    'refunds_owed', r.currency, r.amount_minor, c.project, c.provider, c.pay_id, c.order_id, c.attempt_id, r.id
  from refunds r join ledger_entries c on c.kind = 'capture' and c.subject = r.attempt_id order by r.created_at;
insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor,
    project, provider, pay_id, order_id, attempt_id, refund_id)
  select r.updated_at, case r.state when 'FAILED' then 'refund_released' else 'refund_done' end, r.id, 'refunds_owed',
    case r.state when 'FAILED' then e.debit else 'gateway' end,
    r.currency, r.amount_minor, e.project, e.provider, e.pay_id, e.order_id, e.attempt_id, r.id
  from refunds r join ledger_entries e on e.kind = 'refund_reserved' and e.subject = r.id
  where r.state in ('FAILED', 'SUCCEEDED') order by r.updated_at;
