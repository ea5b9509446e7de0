-- Events that an operator paused (docs/decisions/0072). Expand only.

-- The shop's time; null: not paused. An import keeps it, and a new round begins without it.
alter table events add column paused_at timestamptz;
