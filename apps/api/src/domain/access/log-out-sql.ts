import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { IS_LIVING } from '../players/sql.ts';

export const playersOfCharacter = statement({
  name: 'access.players_of_character',
  text: `select p.id, p.server_id, exists (select from access_passwords a where a.player_id = p.id) as has_password
    from players p
    where p.project = $1 and p.cid = $2 and ($3::text is null or p.server_id = $3) and ${IS_LIVING} order by p.server_id`,
  params: ['text', 'text', 'text?'],
  row: v.object({ id: v.number(), server_id: v.string(), has_password: v.boolean() }),
});

/** Locks the player; whoever is coming in at this moment has checked another version and stays outside. */
export const outdateChecks = statement({
  name: 'access.outdate_checks',
  text: `update players set password_version = password_version + 1 where id = $1`,
  params: ['int8'],
});

export const noteLogOut = statement({
  name: 'access.note_log_out',
  text: `insert into access_events (player_id, what, because, at) values ($1, 'log_out', $2, $3)`,
  params: ['int8', 'text', 'timestamptz'],
});

export const logOutsOfOrder = statement({
  name: 'access.log_outs_of_order',
  text: `select e.at, e.because from access_events e join orders o on o.player_id = e.player_id
    where o.id = $1 and e.what = 'log_out' order by e.id`,
  params: ['text'],
  row: v.object({ at: v.date(), because: v.string() }),
});

/**
 * Until the end of the transaction: a link of this character is opened before its links are ended, or after. Of most there
 * is no row that could be locked instead.
 */
export const lockLinksOf = statement({
  name: 'access.lock_links_of',
  text: `select pg_advisory_xact_lock(hashtextextended('links:' || encode($1, 'hex'), 0)) as locked`,
  params: ['bytea'],
  row: v.object({ locked: v.string() }),
});

/** $2: of one server, or null for whatever server. */
export const endLinks = statement({
  name: 'access.end_links',
  text: `insert into ended_links (character_hash, server_id, at) values ($1, $2, $3)`,
  params: ['bytea', 'text?', 'timestamptz'],
});

/** The links of a character on a server were ended at $3 or later. */
export const linksEndedSince = statement({
  name: 'access.links_ended_since',
  text: `select at from ended_links
    where character_hash = $1 and (server_id is null or server_id = $2) and at >= $3 limit 1`,
  params: ['bytea', 'text', 'timestamptz'],
  row: v.object({ at: v.date() }),
});

export const purgeEndedLinks = statement({
  name: 'access.forget_ended_links',
  text: `delete from ended_links where at < $1`,
  params: ['timestamptz'],
});
