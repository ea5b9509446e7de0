import * as v from 'valibot';
import { statement } from '../../db/statement.ts';

export const playersOfCharacter = statement({
  name: 'access.players_of_character',
  text: `select p.id, p.server_id, exists (select from access_passwords a where a.player_id = p.id) as has_password
    from players p
    where p.project = $1 and p.cid = $2 and ($3::text is null or p.server_id = $3) order by p.server_id`,
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

/** An operator logged the character out at $2 or later. */
export const logOutSince = statement({
  name: 'access.log_out_since',
  text: `select at from access_events
    where player_id = $1 and at >= $2 and what = 'log_out' limit 1`,
  params: ['int8', 'timestamptz'],
  row: v.object({ at: v.date() }),
});
