import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { IS_OPEN } from './session-queries.ts';

export const saveVisit = statement({
  name: 'operators.save_company_visit',
  text: `insert into operator_company_visits (token_hash, state, nonce, verifier, session_id, expires_at)
    values (:tokenHash, :state, :nonce, :verifier, :sessionId, :expiresAt)`,
  params: {
    tokenHash: 'bytea',
    state: 'text',
    nonce: 'text',
    verifier: 'text',
    sessionId: 'text?',
    expiresAt: 'timestamptz',
  },
});

/** A visit takes one answer, right or wrong. */
export const takeVisit = statement({
  name: 'operators.take_company_visit',
  text: `delete from operator_company_visits where token_hash = :tokenHash
    returning state, nonce, verifier, session_id, expires_at`,
  params: { tokenHash: 'bytea' },
  row: v.object({
    state: v.string(),
    nonce: v.string(),
    verifier: v.string(),
    session_id: v.nullable(v.string()),
    expires_at: v.date(),
  }),
});

export const operatorByCompanyAccount = statement({
  name: 'operators.by_company_account',
  text: `select o.id, o.name, o.version, o.disabled_at is not null as is_disabled
    from operator_company_accounts a join operators o on o.id = a.operator_id
    where a.issuer = :issuer and a.subject = :subject`,
  params: { issuer: 'text', subject: 'text' },
  row: v.object({
    id: v.string(),
    name: v.string(),
    version: v.number(),
    is_disabled: v.boolean(),
  }),
});

/** No row: the account was unlinked meanwhile. */
export const companyAccountUsed = statement({
  name: 'operators.company_account_used',
  text: `update operator_company_accounts set used_at = :now
    where operator_id = :id and issuer = :issuer and subject = :subject`,
  params: { id: 'text', issuer: 'text', subject: 'text', now: 'timestamptz' },
});

export const companyAccountOf = statement({
  name: 'operators.company_account_of',
  text: `select issuer, created_at, used_at from operator_company_accounts where operator_id = :operatorId`,
  params: { operatorId: 'text' },
  row: v.object({ issuer: v.string(), created_at: v.date(), used_at: v.nullable(v.date()) }),
});

/** Locks the operator of a session that is still open. */
export const lockOperatorOfSession = statement({
  name: 'operators.lock_of_session',
  text: `select o.id, o.name from operator_sessions s join operators o on o.id = s.operator_id
    where s.id = :sessionId and s.has_second_factor and ${IS_OPEN} and o.disabled_at is null for update of o`,
  params: { sessionId: 'text', now: 'timestamptz', idleSince: 'timestamptz' },
  row: v.object({ id: v.string(), name: v.string() }),
});

/** No row: the operator has an account, or it is another operator's. */
export const saveCompanyAccount = statement({
  name: 'operators.save_company_account',
  text: `insert into operator_company_accounts (operator_id, issuer, subject, created_at)
    values (:operatorId, :issuer, :subject, :now) on conflict do nothing`,
  params: { operatorId: 'text', issuer: 'text', subject: 'text', now: 'timestamptz' },
});

export const dropCompanyAccount = statement({
  name: 'operators.drop_company_account',
  text: `delete from operator_company_accounts where operator_id = :operatorId`,
  params: { operatorId: 'text' },
});
