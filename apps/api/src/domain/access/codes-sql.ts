import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

export const lockPlayerForMail = statement({
  name: 'access.lock_player_for_mail',
  text: `select id from players where id = :playerId for no key update`,
  params: { playerId: 'int8' },
  row: v.object({ id: v.number() }),
});

/** Mails that reach the limits of the minute and the hour before `now`; ignores later ones, which a clock moved back leaves. */
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
    values (:playerId, :purpose, :codeHash, :askedFrom, :askedAt, :expiresAt) returning n`,
  params: {
    playerId: 'int8',
    purpose: 'text',
    codeHash: 'bytea',
    askedFrom: 'bytea',
    askedAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  row: v.object({ n: v.number() }),
});

/** The mail was not given: the code before it counts again. */
export const dropMailCode = statement({
  name: 'access.drop_mail_code',
  text: `delete from mail_codes where n = :n`,
  params: { n: 'int8' },
});

/** Nobody knows whether the mail was given: its code works, and the next may be asked for at once. */
export const doubtMailCode = statement({
  name: 'access.doubt_mail_code',
  text: `update mail_codes set is_sent = false where n = :n`,
  params: { n: 'int8' },
});

/**
 * A try at the newest code of a purpose: counted, and used up when it is right, in one step. No row: there is no code
 * that could be right. `maxTriesOfOthers` counts networks other than the one that asked.
 */
export const tryMailCode = statement({
  name: 'access.try_mail_code',
  text: `with newest as (
      select n from mail_codes where player_id = :playerId and purpose = :purpose order by n desc limit 1
    )
    update mail_codes c set
      attempts = c.attempts + 1,
      attempts_of_others = c.attempts_of_others + case when c.requested_from = :askedFrom then 0 else 1 end,
      used_at = case when c.code_hash = :codeHash then :now::timestamptz end
    from newest
    where c.n = newest.n and c.used_at is null and c.expires_at > :now and c.attempts < :maxTries
      and (c.requested_from = :askedFrom or c.attempts_of_others < :maxTriesOfOthers)
    returning c.n, c.used_at is not null as is_right, :maxTries - c.attempts as tries_left`,
  params: {
    playerId: 'int8',
    purpose: 'text',
    codeHash: 'bytea',
    now: 'timestamptz',
    askedFrom: 'bytea',
    maxTries: 'int4',
    maxTriesOfOthers: 'int4',
  },
  row: v.object({ n: v.number(), is_right: v.boolean(), tries_left: v.number() }),
});

/** The code was right and what came with it was not: it is not used up by that. */
export const giveMailCodeBack = statement({
  name: 'access.give_mail_code_back',
  text: `update mail_codes set used_at = null where n = :n`,
  params: { n: 'int8' },
});

export const saveImageCode = statement({
  name: 'access.save_image_code',
  text: `insert into image_codes (handle_hash, answer_hash, project, purpose, session_hash, expires_at)
    values (:handleHash, :answerHash, :project, :purpose, :sessionHash, :expiresAt)`,
  params: {
    handleHash: 'bytea',
    answerHash: 'bytea',
    project: 'text',
    purpose: 'text?',
    sessionHash: 'bytea?',
    expiresAt: 'timestamptz',
  },
});

/** Whoever answers first has it; right or wrong, nobody answers it again. */
export const takeImageCodeRow = statement({
  name: 'access.take_image_code',
  text: `delete from image_codes where handle_hash = :handleHash
    returning answer_hash, project, purpose, session_hash, expires_at`,
  params: { handleHash: 'bytea' },
  row: v.object({
    answer_hash: v.custom<Buffer>((value) => Buffer.isBuffer(value)),
    project: v.string(),
    purpose: v.nullable(v.string()),
    session_hash: v.nullable(v.custom<Buffer>((value) => Buffer.isBuffer(value))),
    expires_at: v.date(),
  }),
});

/** Of mails only what the next hour's limit counts is kept, and a day for whoever looks into a complaint. */
export const purgeOldCodes = statement({
  name: 'access.forget_old_codes',
  text: `with images as (
      delete from image_codes where expires_at < :now
    ), tries as (
      delete from access_attempts where last_at < :now::timestamptz - interval '1 hour'
    )
    delete from mail_codes where requested_at < :now::timestamptz - interval '1 day'`,
  params: { now: 'timestamptz' },
});
