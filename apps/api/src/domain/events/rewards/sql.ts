import * as v from 'valibot';
import { statement, type RowOf } from '../../../platform/db/statement.ts';
import { dueOf, endOfTry, leaseOn, overdueOf, placesOf } from '../../deliveries/mail-sql.ts';
import { givenItem } from '../kind.ts';

/** Takes a lease on the mail of one reward, with what it is written from; null as of every mail (mail-sql.ts). */
export const takeReward = statement({
  name: 'rewards.take',
  text: `with taken as (
      ${leaseOn('rewards')}
      returning *
    )
    select t.id, t.attempts, t.refused, t.give_up_at, t.project, t.event_id, t.kind, t.lang, t.mail, t.items,
      t.server_id, p.cid, p.name
    from taken t join players p on p.id = t.player_id`,
  params: { id: 'text', realNow: 'timestamptz' },
  row: v.object({
    id: v.string(),
    attempts: v.number(),
    refused: v.number(),
    give_up_at: v.date(),
    project: v.string(),
    event_id: v.string(),
    kind: v.string(),
    lang: v.string(),
    mail: v.object({
      text: v.picklist(['reward', 'starts_soon', 'started', 'ends_soon']),
      event: v.record(v.string(), v.string()),
      at: v.optional(v.number()),
    }),
    items: v.array(givenItem),
    server_id: v.string(),
    cid: v.string(),
    name: v.string(),
  }),
});
export type RewardToSend = RowOf<typeof takeReward>;

export const recordReward = statement({
  name: 'rewards.record_try',
  text: endOfTry('rewards', `, refused_why = case when :state = 'rejected' then :refusedWhy end`),
  params: {
    id: 'text',
    tries: 'int4',
    state: 'text',
    reason: 'text?',
    nextTryAt: 'timestamptz',
    mailId: 'text?',
    now: 'timestamptz',
    refusedWhy: 'text?',
  },
});

export const rewardPlaces = placesOf('rewards');
export const dueRewards = dueOf('rewards');
export const overdueRewards = overdueOf('rewards');

/** One that its game refused for good, or for seven days, and that no operator has dealt with. */
export const IS_REFUSED_REWARD = `state = 'rejected' and settled_at is null`;
