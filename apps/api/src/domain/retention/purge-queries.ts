import * as v from 'valibot';
import { IS_LIVING } from '../players/queries.ts';
import { statement } from '../../platform/db/statement.ts';

/**
 * Purges up to `limit` rows from `after` until before `before`, the oldest first. The next batch begins at `next_from`, so
 * that no batch scans the dead rows of earlier ones; null: no row is left.
 */
const purgeText = (batch: string, change: string) => `with batch as materialized (
      ${batch} limit :limit for update skip locked
    ), purged as (
      ${change}
    )
    select count(*)::int4 as count, case when count(*) = :limit then max(at) end as next_from from batch`;
const BATCH_PARAMS = { after: 'timestamptz', before: 'timestamptz', limit: 'int8' } as const;
const PURGED = v.object({ count: v.number(), next_from: v.nullable(v.date()) });

const purgeByTime = (name: string, batch: string, change: string) =>
  statement({
    name: `retention.${name}`,
    text: purgeText(batch, change),
    params: BATCH_PARAMS,
    row: PURGED,
  });
/** Must equal the expression of the index on sessions. */
const SESSION_END = `least(expires_at, coalesce(ended_at, expires_at))`;

/** Deletes sessions that ended or expired before `before`; not those whose token could still begin them anew. */
export const purgeSessions = statement({
  name: 'retention.sessions',
  text: purgeText(
    `select token_hash, ${SESSION_END} as at from sessions
      where ${SESSION_END} >= :after and ${SESSION_END} < :before
        and (by_link or created_at < :now::timestamptz - interval '30 days') order by ${SESSION_END}`,
    `delete from sessions s using batch b where s.token_hash = b.token_hash`,
  ),
  params: { ...BATCH_PARAMS, now: 'timestamptz' },
  row: PURGED,
});

export const purgeNotices = purgeByTime(
  'notices',
  `select player_id, project, event_id, moment, at from event_notices where at >= :after and at < :before order by at`,
  `delete from event_notices n using batch b
      where n.player_id = b.player_id and n.project = b.project and n.event_id = b.event_id and n.moment = b.moment`,
);

/** Deletes the countries of rounds that ended before `before`. */
export const purgeCountries = statement({
  name: 'retention.event_countries',
  text: `delete from event_countries where (player_id, project, event_id) in (
      select c.player_id, c.project, c.event_id from event_countries c
      where c.at < :before and not exists (
        select from events e where e.project = c.project and e.event_id = c.event_id and e.ends_at >= :before)
      order by c.at limit :limit for update of c skip locked)`,
  params: { before: 'timestamptz', limit: 'int8' },
});

/** By a function of the owner, which keeps the last 30 days: the shop deletes no audit record (docs/decisions/0038). */
export const purgeAccessEvents = statement({
  name: 'retention.access_events',
  text: `select count, next_from from purge_access_events(:after, :before, :limit)`,
  params: BATCH_PARAMS,
  row: PURGED,
});

/** By a function of the owner: imported files that were never published. One batch a run, so that it ends in any shop. */
export const purgeDrafts = statement({
  name: 'retention.drafts',
  text: `select purge_drafts(:before, :limit) as count, null::timestamptz as next_from`,
  params: { before: 'timestamptz', limit: 'int8' },
  row: PURGED,
});

/** Empties old carts. */
export const purgeCarts = purgeByTime(
  'carts',
  `select player_id, changed_at as at from carts where changed_at >= :after and changed_at < :before order by changed_at`,
  `delete from cart_items i using batch b where i.player_id = b.player_id`,
);

/** Runs after each batch of `purgeCarts`, because a foreign key is checked per statement. */
export const purgeEmptyCarts = statement({
  name: 'retention.empty_carts',
  text: `delete from carts where player_id in (
      select c.player_id from carts c where c.changed_at >= :after and c.changed_at < :before
        and not exists (select from cart_items i where i.player_id = c.player_id)
      order by c.changed_at limit :limit for update skip locked)`,
  params: { after: 'timestamptz', before: 'timestamptz', limit: 'int8' },
});

/** Empties bodies of applied messages; their keys stay, so that none is applied twice. */
export const purgeMessages = purgeByTime(
  'messages',
  `select id, applied_at as at from gateway_inbox
      where applied_at is not null and body <> '' and applied_at >= :after and applied_at < :before order by applied_at, id`,
  `update gateway_inbox g set body = '' from batch b where g.id = b.id`,
);

/** Empties form data of ended payments; ids, sums and the card's last digits stay. */
export const purgeForms = purgeByTime(
  'forms',
  `select id, updated_at as at from payment_attempts
      where updated_at >= :after and updated_at < :before and state in ('SUCCEEDED', 'FAILED', 'EXPIRED')
        and (client_key is not null or session_key is not null or approve_url is not null or action_url is not null)
      order by updated_at`,
  `update payment_attempts a set client_key = null, session_key = null, approve_url = null, action_url = null
      from batch b where a.id = b.id`,
);

/**
 * Deletes ended mails; deliveries, resends, rewards and the order's history stay. Refused mails that
 * an operator has not settled stay too.
 */
export const purgeMails = statement({
  name: 'retention.mails',
  text: `delete from outbox_mails where id in (
      select m.id from outbox_mails m
      where m.ended_at < :before
        and not exists (select from resends r where r.id = m.id and r.state = 'rejected' and r.settled_at is null)
        and not exists (select from rewards w where w.id = m.id and w.state = 'rejected' and w.settled_at is null)
      order by m.ended_at limit :limit for update of m skip locked)`,
  params: { before: 'timestamptz', limit: 'int8' },
});

/** Deletes ended notices to games; the order's history keeps that the game was told. */
export const purgeGameNotices = statement({
  name: 'retention.game_notices',
  text: `delete from game_notices where id in (
      select n.id from game_notices n where n.ended_at < :before
      order by n.ended_at limit :limit for update of n skip locked)`,
  params: { before: 'timestamptz', limit: 'int8' },
});

/** Excludes characters protected by an access password, and flagged ones, who could order again. */
const IS_IDLE = `p.seen_at < :before and p.flagged_at is null
      and not exists (select from access_passwords a where a.player_id = p.id)
      and not exists (select from orders o where o.player_id = p.id)
      and not exists (select from sessions s where s.player_id = p.id)
      and ${IS_LIVING}`;

/** Idle players of a range of ids. */
export const idlePlayers = statement({
  name: 'retention.idle_players',
  text: `select p.id from players p where p.id > :afterId and p.id <= :upToId and ${IS_IDLE} order by p.id`,
  params: { before: 'timestamptz', afterId: 'int8', upToId: 'int8' },
  row: v.object({ id: v.number() }),
});

/** The next of all players' ids after `afterId`, however far; no row after the last. */
export const nextPlayer = statement({
  name: 'retention.next_player',
  text: `select id from players where id > :afterId order by id limit 1`,
  params: { afterId: 'int8' },
  row: v.object({ id: v.number() }),
});

/** Rechecks an idle player after its row is locked. */
export const isStillIdle = statement({
  name: 'retention.is_idle_still',
  text: `select exists (select from players p where p.id = :playerId and ${IS_IDLE}) as is_so`,
  params: { before: 'timestamptz', playerId: 'int8' },
  row: v.object({ is_so: v.boolean() }),
});

/** Creates the monthly partitions of this month and `ahead` more; returns how many are new. */
export const createMonthPartitions = statement({
  name: 'retention.create_month_partitions',
  text: `select create_month_partitions(:ahead) as created`,
  params: { ahead: 'int4' },
  row: v.object({ created: v.number() }),
});
