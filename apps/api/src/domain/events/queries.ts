import * as v from 'valibot';
import { sessionColumns, sessionParams, sessionRow, isActiveSession } from '../players/queries.ts';
import { statement } from '../../platform/db/statement.ts';
import { storedWindows } from '../projects/event-window.ts';

/** Inserts a reward with its mail, once per task and day. No row: it was given before. */
export const insertReward = statement({
  name: 'events.insert_reward',
  text: `with reward as (
      insert into rewards (id, player_id, project, server_id, event_id, kind, task_id, day, goal, lang, mail, items,
        state, at, created_at)
      select :rewardId, id, project, server_id, :eventId, :kind, :taskId, :day, :goal, :lang, :mail, :items, 'queued', :now, :now
      from players where id = :playerId
      on conflict on constraint one_reward_per_task_and_day do nothing
      returning id, project, server_id
    ), mail as (
      insert into outbox_mails (id, kind, project, server_id, next_attempt_at, give_up_at, created_at)
      select id, 'reward', project, server_id, :nextAttemptAt, :giveUpAt, :now from reward
      returning id, project
    )
    select id from mail`,
  params: {
    rewardId: 'text',
    playerId: 'int8',
    eventId: 'text',
    kind: 'text',
    taskId: 'text',
    day: 'date',
    goal: 'int8?',
    lang: 'text',
    mail: 'jsonb',
    items: 'jsonb',
    nextAttemptAt: 'timestamptz',
    giveUpAt: 'timestamptz',
    now: 'timestamptz',
  },
  row: v.object({ id: v.string() }),
});

/** Columns of player `p`, maintained by triggers, that tell whether more must be read. */
export const pastColumns = 'p.has_orders, p.has_reminders';
export const pastEntries = { has_orders: v.boolean(), has_reminders: v.boolean() };

export const eventSessions = statement({
  name: 'events.sessions',
  text: `select ${sessionColumns}, ${pastColumns}
    from sessions s join players p on p.id = s.player_id
    where ${isActiveSession}`,
  params: sessionParams,
  row: v.object({ ...sessionRow.entries, ...pastEntries }),
});

/** Marks an event's notices as read and returns whether its reminder is on. */
export const readReminder = statement({
  name: 'events.read_bell',
  text: `with seen as (
      update event_notices set read_at = :readAt where player_id = :playerId and event_id = :eventId and read_at is null
    )
    select exists (
      select from event_reminders where player_id = :playerId and event_id = :eventId and is_on) as remind`,
  params: { playerId: 'int8', eventId: 'text', readAt: 'timestamptz' },
  row: v.object({ remind: v.boolean() }),
});

/**
 * Countries in which a player has begun rounds, by round, and the country of the last paid order. A round with times is
 * begun by its first order, too.
 */
export const keptCountries = statement({
  name: 'events.kept_countries',
  text: `select
      coalesce((select jsonb_object_agg(r.event_id, coalesce(c.country, o.country))
        from jsonb_to_recordset(:rounds) as r (event_id text, starts_at timestamptz, ends_at timestamptz, countries jsonb)
        left join event_countries c on c.player_id = :playerId and c.event_id = r.event_id
        left join lateral (
          select country from orders
          where player_id = :playerId and paid_at >= r.starts_at and paid_at < r.ends_at
            and (r.countries is null or r.countries ? country)
          order by paid_at limit 1) o on true
        where coalesce(c.country, o.country) is not null), '{}') as kept,
      (select country from orders where player_id = :playerId and paid_at is not null order by paid_at desc limit 1) as paid`,
  params: { playerId: 'int8', rounds: 'jsonb' },
  row: v.object({ kept: v.record(v.string(), v.string()), paid: v.nullable(v.string()) }),
});

/** Null: one window, in every country. */
export const windowsOfRound = statement({
  name: 'events.windows_of_round',
  text: `select windows from events where project = :project and event_id = :eventId`,
  params: { project: 'text', eventId: 'text' },
  row: v.object({ windows: storedWindows }),
});

/** Corrects the country of a round, or keeps the first; `was`: the one before. */
export const saveCountry = statement({
  name: 'events.save_country',
  text: `with before as (
      select country from event_countries where player_id = :playerId and event_id = :eventId
    ), saved as (
      insert into event_countries (player_id, event_id, country, at) values (:playerId, :eventId, :country, :at)
      on conflict (player_id, project, event_id) do update set country = excluded.country
    )
    select (select country from before) as was`,
  params: { playerId: 'int8', eventId: 'text', country: 'text', at: 'timestamptz' },
  row: v.object({ was: v.nullable(v.string()) }),
});

/** Keeps the country of a begun round; no row: it was begun before. */
export const insertCountry = statement({
  name: 'events.insert_country',
  text: `insert into event_countries (player_id, event_id, country, at) values (:playerId, :eventId, :country, :at)
    on conflict do nothing returning country`,
  params: { playerId: 'int8', eventId: 'text', country: 'text', at: 'timestamptz' },
  row: v.object({ country: v.string() }),
});
