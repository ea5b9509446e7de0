import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** Whether this shop has seen a character ($1–$3), and whether its project's look-ups are guarded since $4. */
export const lookAround = statement({
  name: 'players.look_around',
  text: `select
      exists (select from players where project = $1 and server_id = $2 and cid = $3) as is_known,
      exists (select from rate_counters where key = 'guarded:' || $1::text and window_start >= $4) as is_guarded`,
  params: ['text', 'text', 'text', 'timestamptz'],
  row: v.object({ is_known: v.boolean(), is_guarded: v.boolean() }),
});
