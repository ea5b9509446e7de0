-- Tells every process that shared settings have changed, so that none has to ask. Expand only: older code does not listen.
create function notify_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('webpay_settings', '');
  return null;
end $$;

create trigger settings_notify after insert or update or delete on settings
  for each statement execute function notify_settings();
create trigger server_secrets_notify after insert or update or delete on server_secrets
  for each statement execute function notify_settings();

-- Wakes the workers for a row that is due at once (docs/decisions/0056-notices.md). Each row's sweep finds a row whose
-- notice was lost. Reminders are sent by the sweep alone: a hundred thousand at once would delay bought goods.
create function notify_mail() returns trigger language plpgsql as $$
begin
  perform pg_notify('webpay_work', json_build_object('mailId', new.id, 'project', new.project)::text);
  return null;
end $$;

create trigger outbox_notify after insert on outbox_mails
  for each row when (new.kind <> 'reminder') execute function notify_mail();
-- A dispute released it, or an operator sends it again.
create trigger outbox_notify_again after update of held_since, parked_at on outbox_mails
  for each row when ((old.held_since is not null or old.parked_at is not null)
    and new.held_since is null and new.parked_at is null and new.ended_at is null)
  execute function notify_mail();

create function notify_inbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('webpay_work', json_build_object('inboxId', new.id, 'provider', new.provider)::text);
  return null;
end $$;

-- A message that was not understood counts again when its gateway repeats it.
create trigger inbox_notify after insert or update of applied_at on gateway_inbox
  for each row when (new.applied_at is null) execute function notify_inbox();
