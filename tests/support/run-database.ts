import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../apps/api/src/platform/db/embedded.ts';
import { buildTemplates } from './templates.ts';

/**
 * Starts the PostgreSQL of one run of tests, with both templates. It lies in the machine's temporary folder, because its
 * user may not be able to enter the clone. `stop()` removes its data.
 */
export async function startRunDatabase(): Promise<EmbeddedPostgres> {
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
