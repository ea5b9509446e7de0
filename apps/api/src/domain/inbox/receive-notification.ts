import type { Ctx } from '../../context.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { storeInbox } from './queries.ts';

export type Received =
  /** Stored now or before: acknowledged either way. */
  | { readonly kind: 'stored' }
  | { readonly kind: 'bad_signature' }
  | { readonly kind: 'cannot_verify' };

/**
 * Verifies a gateway's message over its raw bytes and stores it with its job in one transaction.
 * Applies nothing; a bad signature leaves only a counter.
 */
export async function receiveNotification(
  ctx: Ctx,
  provider: 'payermax' | 'paypal',
  rawBody: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<Received> {
  const verified = await ctx.gateways[provider].verifyNotification(rawBody, headers);
  switch (verified.kind) {
    case 'bad_signature':
      ctx.metrics.badSignatures.inc({ provider });
      ctx.log.warn({ provider, why: verified.why }, 'webhook with a bad signature');
      return { kind: 'bad_signature' };
    case 'cannot_verify':
      ctx.log.error({ provider, why: verified.why }, 'webhook cannot be verified now');
      return { kind: 'cannot_verify' };
    case 'verified': {
      const { eventKey, eventType } = verified.notification;
      const real = ctx.clock.real();
      // The job runs at once; the sweep takes only rows that a crash left behind.
      const sweepFrom = new Date(real.getTime() + 5_000);
      await ctx.db.many(storeInbox, {
        provider,
        eventKey,
        eventType,
        body: rawBody,
        receivedAt: ctx.clock.now(),
        nextAttemptAt: sweepFrom,
      });
      return { kind: 'stored' };
    }
    default:
      return unreachable('verification', verified);
  }
}
