import { cp } from 'node:fs/promises';
import path from 'node:path';
import { startTestEnvironment } from './environment.ts';

const LOGS = path.join(import.meta.dirname, '../../test-results/shop-logs');

/**
 * Playwright's global set-up: one whole shop for all browser tests. Its addresses reach the tests as
 * WEBPAY_E2E_URL (also Playwright's baseURL), WEBPAY_E2E_SANDBOX_URL, WEBPAY_E2E_METRICS_URL and WEBPAY_E2E_DATABASE_URL.
 * What the shop logged is kept in test-results/shop-logs: of a test that failed it tells the other half.
 * A shop that runs already is used instead when WEBPAY_E2E_URL names it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['WEBPAY_E2E_URL'] !== undefined) return async () => undefined;
  const environment = await startTestEnvironment({ build: true, log: (line) => console.log(line) });
  process.env['WEBPAY_E2E_URL'] = environment.url;
  process.env['WEBPAY_E2E_SANDBOX_URL'] = environment.sandboxUrl;
  process.env['WEBPAY_E2E_METRICS_URL'] = environment.metricsUrl;
  process.env['WEBPAY_E2E_DATABASE_URL'] = environment.databaseUrl;
  return async () => {
    await cp(path.join(environment.dataDir, 'logs'), LOGS, { recursive: true });
    await environment.stop();
  };
}
