import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { MAIL_KINDS } from './queries.ts';

/** Next attempts of waiting mails that an operator brings forward. A worker's lease stays as it is. */

/** A mail under its lock, to be decided about. `is_leased`: a worker sends it now. */
export const mailUnderLock = statement({
  name: 'mail.under_lock',
  text: `select kind, ended_at is not null as has_ended, held_since is not null as is_held, parked_at is not null as is_parked,
      lease_until is not null and lease_until > :realNow as is_leased, maybe_given_at is not null as maybe_given
    from outbox_mails where id = :id for no key update`,
  params: { id: 'text', realNow: 'timestamptz' },
  row: v.object({
    kind: v.picklist(MAIL_KINDS),
    ...v.entriesFromList(
      ['has_ended', 'is_held', 'is_parked', 'is_leased', 'maybe_given'],
      v.boolean(),
    ),
  }),
});

export const makeMailDue = statement({
  name: 'mail.make_due',
  text: `update outbox_mails set next_attempt_at = least(next_attempt_at, :realNow) where id = :id`,
  params: { id: 'text', realNow: 'timestamptz' },
});

/** Makes the waiting mails of one server due, at most `limit`; those under a lease are left to their workers. */
export const makeServerDue = statement({
  name: 'mail.make_server_due',
  text: `with due as (
      update outbox_mails set next_attempt_at = :realNow
      where id in (
        select id from outbox_mails
        where kind = any(array['purchase', 'resend', 'reward', 'reminder']) and project = :project and server_id = :serverId
          and ended_at is null and held_since is null and next_attempt_at > :realNow
          and (lease_until is null or lease_until <= :realNow)
        order by next_attempt_at limit :limit for no key update skip locked)
      returning id
    )
    select count(*)::int4 as count from due`,
  params: { project: 'text', serverId: 'text', realNow: 'timestamptz', limit: 'int8' },
  row: v.object({ count: v.number() }),
});
