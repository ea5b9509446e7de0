import { merchantOfProject } from '../../config/merchants.ts';
import type { Ctx } from '../../context.ts';
import { NOT_SENT, type GatewayResult, type RefusalCause } from '../../gateways/port.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { endTrialOf, stopMethod } from '../methods/stop-method.ts';
import type { AttemptRow } from './queries.ts';

type Refusal = { readonly code: string; readonly cause: RefusalCause };
type Step = Parameters<typeof endTrialOf>[3];

/** The kind of a result; a saved card or wallet that is no more at its gateway is a kind of its own. */
export function resultKindOf(result: GatewayResult): GatewayResult['kind'] | 'token_gone' {
  return result.kind === 'refused' && result.cause === 'token' ? 'token_gone' : result.kind;
}

/** Results of a submitted attempt that only a gateway with a contract for its method gives. */
const PROVES: ReadonlySet<GatewayResult['kind']> = new Set([
  'paid',
  'action',
  'pending',
  'declined',
  'choose_other_funding',
]);

/**
 * Draws the conclusion of an applied result for the attempt's method: off after a refusal of contract
 * or account, on again after a try that the gateway took.
 * @returns the country of a new stop, else null
 */
export async function settleMethod(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  result: GatewayResult,
): Promise<string | null> {
  if (result.kind === 'refused') return stopAfter(ctx, tx, attempt, result, 'submit');
  if (attempt.submitted_at !== null && PROVES.has(result.kind)) {
    await endTrialOf(ctx, tx, attempt, 'submit');
  }
  return null;
}

/** Refused access is the circuit's matter, and a wrong request is its own: neither stops a method. */
export async function stopAfter(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptRow,
  { cause, code }: Refusal,
  step: Step,
): Promise<string | null> {
  if (cause !== 'contract' && cause !== 'account') return null;
  // A former merchant's contract says nothing about the project's present one.
  if (attempt.merchant !== merchantOfProject(ctx.config, attempt.project)) return null;
  return stopMethod(ctx, tx, attempt, { cause, code, step });
}

/** @param stoppedIn the country of the stop that this refusal began; null: none began */
export function alertOfRefusal(
  ctx: Ctx,
  attempt: Pick<AttemptRow, 'id' | 'project' | 'pay_id'> | null,
  { code, cause }: Refusal,
  stoppedIn: string | null,
): void {
  // An unsent request has had its alert when the gateway's circuit opened.
  // A typing error is the payer's matter; the guard of declines counts it.
  if (code === NOT_SENT || cause === 'payer' || cause === 'token') return;
  const detail = { attempt: attempt?.id ?? null, code };
  if (attempt === null || stoppedIn === null) raiseAlert(ctx, 'gateway_refused_us', detail);
  else {
    const { project, pay_id } = attempt;
    raiseAlert(ctx, 'channel_switched_off', { ...detail, project, pay_id, country: stoppedIn });
  }
}
