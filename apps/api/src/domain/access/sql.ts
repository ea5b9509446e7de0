import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

const passwordRow = v.object({
  player_id: v.number(),
  password_version: v.number(),
  hash: v.nullable(v.string()),
});

export const passwordOfCharacter = statement({
  name: 'access.password_of_character',
  text: `select p.id as player_id, p.password_version, a.hash
    from players p left join access_passwords a on a.player_id = p.id
    where p.project = :project and p.server_id = :serverId and p.cid = :cid`,
  params: { project: 'text', serverId: 'text', cid: 'text' },
  row: passwordRow,
});

export const passwordOfPlayer = statement({
  name: 'access.password_of_player',
  text: `select p.id as player_id, p.password_version, a.hash
    from players p left join access_passwords a on a.player_id = p.id
    where p.id = :playerId`,
  params: { playerId: 'int8' },
  row: passwordRow,
});
/** A character's password, or that it has none, and its version to hold it against later. */
export type Password = RowOf<typeof passwordOfPlayer>;

/** Locks the player against a session that opens meanwhile; no row where the version is another by now. */
export const nextPasswordVersion = statement({
  name: 'access.next_password_version',
  text: `update players set password_version = password_version + 1
    where id = :playerId and password_version = :passwordVersion returning id`,
  params: { playerId: 'int8', passwordVersion: 'int4' },
  row: v.object({ id: v.number() }),
});

export const savePassword = statement({
  name: 'access.save_password',
  text: `insert into access_passwords (player_id, hash, set_at) values (:playerId, :hash, :setAt)
    on conflict (player_id, project) do update set hash = :hash, set_at = :setAt`,
  params: { playerId: 'int8', hash: 'text', setAt: 'timestamptz' },
});

export const dropPassword = statement({
  name: 'access.drop_password',
  text: `delete from access_passwords where player_id = :playerId`,
  params: { playerId: 'int8' },
});

/** What was done, and with it: no wrong try stands against the character, no code of before works. */
export const closeChange = statement({
  name: 'access.close_change',
  text: `with told as (
      insert into access_events (player_id, event, at) values (:playerId, :what, :now)
    ), forgiven as (
      delete from access_attempts where player_id = :playerId
    )
    update mail_codes set used_at = :now where player_id = :playerId and used_at is null`,
  params: { playerId: 'int8', what: 'text', now: 'timestamptz' },
});

/**
 * Counts a try before it is looked at, so that a thousand at once are counted too. No row: it needs an image code.
 * Tries older than `forgetBefore` do not count.
 */
export const beginTry = statement({
  name: 'access.begin_try',
  text: `insert into access_attempts (player_id, wrong, last_at) values (:playerId, 1, :now)
    on conflict (player_id, project) do update
      set wrong = case when access_attempts.last_at < :forgetBefore then 1 else access_attempts.wrong + 1 end, last_at = :now
      where access_attempts.wrong < :freeTries or access_attempts.last_at < :forgetBefore or :hasImageCode
    returning wrong`,
  params: {
    playerId: 'int8',
    now: 'timestamptz',
    forgetBefore: 'timestamptz',
    freeTries: 'int4',
    hasImageCode: 'bool',
  },
  row: v.object({ wrong: v.number() }),
});

/** The character's own player came: what was tried wrong is forgiven. */
export const purgeAttempts = statement({
  name: 'access.forget_tries',
  text: `delete from access_attempts where player_id = :playerId`,
  params: { playerId: 'int8' },
});
