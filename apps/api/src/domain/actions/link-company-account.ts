import type { ConsoleResult } from '@webpay/contract/console/calls';
import {
  LINKS_COMPANY_ACCOUNT,
  UNLINKS_COMPANY_ACCOUNT,
} from '@webpay/contract/console/operations';
import type { StepUp } from '@webpay/contract/console/plan';
import type { Ctx } from '../../context.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { startVisit } from '../operators/company-account.ts';
import { companyAccountOf, dropCompanyAccount } from '../operators/company-queries.ts';
import {
  entryOf,
  refused,
  type Client,
  type Operator,
  type Refused,
} from '../operators/operator.ts';
import { needsSecondFactor } from '../operators/sessions.ts';
import { checkStepUp } from './step-up.ts';

/** Starts the link of the operator's own account, with the proof of a step: an account outlives a stolen session. */
export async function linkCompanyAccount(
  ctx: Ctx,
  operator: Operator,
  { step_up: proof }: { readonly step_up: StepUp },
  from: Client,
): ReturnType<typeof startVisit> {
  if (!operator.hasSecondFactor) return needsSecondFactor();
  const known = await ctx.db.maybe(companyAccountOf, { operatorId: operator.id });
  if (known !== null) {
    return refused(409, 'company_account_linked', 'An account is linked. Unlink it first.');
  }
  const unproved = await checkStepUp(ctx, operator, from, LINKS_COMPANY_ACCOUNT, proof);
  return unproved ?? startVisit(ctx, operator.sessionId);
}

/** Removes the operator's own account, with a proof: a stolen session must not lock its owner out. */
export async function unlinkCompanyAccount(
  ctx: Ctx,
  operator: Operator,
  { step_up: proof }: { readonly step_up: StepUp },
  from: Client,
): Promise<ConsoleResult<'unlinkCompanyAccount'> | Refused> {
  if (!operator.hasSecondFactor) return needsSecondFactor();
  const unproved = await checkStepUp(ctx, operator, from, UNLINKS_COMPANY_ACCOUNT, proof);
  if (unproved !== null) return unproved;
  return ctx.db.transaction(async (tx) => {
    const dropped = await tx.run(dropCompanyAccount, { operatorId: operator.id });
    if (dropped === 0) return refused(404, 'no_company_account', 'No account is linked.');
    await appendAudit(tx, entryOf(ctx, operator, from, { action: 'company_account.unlink' }));
    return { done: true };
  });
}
