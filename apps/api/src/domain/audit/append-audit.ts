import * as v from 'valibot';
import type { Queries } from '../../platform/db/pool.ts';
import { canonicalJson } from './canonical-json.ts';
import { appendEntry } from './queries.ts';

/** One step of an operator, or one try that was refused. */
export type AuditEntry = {
  /** Real time. */
  readonly at: Date;
  /** A name; "" for an unknown one, "command line (user)" for a command. */
  readonly operator: string;
  readonly operatorId: string | null;
  readonly sessionId: string | null;
  readonly address: string;
  readonly agent: string;
  /** The permission that the step needed; null: none. */
  readonly permission: string | null;
  /** A verb's name, such as `sign_in` or `order.read`. */
  readonly action: string;
  readonly objectKind: string | null;
  readonly objectId: string | null;
  readonly project: string | null;
  readonly reason: string;
  /** JSON of what changed, or was asked for. No secrets. */
  readonly detail: unknown;
  readonly requestId: string;
  readonly outcome: 'done' | 'refused';
};

const AGENT_LENGTH = 300;
const text = v.nullable(v.string());

/** The body of an entry, as its hash covers it. */
export const auditBody = v.object({
  at: v.number(),
  operator: v.string(),
  operatorId: text,
  sessionId: text,
  address: v.string(),
  agent: v.string(),
  permission: text,
  action: v.string(),
  objectKind: text,
  objectId: text,
  project: text,
  reason: v.string(),
  detail: v.unknown(),
  requestId: v.string(),
  outcome: v.picklist(['done', 'refused']),
});

/**
 * Appends an entry to the audit log, in the transaction of its step. It locks the end of the log until the transaction
 * ends, so it is the last statement of it.
 * @returns the entry's number
 */
export async function appendAudit(db: Queries, entry: AuditEntry): Promise<number> {
  const { id } = await db.one(appendEntry, { body: bodyOf(entry) });
  return id;
}

/** The text of an entry, for a function of the database that appends it in its own step. */
export function bodyOf(entry: AuditEntry): string {
  return canonicalJson({
    ...entry,
    at: entry.at.getTime(),
    agent: entry.agent.slice(0, AGENT_LENGTH),
    detail: entry.detail ?? null,
  });
}
