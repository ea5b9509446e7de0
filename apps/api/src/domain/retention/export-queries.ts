import * as v from 'valibot';
import { IS_LIVING } from '../players/queries.ts';
import { statement } from '../../platform/db/statement.ts';
import { characterTables } from './character-tables.ts';

export const NOT_SHOWN = 'kept, not shown';

const OWN_ORDERS = `(select o.id from orders o where o.player_id = :playerId)`;

/** Rows `t` of the player. */
const OF_PLAYER = {
  id: `t.id = :playerId`,
  player: `t.player_id = :playerId`,
  order: `t.order_id in ${OWN_ORDERS}`,
  attempt: `t.attempt_id in (select a.id from payment_attempts a where a.order_id in ${OWN_ORDERS})`,
  // Mails of events have no order.
  mail: `t.id in (
      select m.id from outbox_mails m where m.order_id in ${OWN_ORDERS}
      union all select w.id from rewards w where w.player_id = :playerId)`,
} as const;

/** Its columns, also future ones; a secret is replaced before it leaves the database. */
function rowWithout(secrets: readonly string[]): string {
  const replaced = secrets.map(
    (each) => `'${each}', case when t.${each} is not null then '${NOT_SHOWN}' end`,
  );
  return secrets.length === 0
    ? 'to_jsonb(t)'
    : `to_jsonb(t) || jsonb_build_object(${replaced.join(', ')})`;
}

function exportOf([table, { by, secret = [] }]: (typeof withRows)[number]) {
  return statement({
    name: `export.${table}`,
    text: `select ${rowWithout(secret)} as data from ${table} t where ${OF_PLAYER[by]}`,
    params: { playerId: 'int8' },
    row: v.object({ data: v.unknown() }),
  });
}

const withRows = characterTables.flatMap(([table, { by, secret }]) =>
  by === 'body' ? [] : [[table, { by, secret }] as const],
);

/** One statement for each table; gateway messages have their own below. */
export const exportTables = withRows.map(exportOf);

/** Goods of other players' orders that an operator sent to the character. Their orders are not its data. */
export const exportReceived = statement({
  name: 'export.received',
  text: `select jsonb_build_object('recipient', r.recipient, 'state', r.state, 'at', r.at) as data
    from players p join resends r on r.recipient ->> 'cid' = p.cid and r.recipient ->> 'server_id' = p.server_id
      join orders o on o.id = r.order_id and o.project = p.project
    where p.id = :playerId and o.player_id <> p.id`,
  params: { playerId: 'int8' },
  row: v.object({ data: v.unknown() }),
});

/** Orders whose first events are archived, with the files that may hold them: they are the character's, too. */
export const exportArchived = statement({
  name: 'export.archived_events',
  text: `select jsonb_build_object('order_id', o.id, 'files', m.files) as data
    from orders o cross join lateral (
      select jsonb_agg(m.file_name order by m.month) as files from archived_months m
      where m.table_name = 'order_events' and m.month >= date_trunc('month', o.created_at at time zone 'UTC')) as m
    where o.player_id = :playerId and m.files is not null order by o.created_at, o.id`,
  params: { playerId: 'int8' },
  row: v.object({ data: v.unknown() }),
});

/** Two days before the player's first order: no message about one can be older. No row without an order. */
export const firstMessageTime = statement({
  name: 'export.first_message_time',
  text: `select (created_at - interval '2 days')::text as at from orders
    where player_id = :playerId order by created_at limit 1`,
  params: { playerId: 'int8' },
  row: v.object({ at: v.string() }),
});

const MENTIONS_AN_ORDER = `exists (
        select from orders o where o.player_id = :playerId and position(convert_to(o.id, 'UTF8') in g.body) > 0)`;
const MESSAGE = `jsonb_build_object('id', g.id, 'provider', g.provider, 'event_type', g.event_type,
        'received_at', g.received_at, 'applied_at', g.applied_at, 'outcome', g.outcome)`;

/**
 * Gateway messages about the player's orders among the `limit` next ones, and the last of those as the next cursor. Its
 * time is a text, which keeps microseconds.
 */
export const exportMessages = statement({
  name: 'export.messages',
  text: `with batch as materialized (
      select g.* from gateway_inbox g
      where g.applied_at is not null and g.body <> ''
        and (g.applied_at, g.id) > (:afterAt::text::timestamptz, :afterId::int8)
      order by g.applied_at, g.id limit :limit
    ), last as (select applied_at, id from batch order by applied_at desc, id desc limit 1)
    select last.applied_at::text as at, last.id,
      coalesce((select jsonb_agg(${MESSAGE} || jsonb_build_object('body', encode(g.body, 'base64')))
        from batch g where ${MENTIONS_AN_ORDER}), '[]') as found
    from last`,
  params: { playerId: 'int8', afterAt: 'text', afterId: 'int8', limit: 'int8' },
  row: v.object({ at: v.string(), id: v.number(), found: v.unknown() }),
});

/** Messages about the player's orders that wait to be applied: few. */
export const exportWaitingMessages = statement({
  name: 'export.waiting_messages',
  text: `select ${MESSAGE} || jsonb_build_object('body', encode(g.body, 'base64')) as data
    from gateway_inbox g where g.applied_at is null and ${MENTIONS_AN_ORDER} order by g.id limit 1000`,
  params: { playerId: 'int8' },
  row: v.object({ data: v.unknown() }),
});

/** A living player. */
export const playerToExport = statement({
  name: 'export.player',
  text: `select p.id, p.project, p.cid from players p where p.id = :playerId and ${IS_LIVING}`,
  params: { playerId: 'int8' },
  row: v.object({ id: v.number(), project: v.string(), cid: v.string() }),
});

/** Players of a character id, on one server or on all; never an erased one. */
export const playersToExport = statement({
  name: 'export.wanted_players',
  text: `select p.id, p.server_id from players p
    where p.cid = :cid and p.project = :project and (:serverId::text is null or p.server_id = :serverId) and ${IS_LIVING}
    order by p.server_id`,
  params: { project: 'text', cid: 'text', serverId: 'text?' },
  row: v.object({ id: v.number(), server_id: v.string() }),
});
