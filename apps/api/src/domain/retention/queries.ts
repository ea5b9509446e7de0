import * as v from 'valibot';
import { IS_LIVING } from '../players/queries.ts';
import { statement } from '../../platform/db/statement.ts';

const purge = (name: string, text: string) =>
  statement({ name: `retention.${name}`, text, params: { before: 'timestamptz' } });
const ofPlayer = (name: string, text: string) =>
  statement({ name: `retention.${name}`, text, params: { playerId: 'int8' } });
const CHARACTER = { project: 'text', serverId: 'text', cid: 'text' } as const;

/** Deletes sessions that ended or expired before `before`. */
export const purgeSessions = purge(
  'sessions',
  `delete from sessions where least(expires_at, coalesce(ended_at, expires_at)) < :before`,
);

export const purgeNotices = purge('notices', `delete from event_notices where at < :before`);

export const purgeAccessEvents = purge(
  'access_events',
  `delete from access_events where at < :before`,
);

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

/** Runs after `purgeCarts`, because a foreign key is checked per statement. */
export const purgeEmptyCarts = purge(
  'empty_carts',
  `delete from carts c where changed_at < :before
    and not exists (select from cart_items i where i.player_id = c.player_id)`,
);

/** Empties bodies of applied messages; their keys stay, so that none is applied twice. */
export const purgeMessages = purge(
  'messages',
  `update gateway_inbox set body = '' where applied_at < :before and body <> ''`,
);

/** Empties form data of ended payments; ids, sums and the card's last digits stay. */
export const purgeForms = purge(
  'forms',
  `update payment_attempts set client_key = null, session_key = null, approve_url = null, action_url = null
    where updated_at < :before and state in ('SUCCEEDED', 'FAILED', 'EXPIRED')
      and (client_key is not null or session_key is not null or approve_url is not null or action_url is not null)`,
);

/** Excludes characters protected by an access password, and flagged ones, who could order again. */
const IS_IDLE = `p.seen_at < :before and p.flagged_at is null
      and not exists (select from access_passwords a where a.player_id = p.id)
      and not exists (select from orders o where o.player_id = p.id)
      and not exists (select from sessions s where s.player_id = p.id)
      and ${IS_LIVING}`;

export const idlePlayers = statement({
  name: 'retention.idle_players',
  text: `select p.id from players p where ${IS_IDLE} order by p.id limit 500`,
  params: { before: 'timestamptz' },
  row: v.object({ id: v.number() }),
});

/** Rechecks an idle player after its row is locked. */
export const isStillIdle = statement({
  name: 'retention.is_idle_still',
  text: `select exists (select from players p where p.id = :playerId and ${IS_IDLE}) as is_so`,
  params: { before: 'timestamptz', playerId: 'int8' },
  row: v.object({ is_so: v.boolean() }),
});

export const characterToErase = statement({
  name: 'retention.character',
  text: `select p.id, p.flagged_at is not null as is_flagged from players p
    where p.project = :project and p.server_id = :serverId and p.cid = :cid and ${IS_LIVING} for update`,
  params: CHARACTER,
  row: v.object({ id: v.number(), is_flagged: v.boolean() }),
});

/** Pending business of a character's orders and rewards, which must end before erasure. */
export const pendingBusiness = statement({
  name: 'retention.under_way',
  text: `with own as (select id from orders where player_id = :playerId)
    select what, count(*)::int4 as count from (
      select 'unpaid orders' as what from orders where player_id = :playerId and state in ('open', 'waiting')
      union all
      select 'payments in doubt' from payment_attempts where order_id in (select id from own)
        and state not in ('SUCCEEDED', 'FAILED', 'EXPIRED')
      union all
      select 'mails on their way' from deliveries where order_id in (select id from own)
        and state in ('queued', 'retrying')
      union all
      select 'mails on their way' from resends r
          join orders o on o.id = r.order_id join players p on p.id = :playerId
        where r.state in ('queued', 'retrying') and (o.player_id = :playerId
          or o.project = p.project and r.recipient ->> 'server_id' = p.server_id and r.recipient ->> 'cid' = p.cid)
      union all
      select 'mails on their way' from rewards where player_id = :playerId and state in ('queued', 'retrying')
      union all
      select 'refunds on their way' from refunds where order_id in (select id from own)
        and state not in ('SUCCEEDED', 'FAILED')
      union all
      select 'open requests' from resolution_requests where player_id = :playerId and state = 'open'
      union all
      select 'open cases' from disputes where order_id in (select id from own) and state = 'open'
    ) as found group by what order by what`,
  params: { playerId: 'int8' },
  row: v.object({ what: v.string(), count: v.number() }),
});

function deletionFrom(table: string) {
  return ofPlayer(`delete_${table}`, `delete from ${table} where player_id = :playerId`);
}

/** Deletes data that belongs only to the character and proves nothing. */
export const deleteOwn = [
  'sessions',
  'access_passwords',
  'access_events',
  'access_attempts',
  'attempt_outcomes',
  'decline_pardons',
  'mail_codes',
  'cart_items',
  'carts',
  'event_reminders',
  'event_notices',
].map(deletionFrom);

export const eraseResends = statement({
  name: 'retention.erase_second_mails',
  text: `update resends r set recipient = r.recipient || '{"cid": "erased", "name": "erased", "level": 0}'
    from orders o
    where o.id = r.order_id and o.project = :project
      and r.recipient ->> 'server_id' = :serverId and r.recipient ->> 'cid' = :cid`,
  params: CHARACTER,
});

export const eraseOrders = ofPlayer(
  'erase_orders',
  `update orders set recipient = recipient || '{"cid": "erased", "name": "erased", "level": 0}'
    where player_id = :playerId`,
);

export const eraseMallOrders = ofPlayer(
  'erase_mall_orders',
  `update mall_orders set claims_key = 'erased'
    where order_id in (select id from orders where player_id = :playerId)`,
);

export const eraseRequests = ofPlayer(
  'erase_requests',
  `update resolution_requests set text = '[erased]',
      because = case when because is null then null else '[erased]' end
    where player_id = :playerId`,
);

export const eraseFlags = ofPlayer(
  'erase_flags',
  `update player_flags set because = case when because is null then null else '[erased]' end,
      cleared_because = case when cleared_because is null then null else '[erased]' end
    where player_id = :playerId`,
);

/** Empties gateway messages about the player's orders: they contain payer data. */
export const eraseMessages = ofPlayer(
  'erase_messages',
  `update gateway_inbox g set body = ''
    where g.applied_at is not null and exists (
      select from orders o where o.player_id = :playerId and position(convert_to(o.id, 'UTF8') in g.body) > 0)`,
);

/**
 * Renames the row that purchases refer to, so that the character's id becomes free for a new player, and erases the id
 * from history, also of other players' orders. A function of the owner (docs/decisions/0038): the shop changes no history.
 */
export const erasePlayer = statement({
  name: 'retention.erase_player',
  text: `select erase_player(:playerId, :because, :now) as erased`,
  params: { playerId: 'int8', because: 'text', now: 'timestamptz' },
  row: v.object({ erased: v.string() }),
});

export const keyOfPlayer = statement({
  name: 'retention.character_of_player',
  text: `select project, server_id as "serverId", cid from players where id = :playerId for update`,
  params: { playerId: 'int8' },
  row: v.object(v.entriesFromList(['project', 'serverId', 'cid'], v.string())),
});

/** Creates the monthly partitions of this month and `ahead` more; returns how many are new. */
export const createMonthPartitions = statement({
  name: 'retention.create_month_partitions',
  text: `select create_month_partitions(:ahead) as created`,
  params: { ahead: 'int4' },
  row: v.object({ created: v.number() }),
});
