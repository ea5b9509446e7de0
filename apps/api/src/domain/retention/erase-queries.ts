import * as v from 'valibot';
import { IS_LIVING } from '../players/queries.ts';
import { DELETED_TABLES } from './character-tables.ts';
import { statement } from '../../platform/db/statement.ts';

const ofPlayer = (name: string, text: string) =>
  statement({ name: `retention.${name}`, text, params: { playerId: 'int8' } });
const CHARACTER = { project: 'text', serverId: 'text', cid: 'text' } as const;

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
      select 'refunds that a game is to hear of' from game_notices where order_id in (select id from own)
        and num_nonnulls(ended_at, parked_at) = 0
      union all
      select 'open requests' from resolution_requests where player_id = :playerId and state = 'open'
      union all
      select 'steps that wait for a second person' from operator_approvals
        where player_id = :playerId and decided_at is null and expires_at > now() and kind <> 'erase_person'
      union all
      select 'open cases' from disputes where order_id in (select id from own) and state = 'open'
    ) as found group by what order by what`,
  params: { playerId: 'int8' },
  row: v.object({ what: v.string(), count: v.number() }),
});

function deletionFrom({ name, by }: (typeof DELETED_TABLES)[number]) {
  const own =
    by === 'order'
      ? `order_id in (select id from orders where player_id = :playerId)`
      : `player_id = :playerId`;
  return ofPlayer(`delete_${name}`, `delete from ${name} where ${own}`);
}

/** Deletes data that belongs only to the character and proves nothing. */
export const deleteOwn = DELETED_TABLES.map(deletionFrom);

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

/** Without a card's face; its gateway is told to forget it by the end of its password (migration 0042). */
export const eraseCards = ofPlayer(
  'erase_cards',
  `update saved_cards set brand = null, last4 = null, account = null, expires_at = null, state = 'removing',
      removed_because = coalesce(removed_because, 'no_password'), next_attempt_at = coalesce(next_attempt_at, now())
    where player_id = :playerId`,
);

const APPROVALS = `update operator_approvals set action = '{}', plan_hash = '', reason = '[erased]', object_name = '[erased]',
      decided_because = case when decided_because is null then null else '[erased]' end`;
export const eraseApprovals = ofPlayer(
  'erase_approvals',
  `${APPROVALS} where player_id = :playerId`,
);

/** Those that nobody can confirm any more. */
export const eraseDecidedApprovals = statement({
  name: 'retention.erase_decided_approvals',
  text: `${APPROVALS} where player_id = :playerId and decided_at is not null`,
  params: { playerId: 'int8' },
});

/** Reasons in history and beside mails, messages and found money: a function of the owner, as the shop changes no history. */
export const eraseReasonsElsewhere = statement({
  name: 'retention.erase_reasons_elsewhere',
  text: `select erase_reasons(:playerId) as erased`,
  params: { playerId: 'int8' },
  row: v.object({ erased: v.string() }),
});

/** The audit log keeps their salted hash. */
export const eraseReasons = ofPlayer(
  'erase_reasons',
  `update operator_reasons set text = null, salt = '' where player_id = :playerId`,
);

/** The first cursor of `eraseMessages`, two days before the player's first order; no row without an order. */
export const firstOrder = statement({
  name: 'retention.first_order',
  text: `select (created_at - interval '2 days')::text as at from orders where player_id = :playerId order by created_at limit 1`,
  params: { playerId: 'int8' },
  row: v.object({ at: v.string() }),
});

/**
 * Empties the gateway messages about the player's orders among the `limit` next ones: they contain payer data. Returns
 * the cursor after them. Its time is a text, which keeps microseconds.
 */
export const eraseMessages = statement({
  name: 'retention.erase_messages',
  text: `with batch as (
      select id, applied_at, body from gateway_inbox
      where applied_at is not null and body <> '' and (applied_at, id) > (:afterAt::text::timestamptz, :afterId::int8)
      order by applied_at, id limit :limit
    ), emptied as (
      update gateway_inbox g set body = '' from batch b
      where g.id = b.id and exists (
        select from orders o where o.player_id = :playerId and position(convert_to(o.id, 'UTF8') in b.body) > 0)
    )
    select applied_at::text as at, id from batch order by applied_at desc, id desc limit 1`,
  params: { playerId: 'int8', afterAt: 'text', afterId: 'int8', limit: 'int8' },
  row: v.object({ at: v.string(), id: v.number() }),
});

/**
 * Renames the row that purchases refer to, so that the character's id becomes free for a new player, deletes its audit
 * records, and erases the id from history, also of other players' orders. A function of the owner (docs/decisions/0038): the shop changes no history.
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
