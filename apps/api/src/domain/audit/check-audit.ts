import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { auditBody } from './append-audit.ts';
import { canonicalJson } from './canonical-json.ts';
import { auditStanding, entriesAfter } from './queries.ts';

export type AuditCheck = {
  /** Entries that fit the chain, up to the first broken one. */
  readonly entries: number;
  /** The first entry that does not fit; null: the chain is whole. */
  readonly broken: { readonly id: number; readonly why: string } | null;
  /** The hash at the end of the chain, hexadecimal. */
  readonly head: string;
};

/** Entries in memory at once: each has 64 KiB at most. */
const BATCH = 500;

type Link = { readonly id: number; readonly hash: Buffer };
/** Before the first entry: the hash of zeros. */
const BEGINNING: Link = { id: 0, hash: Buffer.alloc(32) };

/**
 * Recomputes the hash of every entry and compares the end with the head. Entries that are appended meanwhile belong to the
 * next check. Changes nothing.
 * @param batch entries of one statement
 * @param signal ends the check with its reason, thrown
 */
export async function checkAudit(
  { db }: Pick<Ctx, 'db'>,
  batch: number = BATCH,
  signal?: AbortSignal,
): Promise<AuditCheck> {
  const standing = await db.maybe(auditStanding);
  if (standing === null) {
    return { entries: 0, broken: { id: 0, why: 'The head of the log is missing.' }, head: '' };
  }
  const { head_id: untilId, head_hash: headHash } = standing;
  const head = headHash.toString('hex');
  const { before_id: id } = standing;
  if (id !== null) return { entries: 0, broken: { id, why: 'The log begins with entry 1.' }, head };
  let last = BEGINNING;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await db.many(entriesAfter, { afterId: last.id, untilId, limit: batch });
    for (const row of rows) {
      const broken = faultOf(row, last);
      if (broken !== null) return { entries: last.id, broken, head };
      last = row;
    }
    if (rows.length < batch) break;
  }
  return { entries: last.id, broken: faultOfEnd(standing, last), head };
}

type Broken = NonNullable<AuditCheck['broken']>;

function faultOf(row: RowOf<typeof entriesAfter>, before: Link): Broken | null {
  const { id } = row;
  if (id !== before.id + 1) return { id: before.id + 1, why: 'The entry is missing.' };
  if (!row.prev_hash.equals(before.hash)) {
    return { id, why: 'The entry does not follow the one before it.' };
  }
  const hash = createHash('sha256').update(before.hash).update(row.body, 'utf8').digest();
  if (!row.hash.equals(hash)) return { id, why: 'The entry differs from its hash.' };
  return isItsBody(row) ? null : { id, why: 'The columns of the entry differ from its body.' };
}

/** The list is found by the columns, so a changed one would hide an entry. */
function isItsBody(row: RowOf<typeof entriesAfter>): boolean {
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), auditBody), row.body);
  if (!body.success) return false;
  const { at, operator, action, objectId } = body.output;
  return (
    canonicalJson(body.output) === row.body &&
    row.at.getTime() === at &&
    row.operator === operator &&
    row.action === action &&
    row.object_id === objectId
  );
}

function faultOfEnd(standing: RowOf<typeof auditStanding>, last: Link): Broken | null {
  if (last.id < standing.head_id) {
    return { id: last.id + 1, why: 'The entry is missing: the log ends before its head.' };
  }
  if (!standing.head_hash.equals(last.hash)) {
    return { id: last.id, why: 'The head has another hash than the last entry.' };
  }
  const { after_id: id } = standing;
  return id === null ? null : { id, why: 'The entry stands after the head of the log.' };
}
