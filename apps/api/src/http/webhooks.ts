import { accountsAt, gatewayOf, placeOf } from '../gateways/accounts.ts';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../context.ts';
import { receiveNotification } from '../domain/inbox/receive-notification.ts';
import { reportFailure } from '../platform/monitoring/alert.ts';
import { unreachable } from '../platform/unreachable.ts';
import { addressOf, limitedAddress } from './address.ts';
import { createWebhookLimits } from './webhook-limits.ts';

/** Gateways send small messages; a flood of large ones is refused before it is hashed. */
const BODY_LIMIT = 256 * 1024;

/**
 * The gateways' webhooks, one address for each merchant's account: the signature check gets the raw bytes (payments.md §0.6). A message that
 * cannot be verified now answers 503, and one over its network's limit 429: gateways repeat both.
 */
export async function registerWebhooks(server: FastifyInstance, ctx: Ctx): Promise<void> {
  const limits = createWebhookLimits(ctx);
  await server.register(async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      const network = limitedAddress(addressOf(request));
      const seconds = limits.waitOf(network);
      const endBody = seconds === 0 ? limits.beginBody(network) : null;
      if (endBody !== null) {
        // Emitted once the body has been read, or its connection is gone.
        request.raw.once('close', endBody);
        return;
      }
      await reply
        .code(429)
        .header('retry-after', Math.max(1, seconds))
        .send({ error: 'too many requests' });
    });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    const accounts = [
      ...accountsAt(ctx.gateways, 'payermax'),
      ...accountsAt(ctx.gateways, 'paypal'),
    ];
    for (const account of accounts) {
      app.post(`/webhooks/${placeOf(account)}`, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const received = await receiveNotification(ctx, account, body, request.headers).catch(
          (error: unknown) => {
            const where = { reqId: request.id, provider: placeOf(account) };
            reportFailure(ctx, error, where, 'a webhook could not be stored; it will come again');
            return 'not_stored' as const;
          },
        );
        if (received === 'bad_signature' || received === 'cannot_verify') {
          limits.notVerified(limitedAddress(addressOf(request)));
        }
        switch (received) {
          case 'stored': {
            const { ack } = gatewayOf(ctx.gateways, account);
            return reply.header('content-type', ack.contentType).send(ack.body);
          }
          case 'bad_signature':
            return reply.code(401).send({ error: 'bad signature' });
          case 'cannot_verify':
            return reply.code(503).send({ error: 'cannot verify now' });
          case 'not_stored':
            return reply.code(503).send({ error: 'cannot store it now' });
          default:
            return unreachable('receipt', received);
        }
      });
    }
  });
}
