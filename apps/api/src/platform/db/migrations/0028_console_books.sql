-- Indexes of the console's disputes (docs/operations.md). Expand only.

-- After the transaction, one by one. Each may run again after a kill.

-- Open disputes by their deadline. Gateways write it as a day or as a moment; one that is no date comes last.
create index concurrently if not exists disputes_to_answer on disputes (
  (case when answer_by ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then replace(answer_by, ' ', 'T') else '9999' end),
  (attempt_id || md5(dispute_id))) where ended_at is null;
create index concurrently if not exists disputes_by_end on disputes (ended_at, (attempt_id || md5(dispute_id))) where ended_at is not null;
