import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../apps/api/src/platform/db/embedded.ts';
import { buildTemplates } from './templates.ts';

/**
 * One PostgreSQL per run, started at the first connection. It lies in the machine's temporary
 * folder, because its user may not be able to enter the clone.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<EmbeddedPostgres> | undefined;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    started ??= startForTests();
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

async function startForTests(): Promise<EmbeddedPostgres> {
  const dataDir = path.join(await mkdtemp(path.join(tmpdir(), 'webpay-test-')), 'data');
  const removeAll = (): Promise<void> =>
    rm(path.dirname(dataDir), { recursive: true, force: true });
  let postgres: EmbeddedPostgres | undefined;
  try {
    // mkdtemp makes the folder private.
    await chmod(path.dirname(dataDir), 0o755);
    postgres = await startEmbeddedPostgres({ dataDir, fsync: false, log: () => undefined });
    await buildTemplates(postgres);
  } catch (error) {
    await postgres?.stop();
    await removeAll();
    throw error;
  }
  const started = postgres;
  return { ...started, stop: () => started.stop().then(removeAll) };
}
