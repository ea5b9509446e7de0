import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { IS_LIVING } from '../players/queries.ts';

const passwordRow = v.object({
  player_id: v.number(),
  password_version: v.number(),
  hash: v.nullable(v.string()),
});

const PASSWORDS = `select p.id as player_id, p.password_version, a.hash
    from players p left join access_passwords a on a.player_id = p.id`;

export const passwordOfCharacter = statement({
  name: 'access.password_of_character',
  text: `${PASSWORDS} where p.project = :project and p.server_id = :serverId and p.cid = :cid`,
  params: { project: 'text', serverId: 'text', cid: 'text' },
  row: passwordRow,
});

export const passwordOfPlayer = statement({
  name: 'access.password_of_player',
  text: `${PASSWORDS} where p.id = :playerId`,
  params: { playerId: 'int8' },
  row: passwordRow,
});
/** A character's password hash, null for none, and its version. */
export type Password = RowOf<typeof passwordOfPlayer>;

/** Locks the player against a concurrent sign-in; no row when the version has changed. */
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

/** Records a change, clears wrong guesses, and invalidates earlier codes. */
export const finishChange = statement({
  name: 'access.close_change',
  text: `with recorded as (
      insert into access_events (player_id, event, at) values (:playerId, :what, :now)
    ), cleared as (
      delete from access_guesses where player_id = :playerId
    )
    update mail_codes set used_at = :now where player_id = :playerId and used_at is null`,
  params: { playerId: 'int8', what: 'text', now: 'timestamptz' },
});

export const lockPlayerForMail = statement({
  name: 'access.lock_player_for_mail',
  text: `select id from players where id = :playerId for no key update`,
  params: { playerId: 'int8' },
  row: v.object({ id: v.number() }),
});

/** Mails that fill the limits before `now`; ignores later ones, left by a clock moved back. */
export const mailsBefore = statement({
  name: 'access.mails_before',
  text: `with sent as (
      select requested_at from mail_codes
      where player_id = :playerId and is_sent and requested_at <= :now and requested_at > :now::timestamptz - interval '1 hour'
    )
    select
      (select requested_at from sent where requested_at > :now::timestamptz - interval '1 minute'
        order by requested_at desc offset :minuteLimit::int4 - 1 limit 1) as of_minute,
      (select requested_at from sent order by requested_at desc offset :hourLimit::int4 - 1 limit 1) as of_hour`,
  params: { playerId: 'int8', now: 'timestamptz', minuteLimit: 'int4', hourLimit: 'int4' },
  row: v.object({ of_minute: v.nullable(v.date()), of_hour: v.nullable(v.date()) }),
});

export const saveMailCode = statement({
  name: 'access.save_mail_code',
  text: `insert into mail_codes (player_id, purpose, code_hash, requested_from, requested_at, expires_at)
    values (:playerId, :purpose, :codeHash, :requestedFrom, :requestedAt, :expiresAt) returning n`,
  params: {
    playerId: 'int8',
    purpose: 'text',
    codeHash: 'bytea',
    requestedFrom: 'bytea',
    requestedAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  row: v.object({ n: v.number() }),
});

/** Deletes the code of an undelivered mail; the previous code counts again. */
export const dropMailCode = statement({
  name: 'access.drop_mail_code',
  text: `delete from mail_codes where n = :n`,
  params: { n: 'int8' },
});

/** Marks a mail as unconfirmed: its code works, and the next one may be requested at once. */
export const markUnconfirmed = statement({
  name: 'access.doubt_mail_code',
  text: `update mail_codes set is_sent = false where n = :n`,
  params: { n: 'int8' },
});

/**
 * Counts an attempt at the newest code of a purpose, and consumes the code when right. No row: no
 * valid code exists. `maxAttemptsOfOthers` limits networks other than the requesting one.
 */
export const useMailCode = statement({
  name: 'access.try_mail_code',
  text: `with newest as (
      select n from mail_codes where player_id = :playerId and purpose = :purpose order by n desc limit 1
    )
    update mail_codes c set
      attempts = c.attempts + 1,
      attempts_of_others = c.attempts_of_others + case when c.requested_from = any(:requestedFrom) then 0 else 1 end,
      used_at = case when c.code_hash = any(:codeHashes) then :now::timestamptz end
    from newest
    where c.n = newest.n and c.used_at is null and c.expires_at > :now and c.attempts < :maxAttempts
      and (c.requested_from = any(:requestedFrom) or c.attempts_of_others < :maxAttemptsOfOthers)
    returning c.n, c.used_at is not null as is_right, :maxAttempts - c.attempts as tries_left`,
  params: {
    playerId: 'int8',
    purpose: 'text',
    codeHashes: 'bytea[]',
    requestedFrom: 'bytea[]',
    now: 'timestamptz',
    maxAttempts: 'int4',
    maxAttemptsOfOthers: 'int4',
  },
  row: v.object({ n: v.number(), is_right: v.boolean(), tries_left: v.number() }),
});

/** Restores a right code whose change was refused. */
export const restoreMailCode = statement({
  name: 'access.give_mail_code_back',
  text: `update mail_codes set used_at = null where n = :n`,
  params: { n: 'int8' },
});

export const saveImageCode = statement({
  name: 'access.save_image_code',
  text: `insert into image_codes (handle_hash, answer_hash, project, purpose, session_hash, work_bits, expires_at)
    values (:handleHash, :answerHash, :project, :purpose, :sessionHash, :workBits, :expiresAt)`,
  params: {
    handleHash: 'bytea',
    answerHash: 'bytea',
    project: 'text',
    purpose: 'text?',
    sessionHash: 'bytea?',
    workBits: 'int2?',
    expiresAt: 'timestamptz',
  },
});

/** Each picture takes one answer, right or wrong. */
export const takeImageCodeRow = statement({
  name: 'access.take_image_code',
  text: `delete from image_codes where handle_hash = :handleHash
    returning answer_hash, project, purpose, session_hash, work_bits, expires_at`,
  params: { handleHash: 'bytea' },
  row: v.object({
    answer_hash: v.custom<Buffer>((value) => Buffer.isBuffer(value)),
    project: v.string(),
    purpose: v.nullable(v.string()),
    session_hash: v.nullable(v.custom<Buffer>((value) => Buffer.isBuffer(value))),
    work_bits: v.nullable(v.number()),
    expires_at: v.date(),
  }),
});

/** Retains mail codes for a day: the hourly limit needs an hour, complaints may take longer. */
export const purgeOldCodes = statement({
  name: 'access.forget_old_codes',
  text: `with images as (
      delete from image_codes where expires_at < :now
    ), guesses as (
      delete from access_guesses where budget in (
        select budget from access_guesses where forget_at < :now order by forget_at limit 10000)
    ), attempts as (
      -- The previous release still counts here.
      delete from access_attempts where last_at < :now::timestamptz - interval '1 hour'
    )
    delete from mail_codes where requested_at < :now::timestamptz - interval '1 day'`,
  params: { now: 'timestamptz' },
});

export const playersOfCharacter = statement({
  name: 'access.players_of_character',
  text: `select p.id, p.server_id, exists (select from access_passwords a where a.player_id = p.id) as has_password
    from players p
    where p.project = :project and p.cid = :cid and (:serverId::text is null or p.server_id = :serverId) and ${IS_LIVING} order by p.server_id`,
  params: { project: 'text', cid: 'text', serverId: 'text?' },
  row: v.object({ id: v.number(), server_id: v.string(), has_password: v.boolean() }),
});

/** Locks the player and fails concurrent sign-ins, which checked another version. */
export const failOpenChecks = statement({
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
 * Serializes openings and endings of a character's links; most have no row to lock. Locks its hash under each accepted
 * key, in one order: while a key changes, processes share at least one.
 */
export const lockLinksOf = statement({
  name: 'access.lock_links_of',
  text: `select pg_advisory_xact_lock(hashtextextended('links:' || encode(hash, 'hex'), 0)) as locked
    from (select hash from unnest(:characterHashes::bytea[]) as given (hash) order by hash) as sorted`,
  params: { characterHashes: 'bytea[]' },
  row: v.object({ locked: v.string() }),
});

/** Ends the links of a character on one server, or on all where `serverId` is null. */
export const endLinks = statement({
  name: 'access.end_links',
  text: `insert into ended_access_links (character_hash, server_id, at) values (:characterHash, :serverId, :now)`,
  params: { characterHash: 'bytea', serverId: 'text?', now: 'timestamptz' },
});

export const linksEndedSince = statement({
  name: 'access.links_ended_since',
  text: `select at from ended_access_links
    where character_hash = any(:characterHashes) and (server_id is null or server_id = :serverId) and at >= :since limit 1`,
  params: { characterHashes: 'bytea[]', serverId: 'text', since: 'timestamptz' },
  row: v.object({ at: v.date() }),
});

export const linkUse = statement({
  name: 'links.use_of',
  text: `select used_at from used_access_links where project = :project and ref = :ref`,
  params: { project: 'text', ref: 'text' },
  row: v.object({ used_at: v.date() }),
});

/** Inserts no row for a used link. */
export const useLink = statement({
  name: 'links.use',
  text: `insert into used_access_links (project, ref, expires_at, used_at) values (:project, :ref, :expiresAt, :usedAt)
    on conflict on constraint a_link_opens_once do nothing`,
  params: { project: 'text', ref: 'text', expiresAt: 'timestamptz', usedAt: 'timestamptz' },
});

/** Waits a day after the expiry, because a sandbox's clock may be moved back. */
export const purgeLinks = statement({
  name: 'links.forget',
  text: `with used as (
      delete from used_access_links where expires_at < :now::timestamptz - interval '1 day'
    ), of_phones as (
      delete from phone_links where ends_at < :now::timestamptz - interval '1 day'
    )
    delete from ended_access_links where at < :now::timestamptz - interval '1 day'`,
  params: { now: 'timestamptz' },
});
