import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { TOTAL_COUNT } from './sql.ts';

/** A reward that its game refused for good, or for seven days, and that no operator has settled. */
export const IS_REFUSED_REWARD = `state = 'rejected' and settled_at is null`;

/** What an event gave, or reminded of, and its game refused. */
export const refusedRewards = statement({
  name: 'resolutions.refused_rewards',
  text: `select r.id, r.at, r.project, r.event_id, r.kind, r.task_id, r.server_id, p.cid, p.name, r.refused_why as why, ${TOTAL_COUNT}
    from (select * from rewards where ${IS_REFUSED_REWARD}) r join players p on p.id = r.player_id
    order by r.at, r.id limit 200`,
  row: v.object({
    id: v.string(),
    at: v.date(),
    project: v.string(),
    event_id: v.string(),
    kind: v.string(),
    task_id: v.string(),
    server_id: v.string(),
    cid: v.string(),
    name: v.string(),
    why: v.nullable(v.string()),
    total_count: v.number(),
  }),
});

/** The operator says that nothing more is done about one. */
export const settleReward = statement({
  name: 'resolutions.settle_reward',
  text: `update rewards set settled_at = :now, settled_because = :because where id = :rewardId and ${IS_REFUSED_REWARD}
    returning event_id`,
  params: { rewardId: 'text', now: 'timestamptz', because: 'text' },
  row: v.object({ event_id: v.string() }),
});
