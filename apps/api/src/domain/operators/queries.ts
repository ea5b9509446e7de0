import { CONSOLE_ROLES } from '@webpay/contract/console/permissions';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

const bytes = v.custom<Buffer>((value) => Buffer.isBuffer(value));

export const operatorByName = statement({
  name: 'operators.by_name',
  text: `select id, name, version, password_hash, totp_secret, totp_step, disabled_at is not null as is_disabled
    from operators where name_key = :nameKey`,
  params: { nameKey: 'text' },
  row: v.object({
    id: v.string(),
    name: v.string(),
    version: v.number(),
    password_hash: v.nullable(v.string()),
    totp_secret: v.nullable(bytes),
    totp_step: v.nullable(v.number()),
    is_disabled: v.boolean(),
  }),
});

export const insertOperator = statement({
  name: 'operators.insert',
  text: `insert into operators (id, name, name_key, roles, projects, created_at)
    values (:id, :name, :nameKey, :roles, :projects, :now) on conflict (name_key) do nothing`,
  params: {
    id: 'text',
    name: 'text',
    nameKey: 'text',
    roles: 'text[]',
    projects: 'text[]',
    now: 'timestamptz',
  },
});

/** Locks every operator in one order, so that two commands cannot each disable one of the last two admins. */
export const lockStaff = statement({
  name: 'operators.lock_staff',
  text: `select id, name, roles, projects, joined_at, disabled_at from operators order by id for update`,
  row: v.object({
    id: v.string(),
    name: v.string(),
    roles: v.array(v.picklist(CONSOLE_ROLES)),
    projects: v.array(v.string()),
    joined_at: v.nullable(v.date()),
    disabled_at: v.nullable(v.date()),
  }),
});

export const setDisabled = statement({
  name: 'operators.set_disabled',
  text: `update operators set disabled_at = :disabledAt where id = :id`,
  params: { id: 'text', disabledAt: 'timestamptz?' },
});

export const setRoles = statement({
  name: 'operators.set_roles',
  text: `update operators set roles = :roles, projects = :projects where id = :id`,
  params: { id: 'text', roles: 'text[]', projects: 'text[]' },
});

/** Takes password, code secret, recovery codes, passkeys, company account and open links away. */
export const dropCredentials = statement({
  name: 'operators.drop_credentials',
  text: `with codes as (
      delete from operator_recovery_codes where operator_id = :id
    ), passkeys as (
      delete from operator_passkeys where operator_id = :id
    ), links as (
      delete from operator_links where operator_id = :id and used_at is null
    ), accounts as (
      delete from operator_company_accounts where operator_id = :id
    )
    update operators set password_hash = null, totp_secret = null, totp_step = null, joined_at = null, version = version + 1
    where id = :id`,
  params: { id: 'text' },
});

/** The operator is locked, with the credentials of `version` (see `lockOperator`). */
export const setCredentials = statement({
  name: 'operators.set_credentials',
  text: `update operators set password_hash = :passwordHash, totp_secret = :totpSecret, totp_step = :totpStep,
      joined_at = :now, version = version + 1
    where id = :id`,
  params: {
    id: 'text',
    passwordHash: 'text',
    totpSecret: 'bytea',
    totpStep: 'int8?',
    now: 'timestamptz',
  },
});

export const saveRecoveryCodes = statement({
  name: 'operators.save_recovery_codes',
  text: `insert into operator_recovery_codes (operator_id, code_hash) select :id, hash from unnest(:hashes::bytea[]) as hash`,
  params: { id: 'text', hashes: 'bytea[]' },
});

export const hasRecoveryCode = statement({
  name: 'operators.has_recovery_code',
  text: `select exists (select from operator_recovery_codes
      where operator_id = :id and code_hash = :codeHash and used_at is null) as is_so`,
  params: { id: 'text', codeHash: 'bytea' },
  row: v.object({ is_so: v.boolean() }),
});

export const useRecoveryCode = statement({
  name: 'operators.use_recovery_code',
  text: `update operator_recovery_codes set used_at = :now
    where operator_id = :id and code_hash = :codeHash and used_at is null`,
  params: { id: 'text', codeHash: 'bytea', now: 'timestamptz' },
});

/** Accepts no step again, and none before it. */
export const useCodeStep = statement({
  name: 'operators.use_code_step',
  text: `update operators set totp_step = :step where id = :id and (totp_step is null or totp_step < :step)`,
  params: { id: 'text', step: 'int8' },
});

export const saveLink = statement({
  name: 'operators.save_link',
  text: `insert into operator_links (token_hash, kind, operator_id, totp_secret, created_at, expires_at)
    values (:tokenHash, :kind, :operatorId, :totpSecret, :now, :expiresAt)`,
  params: {
    tokenHash: 'bytea',
    kind: 'text',
    operatorId: 'text',
    totpSecret: 'bytea?',
    now: 'timestamptz',
    expiresAt: 'timestamptz',
  },
});

/** Ends earlier links of a kind: the newest one counts. */
export const dropLinks = statement({
  name: 'operators.drop_links',
  text: `delete from operator_links where operator_id = :operatorId and kind = :kind and used_at is null`,
  params: { operatorId: 'text', kind: 'text' },
});

const LINK = v.object({
  id: v.string(),
  name: v.string(),
  roles: v.array(v.picklist(CONSOLE_ROLES)),
  version: v.number(),
  totp_secret: v.nullable(bytes),
});

/** The operator of a link that can still be used. */
export const linkByToken = statement({
  name: 'operators.link_by_token',
  text: `select o.id, o.name, o.roles, o.version, l.totp_secret
    from operator_links l join operators o on o.id = l.operator_id
    where l.token_hash = :tokenHash and l.kind = :kind and l.used_at is null and l.expires_at > :now and o.disabled_at is null`,
  params: { tokenHash: 'bytea', kind: 'text', now: 'timestamptz' },
  row: LINK,
});

/** No row: the link was used meanwhile. */
export const useLink = statement({
  name: 'operators.use_link',
  text: `update operator_links set used_at = :now, totp_secret = null
    where token_hash = :tokenHash and used_at is null and expires_at > :now`,
  params: { tokenHash: 'bytea', now: 'timestamptz' },
});

export const staffList = statement({
  name: 'operators.staff',
  text: `select o.id, o.name, o.roles, o.projects, o.created_at, o.disabled_at is not null as is_disabled,
      greatest(o.seen_at, (select max(s.seen_at) from operator_sessions s where s.operator_id = o.id)) as seen_at,
      (select count(*)::int4 from operator_passkeys p where p.operator_id = o.id) as passkeys,
      (select count(*)::int4 from operator_sessions s where s.operator_id = o.id
        and s.ended_at is null and s.expires_at > :now and s.seen_at > :idleSince) as sessions
    from operators o order by o.name_key`,
  params: { now: 'timestamptz', idleSince: 'timestamptz' },
  row: v.object({
    id: v.string(),
    name: v.string(),
    roles: v.array(v.picklist(CONSOLE_ROLES)),
    projects: v.array(v.string()),
    created_at: v.date(),
    seen_at: v.nullable(v.date()),
    is_disabled: v.boolean(),
    passkeys: v.number(),
    sessions: v.number(),
  }),
});

/** Deletes what has no use any more: challenges, visits and links at their end, sessions 30 days after theirs. */
export const purgeSignIns = statement({
  name: 'operators.purge_sign_ins',
  text: `with challenges as (
      delete from operator_challenges where id in (
        select id from operator_challenges where expires_at < :realNow order by expires_at limit 10000)
    ), visits as (
      delete from operator_company_visits where token_hash in (
        select token_hash from operator_company_visits where expires_at < :realNow order by expires_at limit 10000)
    ), links as (
      delete from operator_links where expires_at < :realNow::timestamptz - interval '30 days'
    )
    delete from operator_sessions where expires_at < :realNow::timestamptz - interval '30 days'`,
  params: { realNow: 'timestamptz' },
});

export const operatorName = statement({
  name: 'operators.name',
  text: `select name from operators where id = :id`,
  params: { id: 'text' },
  row: v.object({ name: v.string() }),
});

/** Locks an operator: passkeys and views, which are bounded in number, are added one after the other. */
export const lockOperatorRow = statement({
  name: 'operators.lock_row',
  text: `select id from operators where id = :operatorId for update`,
  params: { operatorId: 'text' },
  row: v.object({ id: v.string() }),
});
