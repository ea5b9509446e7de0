import { CONSOLE_ROLES } from '@webpay/contract/console/permissions';
import { SIGN_IN_WAYS } from '@webpay/contract/console/shapes';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

/** Locks the operator, whose credentials must be the checked ones. No row: they changed, or the operator is disabled. */
export const lockOperator = statement({
  name: 'operators.lock',
  text: `select name, roles, projects from operators
    where id = :id and version = :version and disabled_at is null for update`,
  params: { id: 'text', version: 'int4' },
  row: v.object({
    name: v.string(),
    roles: v.array(v.picklist(CONSOLE_ROLES)),
    projects: v.array(v.string()),
  }),
});

export const openSession = statement({
  name: 'operators.open_session',
  text: `with seen as (
      update operators set seen_at = :now where id = :operatorId
    )
    insert into operator_sessions (id, token_hash, operator_id, signed_in_by, has_second_factor, address, agent,
      created_at, seen_at, expires_at)
    values (:id, :tokenHash, :operatorId, :signedInBy, :hasSecondFactor, :address, :agent, :now, :now, :expiresAt)`,
  params: {
    id: 'text',
    tokenHash: 'bytea',
    operatorId: 'text',
    signedInBy: 'text',
    hasSecondFactor: 'bool',
    address: 'text',
    agent: 'text',
    now: 'timestamptz',
    expiresAt: 'timestamptz',
  },
});

export const IS_OPEN = `s.ended_at is null and s.expires_at > :now and s.seen_at > :idleSince`;

export const sessionByToken = statement({
  name: 'operators.session_by_token',
  text: `select s.id, s.operator_id, s.signed_in_by, s.has_second_factor, s.seen_at, s.expires_at, o.name, o.roles, o.projects
    from operator_sessions s join operators o on o.id = s.operator_id
    where s.token_hash = :tokenHash and ${IS_OPEN} and o.disabled_at is null`,
  params: { tokenHash: 'bytea', now: 'timestamptz', idleSince: 'timestamptz' },
  row: v.object({
    id: v.string(),
    operator_id: v.string(),
    signed_in_by: v.picklist(SIGN_IN_WAYS),
    has_second_factor: v.boolean(),
    seen_at: v.date(),
    expires_at: v.date(),
    name: v.string(),
    roles: v.array(v.picklist(CONSOLE_ROLES)),
    projects: v.array(v.string()),
  }),
});

/** Records a use; never revives a session that ended meanwhile. */
export const sessionSeen = statement({
  name: 'operators.session_seen',
  text: `update operator_sessions set seen_at = :now, address = :address
    where id = :id and ended_at is null and seen_at < :now`,
  params: { id: 'text', now: 'timestamptz', address: 'text' },
});

/** Ends an open session of an operator; no row: there is none. */
export const endSessionOf = statement({
  name: 'operators.end_session',
  text: `update operator_sessions s set ended_at = :now where s.id = :id and s.operator_id = :operatorId and ${IS_OPEN}`,
  params: { id: 'text', operatorId: 'text', now: 'timestamptz', idleSince: 'timestamptz' },
});

export const endAllSessions = statement({
  name: 'operators.end_all_sessions',
  text: `update operator_sessions set ended_at = :now where operator_id = :operatorId and ended_at is null`,
  params: { operatorId: 'text', now: 'timestamptz' },
});

export const openSessions = statement({
  name: 'operators.open_sessions',
  text: `select s.id, s.address, s.agent, s.created_at, s.seen_at, s.expires_at from operator_sessions s
    where s.operator_id = :operatorId and ${IS_OPEN} order by s.created_at desc limit 200`,
  params: { operatorId: 'text', now: 'timestamptz', idleSince: 'timestamptz' },
  row: v.object({
    id: v.string(),
    address: v.string(),
    agent: v.string(),
    created_at: v.date(),
    seen_at: v.date(),
    expires_at: v.date(),
  }),
});
