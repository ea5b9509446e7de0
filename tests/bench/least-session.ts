import * as v from 'valibot';
import { statement } from '../../apps/api/src/platform/db/statement.ts';
import { sessionRow } from '../../apps/api/src/domain/players/queries.ts';

/** Looks a session up by its token's hash: the minimum of a call with a session. */
export const leastSession = statement({
  name: 'bench.session',
  text: `select s.project, p.id as player_id, p.pr_id, p.server_id, p.cid, p.server_name, p.name, p.level, s.seen_at, s.by_link
    from sessions s join players p on p.id = s.player_id
    where s.token_hash = :tokenHash and s.ended_at is null and s.expires_at > :now
      and s.seen_at > :now::timestamptz - interval '30 days'`,
  params: { tokenHash: 'bytea', now: 'timestamptz' },
  row: v.omit(sessionRow, ['token_hash']),
});
