import type { Ctx } from '../../context.ts';
import { storeInbox } from './queries.ts';

/**
 * Verifies a gateway's message over its raw bytes and stores it with its job in one transaction.
 * Applies nothing; a bad signature leaves only a counter. `stored`: now or before.
 */
export async function receiveNotification(
  ctx: Ctx,
  provider: 'payermax' | 'paypal',
  rawBody: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<'stored' | 'bad_signature' | 'cannot_verify'> {
  const verified = await ctx.gateways[provider].verifyNotification(rawBody, headers);
  switch (verified.kind) {
    case 'bad_signature':
      ctx.metrics.badSignatures.inc({ provider });
      ctx.log.warn({ provider, why: verified.why }, 'webhook with a bad signature');
      return verified.kind;
    case 'cannot_verify':
      ctx.log.error({ provider, why: verified.why }, 'webhook cannot be verified now');
      return verified.kind;
    case 'verified': {
      const { eventKey, eventType } = verified.notification;
      await ctx.db.many(storeInbox, {
        provider,
        eventKey,
        eventType,
        body: rawBody,
        receivedAt: ctx.clock.now(),
        // The job runs at once; the sweep takes only rows that a crash left behind.
        nextAttemptAt: new Date(ctx.clock.real().getTime() + 5_000),
      });
      return 'stored';
    }
  }
}
