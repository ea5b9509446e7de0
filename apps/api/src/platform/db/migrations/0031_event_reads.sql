-- Indexes of the console's events (docs/console.md). Expand only.

-- After the transaction, one by one. Each may run again after a kill.

-- Results of one round. Their rows answer counts without a look at the tables.
create index concurrently if not exists bargain_coupons_of_event on bargain_coupons (project, event_id, player_id);
create index concurrently if not exists bargain_steps_of_event on bargain_steps (project, event_id, task, player_id);
create index concurrently if not exists rewards_of_event on rewards (project, event_id, task_id, player_id);
