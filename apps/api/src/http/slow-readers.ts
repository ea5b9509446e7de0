import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../platform/monitoring/metrics.ts';

/**
 * Closes connections that read an answer too slowly. A periodic check of all connections costs less
 * than a timer for each answer.
 */
export function dropSlowReaders(
  app: FastifyInstance,
  patience: { readonly answerMs: number; readonly lookEveryMs: number },
  metrics: Pick<Metrics, 'dropped'>,
): void {
  const lines = new Set<Socket>();
  /** The start of the newest answer of a connection. */
  const began = new WeakMap<Socket, number>();
  app.server.on('connection', (socket) => {
    lines.add(socket);
    socket.once('close', () => lines.delete(socket));
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    began.set(request.raw.socket, performance.now());
    done(null, payload);
  });
  const look = setInterval(() => {
    const latest = performance.now() - patience.answerMs;
    for (const socket of lines) {
      const isLeft = socket.writableLength > 0;
      if (!isLeft || (began.get(socket) ?? Infinity) > latest) continue;
      metrics.dropped.inc({ why: 'slow_reader' });
      socket.destroy();
    }
  }, patience.lookEveryMs);
  look.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(look);
    done();
  });
}
