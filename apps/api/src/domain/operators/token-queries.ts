import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

export const insertToken = statement({
  name: 'operators.insert_token',
  text: `insert into api_tokens (id, name, token_hash, permissions, projects, by_id, created_at, expires_at)
    values (:id, :name, :tokenHash, :permissions, :projects, :byId, :now, :expiresAt)`,
  params: {
    id: 'text',
    name: 'text',
    tokenHash: 'bytea',
    permissions: 'text[]',
    projects: 'text[]',
    byId: 'text',
    now: 'timestamptz',
    expiresAt: 'timestamptz',
  },
});

export const tokenByHash = statement({
  name: 'operators.token_by_hash',
  text: `select id, name, permissions, projects, expires_at, seen_at from api_tokens
    where token_hash = :tokenHash and ended_at is null and expires_at > :now`,
  params: { tokenHash: 'bytea', now: 'timestamptz' },
  row: v.object({
    id: v.string(),
    name: v.string(),
    permissions: v.array(v.string()),
    projects: v.array(v.string()),
    expires_at: v.date(),
    seen_at: v.nullable(v.date()),
  }),
});

export const tokenSeen = statement({
  name: 'operators.token_seen',
  text: `update api_tokens set seen_at = :now where id = :id`,
  params: { id: 'text', now: 'timestamptz' },
});

export const tokenName = statement({
  name: 'operators.token_name',
  text: `select name from api_tokens where id = :id`,
  params: { id: 'text' },
  row: v.object({ name: v.string() }),
});

/** Usable tokens: names and number. */
export const usableTokens = statement({
  name: 'operators.usable_tokens',
  text: `select name, by_id from api_tokens where ended_at is null and expires_at > :now`,
  params: { now: 'timestamptz' },
  row: v.object({ name: v.string(), by_id: v.string() }),
});

/** No row: it has ended already. */
export const endToken = statement({
  name: 'operators.end_token',
  text: `update api_tokens set ended_at = :now where id = :id and ended_at is null and expires_at > :now
    returning name`,
  params: { id: 'text', now: 'timestamptz' },
  row: v.object({ name: v.string() }),
});

/** Usable tokens, then those that ended in the last 30 days; 200 at most. */
export const tokenList = statement({
  name: 'operators.tokens',
  text: `select t.id, t.name, t.permissions, t.projects, o.name as by_name, t.created_at, t.expires_at, t.seen_at,
      t.ended_at is not null or t.expires_at <= :now as has_ended
    from api_tokens t join operators o on o.id = t.by_id
    where least(t.ended_at, t.expires_at) > :now::timestamptz - interval '30 days'
    order by has_ended, t.name, t.id limit 200`,
  params: { now: 'timestamptz' },
  row: v.object({
    id: v.string(),
    name: v.string(),
    permissions: v.array(v.string()),
    projects: v.array(v.string()),
    by_name: v.string(),
    created_at: v.date(),
    expires_at: v.date(),
    seen_at: v.nullable(v.date()),
    has_ended: v.boolean(),
  }),
});
