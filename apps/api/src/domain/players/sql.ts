import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

/**
 * The character as the game just described it, and a new session of it, in one statement; none where the password's
 * version is not the one that was checked.
 */
export const signIn = statement({
  name: 'players.sign_in',
  text: `with player as (
      insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict on constraint one_player_per_character do update
        set pr_id = $4, server_name = $5, name = $6, level = $7, seen_at = $8
      returning id, password_version
    )
    insert into sessions (token_hash, player_id, project, created_at, expires_at, seen_at, by_link)
    select $9, id, $1, $8, $10, $8, $12 from player where password_version = $11`,
  params: [
    'text',
    'text',
    'text',
    'text',
    'text',
    'text',
    'int4',
    'timestamptz',
    'bytea',
    'timestamptz',
    'int4',
    'bool',
  ],
});

/** The same without a session: a game sent the character's order here (R05). */
export const savePlayer = statement({
  name: 'players.save',
  text: `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict on constraint one_player_per_character do update
      set pr_id = $4, server_name = $5, name = $6, level = $7, seen_at = $8
    returning id`,
  params: ['text', 'text', 'text', 'text', 'text', 'text', 'int4', 'timestamptz'],
  row: v.object({ id: v.number() }),
});

export const sessionColumns = `s.token_hash, s.project, p.id as player_id, p.pr_id, p.server_id, p.cid,
  p.server_name, p.name, p.level, s.seen_at, s.by_link`;

/** So many sessions a statement looks up: $1 to $8, null where there are fewer to look up. */
export const SESSIONS_AT_ONCE = 8;
/**
 * Parameters of their own, not an array: PostgreSQL would think of an array's length, make a plan for every call, and that
 * takes longer than the look-up. $9 is now.
 */
export const sessionParams = [
  'bytea',
  'bytea?',
  'bytea?',
  'bytea?',
  'bytea?',
  'bytea?',
  'bytea?',
  'bytea?',
  'timestamptz',
] as const;

/** Of the tokens' hashes: not ended, not too old ($9: now), and used within 30 days. */
export const sessionStands = `s.token_hash in ($1, $2, $3, $4, $5, $6, $7, $8) and s.ended_at is null
      and s.expires_at > $9 and s.seen_at > $9::timestamptz - interval '30 days'`;

export const sessionRow = v.object({
  token_hash: v.instance(Uint8Array),
  project: v.string(),
  player_id: v.number(),
  pr_id: v.string(),
  server_id: v.string(),
  cid: v.string(),
  server_name: v.string(),
  name: v.string(),
  level: v.number(),
  seen_at: v.date(),
  /** F18: it came by an access link, and is bound to its character. */
  by_link: v.boolean(),
});

export const sessionsByToken = statement({
  name: 'players.sessions_by_token',
  text: `select ${sessionColumns}
    from sessions s join players p on p.id = s.player_id
    where ${sessionStands}`,
  params: sessionParams,
  row: sessionRow,
});
export type Session = Omit<RowOf<typeof sessionsByToken>, 'token_hash'>;

/** Whether something stands against a player (V07): null when nothing does. */
export const flagOfPlayer = statement({
  name: 'players.flag',
  text: `select flagged_at from players where id = $1`,
  params: ['int8'],
  row: v.object({ flagged_at: v.nullable(v.date()) }),
});

/** Of a player `p`: not forgotten. What is left of those who are is a row without a name (docs/decisions/0020). */
export const IS_LIVING = `not exists (select from erasures e where e.player_id = p.id)`;

export const endSession = statement({
  name: 'players.end_session',
  text: `update sessions set ended_at = $2 where token_hash = $1 and ended_at is null`,
  params: ['bytea', 'timestamptz'],
});

/** $3: when it was noted last at the earliest for another note to be worth it. */
export const sessionSeen = statement({
  name: 'players.session_seen',
  text: `update sessions set seen_at = $2 where token_hash = $1 and seen_at < $3`,
  params: ['bytea', 'timestamptz', 'timestamptz'],
});

/** Every session of a player but the one of the token's hash $2. */
export const endOtherSessions = statement({
  name: 'players.end_other_sessions',
  text: `update sessions set ended_at = $3
    where player_id = $1 and token_hash is distinct from $2 and ended_at is null`,
  params: ['int8', 'bytea?', 'timestamptz'],
});

/** Counts one more in a fixed window; answers how many there are now. */
export const countCall = statement({
  name: 'players.count_call',
  text: `insert into rate_counters (key, window_start, calls) values ($1, $2, 1)
    on conflict (key, window_start) do update set calls = rate_counters.calls + 1
    returning calls`,
  params: ['text', 'timestamptz'],
  row: v.object({ calls: v.number() }),
});

export const purgeOldCounters = statement({
  name: 'players.forget_old_counters',
  text: `delete from rate_counters where window_start < $1`,
  params: ['timestamptz'],
});
