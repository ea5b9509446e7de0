import type { Ctx } from '../../context.ts';
import type { Notification } from '../../gateways/port.ts';
import { storeInbox } from './queries.ts';
import { countDoubt, countNotVerified } from './watch-webhooks.ts';

/**
 * Verifies a gateway's message over its raw bytes and stores it with its job in one transaction.
 * Applies nothing; a bad signature leaves only counters. `stored`: now or before.
 */
export async function receiveNotification(
  ctx: Ctx,
  provider: 'payermax' | 'paypal',
  rawBody: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<'stored' | 'bad_signature' | 'cannot_verify'> {
  const verified = await ctx.gateways[provider].verifyNotification(rawBody, headers);
  if (verified.doubt !== undefined) countDoubt(ctx, provider, verified.doubt, verified.kind);
  switch (verified.kind) {
    case 'bad_signature':
    case 'cannot_verify':
      countNotVerified(ctx, provider, verified);
      return verified.kind;
    case 'verified': {
      const { eventKey, eventType } = verified.notification;
      await ctx.db.many(storeInbox, {
        provider,
        eventKey,
        eventType,
        paymentNumber: paymentNumberOf(verified.notification),
        body: rawBody,
        receivedAt: ctx.clock.now(),
        // Due at once: the notice is quicker, the sweep follows within a second.
        nextAttemptAt: ctx.clock.real(),
      });
      return 'stored';
    }
  }
}

/** The payment that a message names, for the console alone; a number of another form is left out. */
function paymentNumberOf({ attemptId, gatewayRef }: Notification): string | null {
  const number = attemptId ?? gatewayRef;
  return number !== null && /^[\w.-]{1,64}$/.test(number) ? number : null;
}
