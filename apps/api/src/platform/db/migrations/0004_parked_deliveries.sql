-- Silence of a game is never taken for a refusal (docs/decisions/0030). Times are real time. A parked mail also has
-- `held_since`, so that a process of the previous release neither sends it nor gives it up.

alter table outbox_mails
  -- First attempt that ended without an answer: the goods may have been given.
  add column maybe_given_at timestamptz,
  -- First of the latest unanswered attempts in a row. Null: the game answered last.
  add column silent_since timestamptz,
  -- The one alert about this silence.
  add column silence_alerted_at timestamptz,
  -- Seven days ended in doubt: an operator decides.
  add column parked_at timestamptz;

create index outbox_silent on outbox_mails (silent_since)
  where ended_at is null and silent_since is not null and silence_alerted_at is null;
create index outbox_parked on outbox_mails (parked_at) where ended_at is null and parked_at is not null;

-- A refused refund of an overpayment or of undeliverable goods is sent again by itself, under a new number.
alter table refunds
  -- Next such attempt, shop clock. Null: not refused, replaced, or left to a person.
  add column retry_at timestamptz;
create index refunds_to_retry on refunds (retry_at) where retry_at is not null;
