-- Reveals of personal values by one operator within an hour (docs/console.md). Expand only.

-- After the transaction, one by one. Each may run again after a kill.
create index concurrently if not exists audit_reveals on audit (operator, at) where action = 'person.reveal';
