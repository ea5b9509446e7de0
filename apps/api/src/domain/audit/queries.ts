import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

const bytes = v.custom<Buffer>((value) => Buffer.isBuffer(value));

/** By a function of the owner: the shop's role may only read the log (platform/db/rights.ts). */
export const appendEntry = statement({
  name: 'audit.append',
  text: `select append_audit(:body) as id`,
  params: { body: 'text' },
  row: v.object({ id: v.number() }),
});

/** The end of the chain, and entries outside it at the same moment. */
export const auditStanding = statement({
  name: 'audit.standing',
  text: `select h.id as head_id, h.hash as head_hash,
      (select min(id) from audit where id < 1) as before_id, (select min(id) from audit where id > h.id) as after_id
    from audit_head h where h.is_only`,
  row: v.object({
    head_id: v.number(),
    head_hash: bytes,
    before_id: v.nullable(v.number()),
    after_id: v.nullable(v.number()),
  }),
});

export const entriesAfter = statement({
  name: 'audit.entries_after',
  text: `select id, body, prev_hash, hash, at, operator, action, object_id from audit
    where id > :afterId and id <= :untilId order by id limit :limit`,
  params: { afterId: 'int8', untilId: 'int8', limit: 'int8' },
  row: v.object({
    id: v.number(),
    body: v.string(),
    prev_hash: bytes,
    hash: bytes,
    at: v.date(),
    operator: v.string(),
    action: v.string(),
    object_id: v.nullable(v.string()),
  }),
});

/** Held until the transaction ends, so that one worker at a time signs. */
export const lockHeads = statement({
  name: 'audit.lock_heads',
  text: `select pg_advisory_xact_lock(hashtextextended('audit heads', 0)) is null as is_so`,
  row: v.object({ is_so: v.boolean() }),
});

export const hashesOf = statement({
  name: 'audit.hashes',
  text: `select id, hash from audit where id = any (:ids)`,
  params: { ids: 'int8[]' },
  row: v.object({ id: v.number(), hash: bytes }),
});

/** The newest entries below an id. Each variant finds the rows of its filter by an index; the others are checked. */
const newest = (name: string, found: string) =>
  statement({
    name: `audit.newest${name}`,
    text: `select id, body, hash from audit
    where ${found} id < :beforeId
      and (:operator::text is null or operator = :operator)
      and (:action::text is null or action = :action)
      and (:objectId::text is null or object_id = :objectId)
      and (:fromAt::timestamptz is null or at >= :fromAt)
      and (:untilAt::timestamptz is null or at < :untilAt)
    order by id desc limit :limit`,
    params: {
      beforeId: 'int8',
      operator: 'text?',
      action: 'text?',
      objectId: 'text?',
      fromAt: 'timestamptz?',
      untilAt: 'timestamptz?',
      limit: 'int8',
    },
    row: v.object({ id: v.number(), body: v.string(), hash: bytes }),
  });

export const newestEntries = newest('', '');
export const newestOfObject = newest('_of_object', 'object_id = :objectId and');
export const newestOfOperator = newest('_of_operator', 'operator = :operator and');
export const newestOfAction = newest('_of_action', 'action = :action and');

/** Reasons of steps; null: erased with their character. */
export const reasonsOf = statement({
  name: 'audit.reasons',
  text: `select id, text from operator_reasons where id = any (:ids)`,
  params: { ids: 'text[]' },
  row: v.object({ id: v.string(), text: v.nullable(v.string()) }),
});
