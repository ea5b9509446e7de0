import type { Ctx } from '../../context.ts';
import type { GatewayResult } from '../../gateways/port.ts';
import { attemptById } from '../payments/queries.ts';
import { decideTransition } from '../payments/rules.ts';

export type PaidResult = Extract<GatewayResult, { kind: 'paid' }>;

/**
 * Whether a webhook's result is known already and changes no state. No lock is needed: a succeeded attempt keeps its
 * state, sum, numbers and merchant.
 * @param saidBy the merchant whose account sent it
 */
export async function isRepeat(
  ctx: Ctx,
  attemptId: string,
  result: PaidResult,
  saidBy: string | null,
): Promise<boolean> {
  const attempt = await ctx.db.maybe(attemptById, { attemptId });
  if (attempt?.state !== 'SUCCEEDED' || attempt.merchant !== saidBy) return false;
  const decision = decideTransition(attempt, result, 'webhook', ctx.clock.real().getTime());
  return decision.kind === 'none';
}

/** The card face of a result, as statements take it. */
export function cardOf({ card }: PaidResult) {
  return { cardBrand: card?.brand ?? null, cardMasked: card?.masked ?? null };
}

export function countRepeat({ metrics }: Pick<Ctx, 'metrics'>, provider: 'payermax' | 'paypal') {
  metrics.gatewayResults.inc({ provider, source: 'webhook', word: 'paid' });
}
