-- An operator ends every session of a character, and says why. Access links made before the moment of that row open none either.

alter table access_events
  add column because text,
  drop constraint access_event,
  add constraint access_event check (what in ('set', 'change', 'remove', 'reset', 'log_out')),
  add constraint operators_say_why check ((what = 'log_out') = (because is not null));
