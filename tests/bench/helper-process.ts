import { once } from 'node:events';
import type { Server } from 'node:http';

export async function settingsFromBench(): Promise<unknown> {
  const said: readonly unknown[] = await once(process, 'message');
  // Ends when the bench ends.
  process.once('disconnect', () => process.exit(0));
  return said[0];
}

export async function listenForBench(server: Server): Promise<void> {
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
}
