import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import type { EmbeddedPostgres } from '../../apps/api/src/platform/db/embedded.ts';
import { startRunDatabase } from './run-database.ts';

/** One PostgreSQL per run, started at the first connection. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<EmbeddedPostgres> | undefined;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    started ??= startRunDatabase();
    started.then(
      ({ url, ownerUrl }) => socket.end(JSON.stringify({ url, ownerUrl })),
      (error: unknown) => socket.end(JSON.stringify({ trouble: String(error) })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is never a string.
  project.provide('databasePort', (server.address() as AddressInfo).port);
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-run-'));
  project.provide('runFolder', folder);
  return async () => {
    server.close();
    const running = await started?.catch(() => undefined);
    await running?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
