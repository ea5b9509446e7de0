import { once } from 'node:events';
import { Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Answers with `Connection: close` once the port takes no new connections: the client leaves by
 * itself, and no request of a kept-alive connection is cut.
 */
export function closeAfterAnswers(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  socketsOf.set(app.server, sockets);
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing.has(app.server)) void reply.header('connection', 'close');
    done(null, payload);
  });
}

const isClosing = new WeakSet<object>();
const socketsOf = new WeakMap<object, ReadonlySet<Socket>>();

/**
 * Takes no new connections, answers what still arrives, and closes.
 * @param lingerMs the longest time that idle connections stay open for a request on its way
 */
export async function drainApp(app: FastifyInstance, lingerMs: number): Promise<void> {
  const { server } = app;
  isClosing.add(server);
  if (server.listening && lingerMs > 0) {
    const lingering = new AbortController();
    const { signal } = lingering;
    const left = once(server, 'close', { signal });
    // http.Server's own close also cuts idle connections, where a request may be on its way.
    Server.prototype.close.call(server);
    await Promise.race([left, pause(lingerMs, undefined, { signal })]).catch(() => undefined);
    left.catch(() => undefined);
    lingering.abort();
  }
  // Node keeps connections that have sent nothing yet, such as a browser's spare ones.
  for (const socket of socketsOf.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  await app.close();
}
