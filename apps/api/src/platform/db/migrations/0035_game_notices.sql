-- Refunds and chargebacks that a game is told about (docs/decisions/0066). A row is written in the transaction that books
-- the money. Real time, but for created_at and ended_at. It names no character: the order does.
create table game_notices (
  -- The key under which the game acts once: `refund:ID`, or `chargeback:GATEWAY:CASE:PAYMENT`.
  id text primary key,
  -- The order of an order's notices: the next one waits for the end of the one before.
  seq bigint generated always as identity,
  kind text not null constraint game_notice_kind check (kind in ('refund', 'chargeback')),
  order_id text not null references orders,
  project text not null references projects,
  amount_minor bigint not null constraint game_notice_is_positive check (amount_minor > 0),
  -- All that went back of the order's payment, this sum included.
  total_minor bigint not null constraint total_has_the_amount check (total_minor >= amount_minor),
  currency text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  lease_until timestamptz,
  give_up_at timestamptz not null,
  -- Seven days without a success: an operator sends it again.
  parked_at timestamptz,
  -- The latest failure.
  why text,
  created_at timestamptz not null,
  -- Null: waits.
  ended_at timestamptz,
  constraint an_ended_notice_is_not_leased check (ended_at is null or lease_until is null)
);
create index game_notices_due on game_notices (next_attempt_at) where ended_at is null and parked_at is null;
create index game_notices_waiting on game_notices (give_up_at) where ended_at is null;
create index game_notices_parked on game_notices (parked_at) where ended_at is null and parked_at is not null;
create index game_notices_of_order on game_notices (order_id, seq);
create index game_notices_ended on game_notices (ended_at) where ended_at is not null;

-- Workers of the previous release do not know this text, and leave it alone.
create function notify_game_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('webpay_work', json_build_object('noticeId', new.id, 'project', new.project)::text);
  return null;
end $$;
create trigger game_notice_notify after insert on game_notices
  for each row execute function notify_game_notice();
