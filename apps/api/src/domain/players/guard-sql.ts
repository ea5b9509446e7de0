import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** Whether this shop has seen a character, and whether its project's look-ups are guarded since `windowStart`. */
export const lookAround = statement({
  name: 'players.look_around',
  text: `select
      exists (select from players where project = :project and server_id = :serverId and cid = :cid) as is_known,
      exists (select from rate_counters where key = 'guarded:' || :project::text and window_start >= :windowStart) as is_guarded`,
  params: { project: 'text', serverId: 'text', cid: 'text', windowStart: 'timestamptz' },
  row: v.object({ is_known: v.boolean(), is_guarded: v.boolean() }),
});
