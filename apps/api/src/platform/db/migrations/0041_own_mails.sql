-- A mail that its payment has leased is sent by the process of that payment (docs/decisions/0076): no worker is woken. Older code
-- leases none. A lease that runs out is found by the sweep, as before.
drop trigger outbox_notify on outbox_mails;
create trigger outbox_notify after insert on outbox_mails
  for each row when (new.kind <> 'reminder' and new.lease_until is null) execute function notify_mail();
