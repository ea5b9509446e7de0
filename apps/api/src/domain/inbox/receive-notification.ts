import { eventKeyOf } from '../payments/event-key.ts';
import { gatewayOf, placeOf, type Account } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { Notification } from '../../gateways/port.ts';
import { cardOf, countRepeat } from './is-repeat.ts';
import { NO_PAYMENT, storeMessage } from './queries.ts';
import { countDoubt, countNotVerified } from './watch-webhooks.ts';

/**
 * Verifies a gateway's message over its raw bytes and stores it in one statement: as applied if the gateway's answer already
 * told it, else for a worker. Only the keys of its address's own merchant verify it. Moves nothing; a bad signature leaves only counters. `stored`: now or before.
 */
export async function receiveNotification(
  ctx: Ctx,
  account: Account,
  rawBody: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<'stored' | 'bad_signature' | 'cannot_verify'> {
  const { provider, merchant } = account;
  const place = placeOf(account);
  const verified = await gatewayOf(ctx.gateways, account).verifyNotification(rawBody, headers);
  if (verified.doubt !== undefined) countDoubt(ctx, place, verified.doubt, verified.kind);
  switch (verified.kind) {
    case 'bad_signature':
    case 'cannot_verify':
      countNotVerified(ctx, place, verified);
      return verified.kind;
    case 'verified': {
      const { notification } = verified;
      const { eventType } = notification;
      const eventKey = eventKeyOf(merchant, notification.eventKey);
      const stored = await ctx.db.maybe(storeMessage, {
        provider,
        merchant,
        eventKey,
        eventType,
        paymentNumber: paymentNumberOf(notification),
        body: verified.kept ?? rawBody,
        receivedAt: ctx.clock.now(),
        // Due at once: the notice is quicker, the sweep follows within a second.
        nextAttemptAt: ctx.clock.real(),
        ...toldPayment(notification),
      });
      if (stored?.is_applied === true) countRepeat(ctx, provider);
      return 'stored';
    }
  }
}

/** The payment that a message tells as paid to us; nulls for any other message, and for one that a rule must look at. */
function toldPayment({ attemptId, result }: Notification) {
  const isPaid = result?.kind === 'paid' && result.merchantIsOurs;
  if (!isPaid) return NO_PAYMENT;
  const { amount: amountMinor, currency, gatewayRef, captureRef } = result;
  return { attemptId, amountMinor, currency, gatewayRef, captureRef, ...cardOf(result) };
}

/** The payment that a message names, for the console alone; a number of another form is left out. */
function paymentNumberOf({ attemptId, gatewayRef }: Notification): string | null {
  const number = attemptId ?? gatewayRef;
  return number !== null && /^[\w.-]{1,64}$/.test(number) ? number : null;
}
