import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { IS_LIVING } from '../players/sql.ts';

/** Deletes what is older than `before` and not needed any more, a statement for each kind. */
export const purgeSessions = statement({
  name: 'retention.sessions',
  text: `delete from sessions where least(expires_at, coalesce(ended_at, expires_at)) < :before`,
  params: { before: 'timestamptz' },
});

export const purgeNotices = statement({
  name: 'retention.notices',
  text: `delete from event_notices where at < :before`,
  params: { before: 'timestamptz' },
});

export const purgeAccessEvents = statement({
  name: 'retention.access_events',
  text: `delete from access_events where at < :before`,
  params: { before: 'timestamptz' },
});

export const purgeCarts = statement({
  name: 'retention.carts',
  text: `with old as (
      select player_id from carts where changed_at < :before for update
    ), items as (
      delete from cart_items where player_id in (select player_id from old)
    )
    select player_id from old`,
  params: { before: 'timestamptz' },
  row: v.object({ player_id: v.number() }),
});

/** Its items went in the statement before: a foreign key looks at each statement. */
export const purgeEmptyCarts = statement({
  name: 'retention.empty_carts',
  text: `delete from carts c where changed_at < :before
    and not exists (select from cart_items i where i.player_id = c.player_id)`,
  params: { before: 'timestamptz' },
});

/** What a gateway wrote, of messages that were applied; their keys stay, so that none is applied twice. */
export const purgeMessages = statement({
  name: 'retention.messages',
  text: `update gateway_inbox set body = '' where applied_at < :before and body <> ''`,
  params: { before: 'timestamptz' },
});

/** What a browser needed to pay, of payments that ended; numbers, sums and the card's last digits stay. */
export const purgeForms = statement({
  name: 'retention.forms',
  text: `update payment_attempts set client_key = null, session_key = null, approve_url = null, action_url = null
    where updated_at < :before and state in ('SUCCEEDED', 'FAILED', 'EXPIRED')
      and (client_key is not null or session_key is not null or approve_url is not null or action_url is not null)`,
  params: { before: 'timestamptz' },
});

/**
 * Characters who were looked up, never ordered anything, and did not come again. Not those whose access password stands:
 * without it anybody who knows the id would be in. Nor flagged ones, who could order again.
 */
const IS_IDLE = `p.seen_at < :before and p.flagged_at is null
      and not exists (select from access_passwords a where a.player_id = p.id)
      and not exists (select from orders o where o.player_id = p.id)
      and not exists (select from sessions s where s.player_id = p.id)
      and ${IS_LIVING}`;

export const idlePlayers = statement({
  name: 'retention.idle_players',
  text: `select p.id from players p
    where ${IS_IDLE}
    order by p.id limit 500`,
  params: { before: 'timestamptz' },
  row: v.object({ id: v.number() }),
});

/** The player's row is locked: whether one who was idle is so still. */
export const isIdleStill = statement({
  name: 'retention.is_idle_still',
  text: `select exists (select from players p where p.id = :playerId and ${IS_IDLE}) as is_so`,
  params: { before: 'timestamptz', playerId: 'int8' },
  row: v.object({ is_so: v.boolean() }),
});

/** Creates the monthly partitions of this month and of `ahead` more; answers how many are new. */
export const createMonthPartitions = statement({
  name: 'retention.create_month_partitions',
  text: `select create_month_partitions(:ahead) as created`,
  params: { ahead: 'int4' },
  row: v.object({ created: v.number() }),
});
