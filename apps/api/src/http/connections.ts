import type { Server } from 'node:http';
import type { Metrics } from '../platform/monitoring/metrics.ts';
import { limitedAddress } from './address.ts';

/**
 * Limits a port's connections, and those of an address that is no trusted proxy. Further ones are
 * closed before a byte is read.
 */
export function capConnections(
  server: Server,
  most: { readonly connections: number; readonly connectionsOfAddress: number },
  isProxy: (address: string) => boolean,
  metrics: Pick<Metrics, 'dropped'>,
): void {
  const open = new Map<string, number>();
  server.maxConnections = most.connections;
  server.on('drop', () => metrics.dropped.inc({ why: 'connections' }));
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const network = limitedAddress(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > most.connectionsOfAddress) {
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
