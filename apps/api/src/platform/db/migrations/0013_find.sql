-- Indexes for `resolve find` and `export` (docs/operations.md). Expand only. Indexes cost a purchase as little as they can:
-- orders, deliveries and refunds get none, because their numbers are keys already.

-- After the transaction, one by one. Each may run again after a kill.

-- A character without its project and server. Written once a character: a sign-in changes neither column.
create index concurrently if not exists players_of_cid on players (cid);
-- Written once a character and at a change of its name. Erased players share one name, so they stay outside.
create index concurrently if not exists players_of_name on players (lower(name), id) where cid not like 'erased-%';

-- The one index here that a purchase pays for, and only with a card: without it, a card's last digits read every attempt.
create index concurrently if not exists attempts_of_card on payment_attempts (right(card_masked, 4), created_at) where card_masked is not null;

-- Rows that do not belong to a normal purchase.
create index concurrently if not exists quarantine_of_number on quarantine using gin (result jsonb_path_ops);
create index concurrently if not exists quarantine_of_attempt on quarantine (attempt_id) where attempt_id is not null;
create index concurrently if not exists differences_of_attempt on reconciliation_differences (attempt_id) where attempt_id is not null;
