import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { IS_LIVING } from '../players/sql.ts';

export const playersOfCharacter = statement({
  name: 'access.players_of_character',
  text: `select p.id, p.server_id, exists (select from access_passwords a where a.player_id = p.id) as has_password
    from players p
    where p.project = :project and p.cid = :cid and (:serverId::text is null or p.server_id = :serverId) and ${IS_LIVING} order by p.server_id`,
  params: { project: 'text', cid: 'text', serverId: 'text?' },
  row: v.object({ id: v.number(), server_id: v.string(), has_password: v.boolean() }),
});

/** Locks the player; whoever is coming in at this moment has checked another version and stays outside. */
export const outdateChecks = statement({
  name: 'access.outdate_checks',
  text: `update players set password_version = password_version + 1 where id = :playerId`,
  params: { playerId: 'int8' },
});

export const noteLogOut = statement({
  name: 'access.note_log_out',
  text: `insert into access_events (player_id, event, because, at) values (:playerId, 'log_out', :because, :now)`,
  params: { playerId: 'int8', because: 'text', now: 'timestamptz' },
});

export const logOutsOfOrder = statement({
  name: 'access.log_outs_of_order',
  text: `select e.at, e.because from access_events e join orders o on o.player_id = e.player_id
    where o.id = :orderId and e.event = 'log_out' order by e.id`,
  params: { orderId: 'text' },
  row: v.object({ at: v.date(), because: v.string() }),
});

/**
 * Until the end of the transaction: a link of this character is opened before its links are ended, or after. Of most there
 * is no row that could be locked instead.
 */
export const lockLinksOf = statement({
  name: 'access.lock_links_of',
  text: `select pg_advisory_xact_lock(hashtextextended('links:' || encode(:characterHash, 'hex'), 0)) as locked`,
  params: { characterHash: 'bytea' },
  row: v.object({ locked: v.string() }),
});

/** Ends the links of a character on one server, or on every server where `serverId` is null. */
export const endLinks = statement({
  name: 'access.end_links',
  text: `insert into ended_access_links (character_hash, server_id, at) values (:characterHash, :serverId, :now)`,
  params: { characterHash: 'bytea', serverId: 'text?', now: 'timestamptz' },
});

/** The links of a character on a server were ended at `since` or later. */
export const linksEndedSince = statement({
  name: 'access.links_ended_since',
  text: `select at from ended_access_links
    where character_hash = :characterHash and (server_id is null or server_id = :serverId) and at >= :since limit 1`,
  params: { characterHash: 'bytea', serverId: 'text', since: 'timestamptz' },
  row: v.object({ at: v.date() }),
});

export const purgeEndedLinks = statement({
  name: 'access.forget_ended_links',
  text: `delete from ended_access_links where at < :before`,
  params: { before: 'timestamptz' },
});
