import * as v from 'valibot';
import { statement } from '../../../platform/db/statement.ts';

/** Rounds of the events that projects list, and of one event. */

const round = {
  project: v.string(),
  event_id: v.string(),
  starts_at: v.date(),
  ends_at: v.date(),
};

/** The rounds of one event, the newest first. */
export const roundsOfEvent = statement({
  name: 'console.rounds_of_event',
  text: `select r.project, r.event_id, r.starts_at, r.ends_at
    from events e join events r on r.project = e.project and r.base_id = e.base_id and r.kind = e.kind
    where e.project = :project and e.event_id = :eventId
    order by r.starts_at desc limit :most`,
  params: { project: 'text', eventId: 'text', most: 'int8' },
  row: v.object(round),
});

const taskRow = v.object({ task: v.string(), players: v.number(), times: v.number() });

/** Characters with a coupon of a round. */
export const bargainPlayers = statement({
  name: 'console.bargain_players',
  text: `select count(distinct player_id)::int4 as players
    from bargain_coupons where project = :project and event_id = :eventId`,
  params: { project: 'text', eventId: 'text' },
  row: v.object({ players: v.number() }),
});

/** Steps that lowered a price in a round, by task. */
export const bargainSteps = statement({
  name: 'console.bargain_steps',
  text: `select task, count(distinct player_id)::int4 as players, count(*)::int4 as times
    from bargain_steps where project = :project and event_id = :eventId group by task order by task`,
  params: { project: 'text', eventId: 'text' },
  row: taskRow,
});

/** Rewards of a round that were claimed, by task, without reminders. */
export const claimedRewards = statement({
  name: 'console.claimed_rewards',
  text: `select task_id as task, count(distinct player_id)::int4 as players, count(*)::int4 as times
    from rewards where project = :project and event_id = :eventId and kind in ('points', 'days', 'daily', 'card')
    group by task_id order by task_id`,
  params: { project: 'text', eventId: 'text' },
  row: taskRow,
});

/** Characters that claimed a reward of a round. */
export const claimingPlayers = statement({
  name: 'console.claiming_players',
  text: `select count(distinct player_id)::int4 as players
    from rewards where project = :project and event_id = :eventId and kind in ('points', 'days', 'daily', 'card')`,
  params: { project: 'text', eventId: 'text' },
  row: v.object({ players: v.number() }),
});

/** Paid orders of a project from `from` to `to`, and those from `source`. A null source has none. */
export const paidIn = statement({
  name: 'console.paid_in_round',
  text: `select count(*)::int4 as orders, coalesce(sum(usd_minor), 0)::int8 as usd_minor,
      (count(*) filter (where source = :source))::int4 as sold_orders,
      coalesce(sum(usd_minor) filter (where source = :source), 0)::int8 as sold_usd_minor,
      (count(distinct player_id) filter (where source = :source))::int4 as sold_players
    from orders where project = :project and paid_at >= :from and paid_at < :to and state = 'success'`,
  params: { project: 'text', source: 'text?', from: 'timestamptz', to: 'timestamptz' },
  row: v.object({
    orders: v.number(),
    usd_minor: v.number(),
    sold_orders: v.number(),
    sold_usd_minor: v.number(),
    sold_players: v.number(),
  }),
});

/** One round, listed or not. */
export const roundById = statement({
  name: 'console.round_by_id',
  text: `select kind, starts_at, ends_at from events where project = :project and event_id = :eventId`,
  params: { project: 'text', eventId: 'text' },
  row: v.object({ kind: v.string(), starts_at: v.date(), ends_at: v.date() }),
});
