import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

const bytes = v.custom<Buffer>((value) => Buffer.isBuffer(value));

export const saveChallenge = statement({
  name: 'operators.save_challenge',
  text: `insert into operator_challenges (id, challenge, session_id, nonce, plan_hash, expires_at)
    values (:id, :challenge, :sessionId, :nonce, :planHash, :expiresAt)`,
  params: {
    id: 'text',
    challenge: 'text',
    sessionId: 'text?',
    nonce: 'bytea?',
    planHash: 'text?',
    expiresAt: 'timestamptz',
  },
});

/** A challenge takes one answer, right or wrong. */
export const takeChallenge = statement({
  name: 'operators.take_challenge',
  text: `delete from operator_challenges where id = :id
    returning challenge, session_id, nonce, plan_hash, expires_at`,
  params: { id: 'text' },
  row: v.object({
    challenge: v.string(),
    session_id: v.nullable(v.string()),
    /** Both null: a sign-in or a registration. */
    nonce: v.nullable(bytes),
    plan_hash: v.nullable(v.string()),
    expires_at: v.date(),
  }),
});

export const passkeysOf = statement({
  name: 'operators.passkeys_of',
  text: `select id, name, credential_id, transports, created_at, used_at from operator_passkeys
    where operator_id = :operatorId order by created_at, id`,
  params: { operatorId: 'text' },
  row: v.object({
    id: v.string(),
    name: v.string(),
    credential_id: v.string(),
    transports: v.array(v.string()),
    created_at: v.date(),
    used_at: v.nullable(v.date()),
  }),
});

export const passkeyByCredential = statement({
  name: 'operators.passkey_by_credential',
  text: `select p.id, p.operator_id, p.name, p.public_key, p.counter, p.transports, p.created_at, o.name as operator_name, o.version
    from operator_passkeys p join operators o on o.id = p.operator_id
    where p.credential_id = :credentialId and o.disabled_at is null`,
  params: { credentialId: 'text' },
  row: v.object({
    id: v.string(),
    operator_id: v.string(),
    name: v.string(),
    public_key: bytes,
    counter: v.number(),
    transports: v.array(v.string()),
    created_at: v.date(),
    operator_name: v.string(),
    version: v.number(),
  }),
});

/** No row: another sign-in used a later counter. Authenticators without one send 0 always. */
export const passkeyUsed = statement({
  name: 'operators.passkey_used',
  text: `update operator_passkeys set counter = :counter, used_at = :now
    where id = :id and (counter < :counter or (counter = 0 and :counter = 0))`,
  params: { id: 'text', counter: 'int8', now: 'timestamptz' },
});

/** Inserts no row for a passkey that is registered already. */
export const savePasskey = statement({
  name: 'operators.save_passkey',
  text: `insert into operator_passkeys (id, operator_id, name, credential_id, public_key, counter, transports, created_at)
    values (:id, :operatorId, :name, :credentialId, :publicKey, :counter, :transports, :now)
    on conflict on constraint passkey_belongs_to_one_operator do nothing`,
  params: {
    id: 'text',
    operatorId: 'text',
    name: 'text',
    credentialId: 'text',
    publicKey: 'bytea',
    counter: 'int8',
    transports: 'text[]',
    now: 'timestamptz',
  },
});

export const dropPasskey = statement({
  name: 'operators.drop_passkey',
  text: `delete from operator_passkeys where id = :id and operator_id = :operatorId returning name`,
  params: { id: 'text', operatorId: 'text' },
  row: v.object({ name: v.string() }),
});
