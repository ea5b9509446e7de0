-- Ways to pay that are switched off, by project, method and country. Replaces channels.switched_off_at and
-- switched_off_why, which this version no longer reads.

create table method_stops (
  project text not null references projects,
  pay_id text not null,
  -- '*': everywhere.
  country text not null constraint method_stop_country check (country ~ '^([A-Z]{2}|\*)$'),
  switched_by text not null constraint method_stop_by check (switched_by in ('gateway', 'operator')),
  -- The gateway's code, or the operator's reason.
  why text not null constraint method_stop_says_why check (char_length(why) between 1 and 1000),
  -- The call that the gateway refused: a later call proves more than an earlier one.
  step text constraint method_stop_step check (step in ('open', 'submit')),
  switched_off_at timestamptz not null,
  -- From then on one order may try the method; null: only an operator switches it on.
  retry_at timestamptz,
  -- Tries that the gateway refused since the stop.
  retry_count integer not null default 0,
  -- The attempt that tries the method, or was the last to do so.
  trial_attempt_id text,
  primary key (project, pay_id, country),
  constraint only_operators_stop_for_good check ((switched_by = 'operator') = (retry_at is null)),
  constraint gateways_stop_at_a_call check ((switched_by = 'gateway') = (step is not null))
);
create index method_stop_of_trial on method_stops (trial_attempt_id) where trial_attempt_id is not null;

-- Every switch of a method, by a gateway or an operator. Rows are only added.
create table method_changes (
  id bigint generated always as identity primary key,
  project text not null references projects,
  pay_id text not null,
  country text not null,
  state text not null constraint method_state check (state in ('on', 'off')),
  switched_by text not null constraint method_change_by check (switched_by in ('gateway', 'operator')),
  why text not null constraint method_change_says_why check (char_length(why) between 1 and 1000),
  at timestamptz not null
);
create index method_changes_of_project on method_changes (project, pay_id, id desc);

-- Earlier stops had no country and no end: each is tried by one order at once.
insert into method_stops (project, pay_id, country, switched_by, why, step, switched_off_at, retry_at)
  select project, pay_id, '*', 'gateway', coalesce(nullif(switched_off_why, ''), 'unknown'), 'submit', switched_off_at, switched_off_at
  from channels where switched_off_at is not null;
insert into method_changes (project, pay_id, country, state, switched_by, why, at)
  select project, pay_id, country, 'off', switched_by, why, switched_off_at from method_stops;
