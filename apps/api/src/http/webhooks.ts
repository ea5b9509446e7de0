import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../context.ts';
import { receiveNotification } from '../domain/inbox/receive-notification.ts';
import { reportFailure } from '../platform/monitoring/alert.ts';
import { unreachable } from '../platform/unreachable.ts';

/** Gateways send small messages; a flood of large ones is refused before it is hashed. */
const BODY_LIMIT = 256 * 1024;

/** The gateways' webhooks: the signature check gets the raw bytes (payments.md §0.6). */
export async function registerWebhooks(server: FastifyInstance, ctx: Ctx): Promise<void> {
  await server.register(async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    for (const provider of ['payermax', 'paypal'] as const) {
      app.post(`/webhooks/${provider}`, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const received = await receiveNotification(ctx, provider, body, request.headers).catch(
          (error: unknown) => {
            const where = { reqId: request.id, provider };
            reportFailure(ctx, error, where, 'a webhook could not be stored; it will come again');
            return 'not_stored' as const;
          },
        );
        switch (received) {
          case 'stored': {
            const { ack } = ctx.gateways[provider];
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
