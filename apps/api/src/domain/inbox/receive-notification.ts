import type { Ctx } from '../../context.ts';
import type { Notification } from '../../gateways/port.ts';
import { cardOf, countRepeat, isRepeat } from './is-repeat.ts';
import { storeInbox, storeRepeat, type Message } from './queries.ts';
import { countDoubt, countNotVerified } from './watch-webhooks.ts';

/**
 * Verifies a gateway's message over its raw bytes and stores it with its job in one transaction.
 * Moves nothing; a bad signature leaves only counters. `stored`: now or before.
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
      const { notification } = verified;
      const { eventKey, eventType } = notification;
      const message = {
        provider,
        eventKey,
        eventType,
        paymentNumber: paymentNumberOf(notification),
        body: rawBody,
        receivedAt: ctx.clock.now(),
        // Due at once: the notice is quicker, the sweep follows within a second.
        nextAttemptAt: ctx.clock.real(),
      };
      if (!(await keepRepeat(ctx, notification, message))) await ctx.db.many(storeInbox, message);
      return 'stored';
    }
  }
}

/**
 * Stores a message about a payment that the gateway's answer already told, as applied.
 * @returns false for any other message, which a worker applies
 */
async function keepRepeat(
  ctx: Ctx,
  { attemptId, result }: Notification,
  message: Message,
): Promise<boolean> {
  if (result?.kind !== 'paid' || attemptId === null) return false;
  if (!(await isRepeat(ctx, attemptId, result))) return false;
  const repeat = { ...message, ...cardOf(result), attemptId };
  // A known message may wait for a worker, or have been quarantined.
  if ((await ctx.db.maybe(storeRepeat, repeat)) === null) return false;
  countRepeat(ctx, message.provider);
  return true;
}

/** The payment that a message names, for the console alone; a number of another form is left out. */
function paymentNumberOf({ attemptId, gatewayRef }: Notification): string | null {
  const number = attemptId ?? gatewayRef;
  return number !== null && /^[\w.-]{1,64}$/.test(number) ? number : null;
}
