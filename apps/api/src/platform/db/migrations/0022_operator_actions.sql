-- Steps of operators (docs/decisions/0054). Expand only: older code neither reads nor writes these tables.

-- Keys of steps, for 48 hours: the same key never does a step twice. Also the worth that counts against the limits of a day.
create table operator_steps (
  -- The operator's id, or "command line (user)".
  operator text not null,
  key uuid not null,
  -- SHA-256 of what was asked for.
  body_hash bytea not null,
  -- The try that may finish the step; a later one takes over after the process of an earlier one ended.
  claim text not null,
  claimed_at timestamptz not null,
  -- Null until the step's own transaction ends.
  done_at timestamptz,
  result jsonb,
  usd_minor bigint not null default 0,
  -- A command went beyond the limits; the worker raises the alert once.
  broke_limits boolean not null default false,
  alerted_at timestamptz,
  constraint operator_step_is_done_once primary key (operator, key),
  constraint operator_step_has_its_result check ((done_at is null) = (result is null)),
  constraint operator_step_worth_is_not_negative check (usd_minor >= 0)
);
create index operator_steps_of_day on operator_steps (operator, done_at) where done_at is not null;
create index operator_steps_to_alert on operator_steps (done_at) where broke_limits and alerted_at is null;
create index operator_steps_by_age on operator_steps (claimed_at);

-- Steps that wait, or waited, for a second person.
create table operator_approvals (
  id text primary key,
  kind text not null,
  -- The step as it was asked for. Emptied when its character is erased.
  action jsonb not null,
  plan_hash text not null,
  title text not null,
  reason text not null,
  -- Why a second person is needed.
  second_person text not null,
  amount_minor bigint,
  currency text,
  object_kind text not null,
  object_id text not null,
  object_name text not null,
  path text,
  project text not null,
  player_id bigint,
  state text not null default 'waiting',
  asked_by text not null references operators,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text references operators,
  decided_at timestamptz,
  decided_because text,
  constraint approval_state_is_known check (state in ('waiting', 'done', 'declined', 'expired', 'changed')),
  constraint approval_has_a_sum_or_none check ((amount_minor is null) = (currency is null)),
  constraint approval_is_decided check ((state in ('waiting', 'expired')) = (decided_at is null))
);
-- A step is asked for once.
create unique index approval_waits_once on operator_approvals (kind, object_kind, object_id) where state = 'waiting';
create index operator_approvals_by_age on operator_approvals (asked_at);
create index operator_approvals_of_player on operator_approvals (player_id);

-- Reasons are free text. The audit log holds their salted hash, so that a reason can be erased and the chain stays whole.
create table operator_reasons (
  id text primary key,
  player_id bigint,
  salt bytea not null,
  -- Null: erased.
  text text
);
create index operator_reasons_of_player on operator_reasons (player_id) where player_id is not null;

-- A challenge of a step is SHA-256 of the nonce and the plan's hash: its answer confirms this plan alone.
alter table operator_challenges add column nonce bytea, add column plan_hash text;
