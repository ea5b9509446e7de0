import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../platform/monitoring/metrics.ts';
import { limitedAddress } from './address.ts';

/**
 * Limits a port's connections, and those of an address that is no trusted proxy. Further ones are
 * closed before a byte is read.
 */
export function capConnections(
  server: Server,
  limits: { readonly connections: number; readonly connectionsOfAddress: number },
  isProxy: (address: string) => boolean,
  metrics: Pick<Metrics, 'dropped'>,
): void {
  const open = new Map<string, number>();
  server.maxConnections = limits.connections;
  server.on('drop', () => metrics.dropped.inc({ why: 'connections' }));
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const network = limitedAddress(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > limits.connectionsOfAddress) {
      metrics.dropped.inc({ why: 'connections_of_address' });
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/**
 * Closes connections that read an answer too slowly. A periodic check of all connections costs less
 * than a timer for each answer.
 */
export function dropSlowReaders(
  app: FastifyInstance,
  limits: { readonly answerMs: number; readonly checkIntervalMs: number },
  metrics: Pick<Metrics, 'dropped'>,
): void {
  const sockets = new Set<Socket>();
  /** Start time of each connection's newest answer. */
  const began = new WeakMap<Socket, number>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    began.set(request.raw.socket, performance.now());
    done(null, payload);
  });
  const check = setInterval(() => {
    const latest = performance.now() - limits.answerMs;
    for (const socket of sockets) {
      const isSending = socket.writableLength > 0;
      if (!isSending || (began.get(socket) ?? Infinity) > latest) continue;
      metrics.dropped.inc({ why: 'slow_reader' });
      socket.destroy();
    }
  }, limits.checkIntervalMs);
  check.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(check);
    done();
  });
}
