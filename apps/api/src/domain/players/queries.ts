import * as v from 'valibot';
import { statement, type RowOf, type ValuesFor } from '../../platform/db/statement.ts';

const upsertPlayer = `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values (:project, :serverId, :cid, :prId, :serverName, :name, :level, :seenAt)
      on conflict on constraint one_player_per_character do update
        set pr_id = :prId, server_name = :serverName, name = :name, level = :level, seen_at = :seenAt
      returning id`;
const playerParams = {
  project: 'text',
  serverId: 'text',
  cid: 'text',
  prId: 'text',
  serverName: 'text',
  name: 'text',
  level: 'int4',
  seenAt: 'timestamptz',
} as const;

/** Saves the character with a session; no row unless the checked password's version is current. */
export const signIn = statement({
  name: 'players.sign_in',
  text: `with player as (${upsertPlayer}, password_version)
    insert into sessions (token_hash, player_id, project, created_at, expires_at, seen_at, by_link)
    select :tokenHash, id, :project, :seenAt, :expiresAt, :seenAt, :byLink from player where password_version = :passwordVersion`,
  params: {
    ...playerParams,
    tokenHash: 'bytea',
    expiresAt: 'timestamptz',
    passwordVersion: 'int4',
    byLink: 'bool',
  },
});

/**
 * Saves an offered session with its character when its token is first used, and ends the session that it replaces.
 * Changes nothing for a token that has a session, ended or not, for an erased character, and for an outdated password.
 */
export const beginOfferedSession = statement({
  name: 'players.begin_offered_session',
  text: `with player as (
      insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      select :project, :serverId, :cid, :prId, :serverName, :name, :level, :now
      where not exists (select from sessions where token_hash = :tokenHash)
        and (:playerId::int8 is null or exists (
          select from players where id = :playerId and project = :project and server_id = :serverId and cid = :cid))
      on conflict on constraint one_player_per_character do update set
        pr_id = case when players.seen_at <= :offeredAt then excluded.pr_id else players.pr_id end,
        server_name = case when players.seen_at <= :offeredAt then excluded.server_name else players.server_name end,
        name = case when players.seen_at <= :offeredAt then excluded.name else players.name end,
        level = case when players.seen_at <= :offeredAt then excluded.level else players.level end,
        seen_at = greatest(players.seen_at, excluded.seen_at)
      returning id, password_version
    ), opened as (
      insert into sessions (token_hash, player_id, project, created_at, expires_at, seen_at)
      select :tokenHash, id, :project, :offeredAt, :expiresAt, :now from player where password_version = :passwordVersion
      on conflict (token_hash) do nothing
      returning project
    )
    update sessions s set ended_at = :now from opened
    where s.token_hash = :replaces and s.project = opened.project and s.ended_at is null`,
  params: {
    project: 'text',
    serverId: 'text',
    cid: 'text',
    prId: 'text',
    serverName: 'text',
    name: 'text',
    level: 'int4',
    playerId: 'int8?',
    passwordVersion: 'int4',
    tokenHash: 'bytea',
    replaces: 'bytea?',
    offeredAt: 'timestamptz',
    expiresAt: 'timestamptz',
    now: 'timestamptz',
  },
});

/** Saves the character without a session, for an order sent by a game (R05). */
export const savePlayer = statement({
  name: 'players.save',
  text: upsertPlayer,
  params: playerParams,
  row: v.object({ id: v.number() }),
});

export const sessionColumns = `s.token_hash, s.project, p.id as player_id, p.pr_id, p.server_id, p.cid,
  p.server_name, p.name, p.level, s.seen_at, s.by_link`;

/** Sessions per look-up statement; `tokenHash2` to `tokenHash8` are null where there are fewer. */
export const SESSIONS_AT_ONCE = 8;
/** Eight parameters, because PostgreSQL plans calls with an array anew, longer than the look-up. */
export const sessionParams = {
  tokenHash1: 'bytea',
  tokenHash2: 'bytea?',
  tokenHash3: 'bytea?',
  tokenHash4: 'bytea?',
  tokenHash5: 'bytea?',
  tokenHash6: 'bytea?',
  tokenHash7: 'bytea?',
  tokenHash8: 'bytea?',
  now: 'timestamptz',
} as const;

/** Sessions that have not ended or expired and were used within 30 days. */
export const isActiveSession = `s.token_hash in
        (:tokenHash1, :tokenHash2, :tokenHash3, :tokenHash4, :tokenHash5, :tokenHash6, :tokenHash7, :tokenHash8)
      and s.ended_at is null
      and s.expires_at > :now and s.seen_at > :now::timestamptz - interval '30 days'`;

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
  /** F18: opened by an access link and bound to its character. */
  by_link: v.boolean(),
});

export const sessionsByToken = statement({
  name: 'players.sessions_by_token',
  text: `select ${sessionColumns}
    from sessions s join players p on p.id = s.player_id
    where ${isActiveSession}`,
  params: sessionParams,
  row: sessionRow,
});
export type SessionValues = ValuesFor<typeof sessionsByToken>;
export type Session = Omit<RowOf<typeof sessionsByToken>, 'token_hash'>;

/** Time of a player's flag (V07); null: not flagged. */
export const flagOfPlayer = statement({
  name: 'players.flag',
  text: `select flagged_at from players where id = :playerId`,
  params: { playerId: 'int8' },
  row: v.object({ flagged_at: v.nullable(v.date()) }),
});

/** Players `p` that are not erased; an erased one is a row without a name (docs/decisions/0020). */
export const IS_LIVING = `not exists (select from erasures e where e.player_id = p.id)`;

export const endSession = statement({
  name: 'players.end_session',
  text: `update sessions set ended_at = :endedAt where token_hash = :tokenHash and ended_at is null`,
  params: { tokenHash: 'bytea', endedAt: 'timestamptz' },
});

/** Records the use of a session, unless a use at `staleAt` or later is recorded. */
export const sessionSeen = statement({
  name: 'players.session_seen',
  text: `update sessions set seen_at = :seenAt where token_hash = :tokenHash and seen_at < :staleAt`,
  params: { tokenHash: 'bytea', seenAt: 'timestamptz', staleAt: 'timestamptz' },
});

export const endOtherSessions = statement({
  name: 'players.end_other_sessions',
  text: `update sessions set ended_at = :endedAt
    where player_id = :playerId and token_hash is distinct from :keepTokenHash and ended_at is null`,
  params: { playerId: 'int8', keepTokenHash: 'bytea?', endedAt: 'timestamptz' },
});

/** Ends every live session of some projects at once: by the index of sessions' ends. */
export const endSessionsOfProjects = statement({
  name: 'players.end_sessions_of_projects',
  text: `with ended as (
      update sessions set ended_at = :endedAt
      where project = any(:projects::text[]) and ended_at is null
        and least(expires_at, coalesce(ended_at, expires_at)) > :endedAt
      returning project
    )
    select project, count(*)::int4 as sessions from ended group by project`,
  params: { projects: 'text[]', endedAt: 'timestamptz' },
  row: v.object({ project: v.string(), sessions: v.number() }),
});

/** Counts one more in a fixed window; returns the count. */
export const countCall = statement({
  name: 'players.count_call',
  text: `insert into rate_counters (key, window_start, calls) values (:key, :windowStart, 1)
    on conflict (key, window_start) do update set calls = rate_counters.calls + 1
    returning calls`,
  params: { key: 'text', windowStart: 'timestamptz' },
  row: v.object({ calls: v.number() }),
});

/** Counts one more in several windows at once; their order is the order of locks. */
export const countInWindows = statement({
  name: 'players.count_in_windows',
  text: `insert into rate_counters (key, window_start, calls)
    select key, since, 1 from unnest(:keys::text[], :windowStarts::timestamptz[]) as w (key, since)
    on conflict (key, window_start) do update set calls = rate_counters.calls + 1
    returning key, calls`,
  params: { keys: 'text[]', windowStarts: 'timestamptz[]' },
  row: v.object({ key: v.string(), calls: v.number() }),
});

/**
 * Counts one more for a player, and in the windows of its network if the player's limit admits the call: refused calls
 * would use up the budget of everybody in that network. Counters are locked in the order of the text.
 */
export const countAdmitted = statement({
  name: 'players.count_admitted',
  text: `with own as (
      insert into rate_counters (key, window_start, calls) values (:key, :windowStart, 1)
      on conflict (key, window_start) do update set calls = rate_counters.calls + 1
      returning key, calls
    ), shared as (
      insert into rate_counters (key, window_start, calls)
      select w.key, since, 1 from unnest(:keys::text[], :windowStarts::timestamptz[]) as w (key, since)
      where (select calls from own) <= :most::float8
      on conflict (key, window_start) do update set calls = rate_counters.calls + 1
      returning key, calls
    )
    select key, calls from own union all select key, calls from shared`,
  params: {
    key: 'text',
    windowStart: 'timestamptz',
    most: 'float8',
    keys: 'text[]',
    windowStarts: 'timestamptz[]',
  },
  row: v.object({ key: v.string(), calls: v.number() }),
});

/** Retains counters until their window is over; those of minutes for an hour, for operators. */
export const purgeOldCounters = statement({
  name: 'players.forget_old_counters',
  text: `delete from rate_counters
    where window_start < :now::timestamptz - interval '1 hour' and window_start < :now::timestamptz - case
      when key like 'day:%' then interval '2 days'
      when key like 'hour:%' then interval '2 hours'
      else interval '1 hour' end`,
  params: { now: 'timestamptz' },
});

/** Whether a character is known here, and the first budget that is used up: its place in `keys`, from 1. */
export const lookUpStatus = statement({
  name: 'players.look_around',
  text: `select
      exists (select from players where project = :project and server_id = :serverId and cid = :cid) as is_known,
      (select min(b.n)::int4
        from unnest(:keys::text[], :since::timestamptz[], :limits::int4[]) with ordinality as b (key, since, most, n)
        join rate_counters c on c.key = b.key and c.window_start >= b.since and c.calls > b.most) as guarded_by`,
  params: {
    project: 'text',
    serverId: 'text',
    cid: 'text',
    keys: 'text[]',
    since: 'timestamptz[]',
    limits: 'int4[]',
  },
  row: v.object({ is_known: v.boolean(), guarded_by: v.nullable(v.number()) }),
});

/** Flags the player of an order (V07), once per reason; never an erased player. */
export const flagPlayer = statement({
  name: 'players.flag_for_order',
  text: `with flag as (
      insert into player_flags (player_id, order_id, why, at)
      select p.id, o.id, :why, :now from orders o join players p on p.id = o.player_id
      where o.id = :orderId and ${IS_LIVING}
      on conflict (order_id, why) where cleared_at is null do nothing
      returning player_id
    ), player as (
      update players p set flagged_at = coalesce(p.flagged_at, :now) from flag where p.id = flag.player_id
    )
    insert into order_events (order_id, at, source, event, detail)
    select :orderId, :now, 'webhook', 'player_flagged', jsonb_build_object('why', :why::text) from flag`,
  params: { orderId: 'text', why: 'text', now: 'timestamptz' },
});
