import * as v from 'valibot';
import { NOTICES } from '@webpay/contract/activity-shapes';
import { statement } from '../../../platform/db/statement.ts';

/** A player's reminders and unread notices of these events. */
export const remindersOfPlayer = statement({
  name: 'activities.bells_of_player',
  text: `select e.event_id, coalesce(r.is_on, false) as is_on, n.moment as notice
    from unnest(:eventIds::text[]) as e (event_id)
    left join event_reminders r on r.player_id = :playerId and r.event_id = e.event_id
    left join lateral (
      select moment from event_notices n
      where n.player_id = :playerId and n.event_id = e.event_id and n.read_at is null
      order by n.at desc limit 1) n on true`,
  params: { playerId: 'int8', eventIds: 'text[]' },
  row: v.object({
    event_id: v.string(),
    is_on: v.boolean(),
    notice: v.nullable(v.picklist(NOTICES)),
  }),
});

/** An active reminder keeps its last moment; the language is the latest request's. */
export const saveReminder = statement({
  name: 'activities.save_reminder',
  text: `insert into event_reminders as r (player_id, project, event_id, is_on, lang, last_moment, country, changed_at)
    values (:playerId, :project, :eventId, :isOn, :lang, :lastMoment, :country, :changedAt)
    on conflict (player_id, project, event_id) do update
      set is_on = :isOn, lang = :lang, country = coalesce(:country, r.country),
        last_moment = case when r.is_on then r.last_moment else :lastMoment end,
        changed_at = case when r.is_on = :isOn then r.changed_at else :changedAt end`,
  params: {
    playerId: 'int8',
    project: 'text',
    eventId: 'text',
    isOn: 'bool',
    lang: 'text',
    lastMoment: 'int2',
    country: 'text?',
    changedAt: 'timestamptz',
  },
});

/** The country of the begun round, else of the reminder; one that older code saved has that of the last payment. */
const ITS_COUNTRY = `coalesce(
        (select c.country from event_countries c where c.player_id = r.player_id and c.event_id = r.event_id), r.country,
        (select o.country from orders o where o.player_id = r.player_id and o.paid_at is not null order by o.paid_at desc limit 1))`;

/** Reminders of one window: of its countries, codes with commas between, or without any of all but `others`. */
const ofWindow = (countries: string, others: string) => `case
        when ${countries} = '' and ${others} = '' then true
        when ${countries} = '' then coalesce(${ITS_COUNTRY} <> all (string_to_array(${others}, ',')), true)
        else coalesce(${ITS_COUNTRY} = any (string_to_array(${countries}, ',')), false) end`;

/** The positions of those events and moments that a player still waits for. */
export const remindersWaiting = statement({
  name: 'activities.bells_waiting',
  text: `select due.n::int4 as n
    from unnest(:projects::text[], :eventIds::text[], :moments::int2[], :countries::text[], :others::text[])
      with ordinality as due (project, event_id, moment, countries, others, n)
    where exists (select from event_reminders r
      where r.project = due.project and r.event_id = due.event_id and r.is_on and r.last_moment < due.moment
        and ${ofWindow('due.countries', 'due.others')})`,
  params: {
    projects: 'text[]',
    eventIds: 'text[]',
    moments: 'int2[]',
    countries: 'text[]',
    others: 'text[]',
  },
  row: v.object({ n: v.number() }),
});

/** Sends a batch of an event's reminders. The fair sweep mails them, never delaying goods. */
export const sendReminders = statement({
  name: 'activities.ring_bells',
  text: `with due as (
      select player_id, lang, row_number() over () as nth
      from (select player_id, lang from event_reminders r
        where project = :project and event_id = :eventId and is_on and last_moment < :lastMoment
          and ${ofWindow(':countries::text', ':others')}
        limit cardinality(:rewardIds::text[]) for update skip locked) active
    ), reminded as (
      update event_reminders r set last_moment = :lastMoment from due where r.player_id = due.player_id and r.event_id = :eventId
      returning r.player_id
    ), notices as (
      insert into event_notices (player_id, event_id, moment, at)
      select player_id, :eventId, :moment, :now from due
      on conflict do nothing
    ), mails as (
      insert into rewards (id, player_id, project, server_id, event_id, kind, task_id, day, lang, mail, items, state,
        at, created_at)
      select (:rewardIds::text[])[due.nth], p.id, p.project, p.server_id, :eventId, 'reminder', 'remind:' || :moment, :day, due.lang, :mail,
        '[]', 'queued', :now, :now
      from due join players p on p.id = due.player_id
      on conflict on constraint one_reward_per_task_and_day do nothing
      returning id, project, server_id
    ), queued as (
      insert into outbox_mails (id, kind, project, server_id, next_attempt_at, give_up_at, created_at)
      select id, 'reminder', project, server_id, :nextAttemptAt, :giveUpAt, :now from mails
    )
    select player_id from reminded`,
  params: {
    project: 'text',
    eventId: 'text',
    countries: 'text',
    others: 'text',
    lastMoment: 'int2',
    moment: 'text',
    rewardIds: 'text[]',
    day: 'date',
    mail: 'jsonb',
    nextAttemptAt: 'timestamptz',
    giveUpAt: 'timestamptz',
    now: 'timestamptz',
  },
  row: v.object({ player_id: v.number() }),
});
