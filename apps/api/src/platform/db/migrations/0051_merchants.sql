-- Several merchants, each with accounts of its own at the gateways (docs/decisions/0091-merchants.md). Expand only.
-- A key of MERCHANTS_FILE; null: the default merchant, as in every row before.

-- Set once with the attempt: everything about a payment is asked of the account that took it.
alter table payment_attempts add column merchant text;
-- The account whose statement differs.
alter table reconciliation_differences add column merchant text;
-- A message of a named merchant bears it: in its event key (domain/payments/event-key.ts), and in what quarantine keeps of it.
create index quarantine_of_merchants on quarantine (at) where result ->> 'merchant' is not null;
