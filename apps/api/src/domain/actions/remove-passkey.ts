import type { ConsoleResult } from '@webpay/contract/console/calls';
import { removesPasskey } from '@webpay/contract/console/operations';
import type { StepUp } from '@webpay/contract/console/plan';
import type { Ctx } from '../../context.ts';
import { appendAudit } from '../audit/append-audit.ts';
import {
  entryOf,
  refused,
  type Client,
  type Operator,
  type Refused,
} from '../operators/operator.ts';
import { dropPasskey } from '../operators/passkey-queries.ts';
import { passkeyStep } from '../operators/passkeys.ts';
import { needsSecondFactor } from '../operators/sessions.ts';
import { checkStepUp } from './step-up.ts';

/** Removes one of the operator's own passkeys, with a proof: a stolen session must not lock its owner out. */
export async function removePasskey(
  ctx: Ctx,
  operator: Operator,
  { id, step_up: proof }: { readonly id: string; readonly step_up: StepUp },
  from: Client,
): Promise<ConsoleResult<'removePasskey'> | Refused> {
  if (!operator.hasSecondFactor) return needsSecondFactor();
  const unproved = await checkStepUp(ctx, operator, from, removesPasskey(id), proof);
  if (unproved !== null) return unproved;
  return ctx.db.transaction(async (tx) => {
    const dropped = await tx.maybe(dropPasskey, { id, operatorId: operator.id });
    if (dropped === null)
      return refused(404, 'no_such_passkey', 'This passkey is removed already.');
    const step = passkeyStep('passkey.remove', id, dropped.name);
    await appendAudit(tx, entryOf(ctx, operator, from, step));
    return { done: true };
  });
}
