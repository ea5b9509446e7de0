-- The number of the payment that a gateway's message names, ours or the gateway's, so that the console shows an order's messages.
-- Expand only: older code leaves it empty, and messages from before stay without it.
alter table gateway_inbox add column payment_number text;

-- After the transaction, one by one. Each may run again after a kill.
create index concurrently if not exists inbox_of_payment on gateway_inbox (payment_number) where payment_number is not null;
