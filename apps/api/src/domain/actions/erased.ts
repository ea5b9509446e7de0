import type { Action } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import { refused, type Refused } from '../operators/operator.ts';
import type { Subject } from './act.ts';
import { isErased } from './queries.ts';
import { sentenceOf } from './refusals.ts';

/** Steps that a player asks for, or that only write. Those that end what gateways and games left go on. */
const NOT_FOR_ERASED: ReadonlySet<string> = new Set<Action['kind']>([
  'refund_order',
  'approve_refund',
  'approve_resend',
  'reject_request',
  'add_note',
]);

/** @returns null: the step may go on */
export async function refusedForErased(
  { db }: Ctx,
  { kind }: Action,
  { playerId }: Subject,
): Promise<Refused | null> {
  if (playerId === null || !NOT_FOR_ERASED.has(kind)) return null;
  const { is_so: isGone } = await db.one(isErased, { playerId });
  const why = 'character_erased';
  return isGone ? refused(409, why, sentenceOf({ why })) : null;
}
