-- Several merchants, each with accounts of its own at the gateways (docs/decisions/0091-merchants.md). Expand only.
-- A key of MERCHANTS_FILE; null: the default merchant, as in every row before.

-- Set once with the attempt: everything about a payment is asked of the account that took it.
alter table payment_attempts add column merchant text;
-- The account whose keys verified the message.
alter table gateway_inbox add column merchant text;
-- The account that said it.
alter table quarantine add column merchant text;
create index quarantine_of_merchants on quarantine (at) where merchant is not null;
-- The account whose statement differs.
alter table reconciliation_differences add column merchant text;
