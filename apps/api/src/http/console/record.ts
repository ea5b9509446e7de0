import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import {
  OPERATIONS,
  type Operation,
  type OperationName,
} from '@webpay/contract/console/operations';
import type { Ctx } from '../../context.ts';
import { appendAudit, type AuditEntry } from '../../domain/audit/append-audit.ts';
import { entryOf, type Client, type Operator } from '../../domain/operators/operator.ts';
import { LOOKS } from './looks.ts';
import type { RecentLooks } from './recent-looks.ts';

export type Caller = {
  readonly operator: Operator;
  readonly from: Client;
  readonly recent: RecentLooks;
};

/**
 * Writes a look at data into the audit log, once for what a page asks again and again; nothing for an operation whose
 * domain writes its own entry.
 */
export async function recordLook<N extends OperationName>(
  ctx: Ctx,
  name: N,
  caller: Caller,
  input: ConsoleInput<N>,
  result: ConsoleResult<N>,
): Promise<void> {
  const look = LOOKS[name];
  if (look === undefined) return;
  // A person asks for each search; its text is not kept here either.
  const isAsked = OPERATIONS[name].method === 'POST' || look.isEach === true;
  const key = isAsked ? '' : JSON.stringify([caller.operator.sessionId, name, input]);
  if (!isAsked && caller.recent.has(key)) return;
  await append(ctx, name, caller, { ...look.of(input, result), outcome: 'done' });
  if (!isAsked) caller.recent.add(key);
}

/** Writes a look at something that is not there, or not in the operator's projects. */
export async function recordMiss<N extends OperationName>(
  ctx: Ctx,
  name: N,
  caller: Caller,
  input: ConsoleInput<N>,
): Promise<void> {
  const look = LOOKS[name];
  if (look === undefined || isRepeat(caller, name)) return;
  await append(ctx, name, caller, { ...look.of(input, null), outcome: 'refused' });
}

/** A script that asks for the same again and again fills no log: its refusals are one entry in five minutes. */
function isRepeat({ operator, recent }: Caller, name: OperationName): boolean {
  if (operator.permissions === undefined) return false;
  const key = JSON.stringify(['refused', operator.id, name]);
  if (recent.has(key)) return true;
  recent.add(key);
  return false;
}

/** Writes a refused permission into the audit log, with the number in the address. */
export async function recordRefusal(
  ctx: Ctx,
  name: OperationName,
  caller: Caller,
  objectId: string,
): Promise<void> {
  if (isRepeat(caller, name)) return;
  await append(ctx, name, caller, { objectId, outcome: 'refused' });
}

async function append(
  ctx: Ctx,
  name: OperationName,
  { operator, from }: Caller,
  parts: Partial<AuditEntry> & Pick<AuditEntry, 'outcome'>,
): Promise<void> {
  const { needs }: Operation = OPERATIONS[name];
  const action = LOOKS[name]?.action ?? name;
  await appendAudit(ctx.db, entryOf(ctx, operator, from, { permission: needs, action, ...parts }));
}
