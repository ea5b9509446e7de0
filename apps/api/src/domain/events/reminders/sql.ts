import { NOTICES } from '@webpay/contract/activity-shapes';
import * as v from 'valibot';
import { statement } from '../../../platform/db/statement.ts';

/** What a player's bells say of these events. */
export const remindersOfPlayer = statement({
  name: 'activities.bells_of_player',
  text: `select e.event_id, coalesce(r.is_on, false) as is_on, n.moment as notice
    from unnest($2::text[]) as e (event_id)
    left join event_reminders r on r.player_id = $1 and r.event_id = e.event_id
    left join lateral (
      select moment from event_notices n
      where n.player_id = $1 and n.event_id = e.event_id and n.read_at is null
      order by n.at desc limit 1) n on true`,
  params: ['int8', 'text[]'],
  row: v.object({
    event_id: v.string(),
    is_on: v.boolean(),
    notice: v.nullable(v.picklist(NOTICES)),
  }),
});

/** A bell that is on already keeps what it has told; the language is the last one it was asked in. */
export const saveReminder = statement({
  name: 'activities.save_reminder',
  text: `insert into event_reminders as r (player_id, project, event_id, is_on, lang, told, changed_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (player_id, event_id) do update
      set is_on = $4, lang = $5,
        told = case when r.is_on then r.told else $6 end,
        changed_at = case when r.is_on = $4 then r.changed_at else $7 end`,
  params: ['int8', 'text', 'text', 'bool', 'text', 'int2', 'timestamptz'],
});

/**
 * Rings a batch of one event's bells: told, notice and mail, in one statement. The mails ring no job: theirs is the
 * sweep, which is fair, so that a hundred thousand of them stand in front of no goods.
 */
export const sendReminders = statement({
  name: 'activities.ring_bells',
  text: `with due as (
      select player_id, lang, row_number() over () as nth
      from (select player_id, lang from event_reminders
        where project = $1 and event_id = $2 and is_on and told < $3
        limit cardinality($5::text[]) for update skip locked) bells
    ), told as (
      update event_reminders r set told = $3 from due where r.player_id = due.player_id and r.event_id = $2
      returning r.player_id
    ), notices as (
      insert into event_notices (player_id, event_id, moment, at)
      select player_id, $2, $4, $10 from due
      on conflict do nothing
    ), mails as (
      insert into rewards (id, player_id, project, server_id, event_id, kind, task_id, day, lang, mail, items, state,
        next_try_at, give_up_at, at, created_at)
      select ($5::text[])[due.nth], p.id, p.project, p.server_id, $2, 'reminder', 'remind:' || $4, $6, due.lang, $7,
        '[]', 'queued', $8, $9, $10, $10
      from due join players p on p.id = due.player_id
      on conflict on constraint one_reward_per_task_and_day do nothing
    )
    select player_id from told`,
  params: [
    'text',
    'text',
    'int2',
    'text',
    'text[]',
    'date',
    'jsonb',
    'timestamptz',
    'timestamptz',
    'timestamptz',
  ],
  row: v.object({ player_id: v.number() }),
});
