import { cp } from 'node:fs/promises';
import path from 'node:path';
import { startTestEnvironment } from './environment.ts';
import { startRunDatabase } from './run-database.ts';
import { createTestDatabase, databaseAt, TEMPLATES } from './templates.ts';

const LOGS = path.join(import.meta.dirname, '../../test-results/shop-logs');

/**
 * Playwright's global set-up: one shop for all browser tests, or the one that WEBPAY_E2E_URL names.
 * Passes its addresses as WEBPAY_E2E_… variables, and those of its PostgreSQL for shops of single files; logs go to test-results/shop-logs.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['WEBPAY_E2E_URL'] !== undefined) return async () => undefined;
  const postgres = await startRunDatabase();
  const name = await createTestDatabase(postgres.ownerUrl, TEMPLATES.seeded);
  const environment = await startTestEnvironment({
    build: true,
    env: { DATABASE_URL: databaseAt(postgres.url, name) },
    log: (line) => console.log(line),
  }).catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  process.env['WEBPAY_E2E_POSTGRES'] = JSON.stringify({
    url: postgres.url,
    ownerUrl: postgres.ownerUrl,
  });
  process.env['WEBPAY_E2E_URL'] = environment.url;
  process.env['WEBPAY_E2E_SANDBOX_URL'] = environment.sandboxUrl;
  process.env['WEBPAY_E2E_CONSOLE_URL'] = environment.consoleUrl;
  process.env['WEBPAY_E2E_METRICS_URL'] = environment.metricsUrl;
  process.env['WEBPAY_E2E_DATABASE_URL'] = environment.databaseUrl;
  return async () => {
    await cp(path.join(environment.dataDir, 'logs'), LOGS, { recursive: true });
    await environment.stop();
    await postgres.stop();
  };
}
