import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { auditBody } from './append-audit.ts';
import {
  newestEntries,
  newestOfAction,
  newestOfObject,
  newestOfOperator,
  reasonsOf,
} from './queries.ts';

const PAGE = 50;
const body = v.pipe(v.string(), v.parseJson(), auditBody);

/**
 * Lists entries of the audit log, newest first. Fields come from the body that the hash covers.
 * @param input `object` is an id, or a kind and an id; an unreadable cursor begins at the newest entry
 */
export async function listAudit(
  { db }: Pick<Ctx, 'db'>,
  input: ConsoleInput<'audit'>,
): Promise<ConsoleResult<'audit'>> {
  const limit = input.limit ?? PAGE;
  const operator = input.operator ?? null;
  const action = input.action ?? null;
  const objectId = input.object?.trim().split(' ').at(-1) || null;
  const rows = await db.many(statementFor({ operator, action, objectId }), {
    beforeId: readCursor(input.after),
    operator,
    action,
    objectId,
    fromAt: input.from === undefined ? null : new Date(input.from),
    untilAt: input.until === undefined ? null : new Date(input.until),
    limit: limit + 1,
  });
  const entries = rows
    .slice(0, limit)
    .map(({ id, hash, body: text }) => ({ id, hash, entry: v.parse(body, text) }));
  const reasons = await readReasons(
    db,
    entries.map(({ entry }) => entry.detail),
  );
  const items = entries.map(({ id, hash, entry }) => {
    return {
      id,
      at: entry.at,
      operator: entry.operator,
      action: entry.action,
      object: [entry.objectKind ?? '', entry.objectId ?? ''].join(' ').trim(),
      project: entry.project,
      outcome: entry.outcome,
      reason: reasons.get(reasonIdIn(entry.detail) ?? '') ?? entry.reason,
      address: entry.address,
      request_id: entry.requestId,
      detail: entry.detail === null ? '' : JSON.stringify(entry.detail),
      hash: hash.toString('hex'),
    };
  });
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? String(last.id) : null };
}

const withReason = v.object({ reason: v.object({ id: v.string() }) });

/** Reasons of steps are kept beside the log, because they may be erased. */
function reasonIdIn(detail: unknown): string | null {
  const found = v.safeParse(withReason, detail);
  return found.success ? found.output.reason.id : null;
}

async function readReasons(
  db: Pick<Ctx, 'db'>['db'],
  details: readonly unknown[],
): Promise<ReadonlyMap<string, string>> {
  const ids = details.flatMap((detail) => reasonIdIn(detail) ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.many(reasonsOf, { ids });
  return new Map(rows.map(({ id, text }) => [id, text ?? '[erased]']));
}

/** The filter that leaves the fewest rows comes first. */
function statementFor(filter: Readonly<Record<'operator' | 'action' | 'objectId', string | null>>) {
  if (filter.objectId !== null) return newestOfObject;
  if (filter.operator !== null) return newestOfOperator;
  return filter.action === null ? newestEntries : newestOfAction;
}

function readCursor(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
}
