import { cp } from 'node:fs/promises';
import path from 'node:path';
import { startTestEnvironment } from './environment.ts';

const LOGS = path.join(import.meta.dirname, '../../test-results/shop-logs');

/**
 * Playwright's global set-up: one shop for all browser tests, or the one that WEBPAY_E2E_URL names.
 * Passes its addresses as WEBPAY_E2E_… variables; logs go to test-results/shop-logs.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['WEBPAY_E2E_URL'] !== undefined) return async () => undefined;
  const environment = await startTestEnvironment({ build: true, log: (line) => console.log(line) });
  process.env['WEBPAY_E2E_URL'] = environment.url;
  process.env['WEBPAY_E2E_SANDBOX_URL'] = environment.sandboxUrl;
  process.env['WEBPAY_E2E_CONSOLE_URL'] = environment.consoleUrl;
  process.env['WEBPAY_E2E_METRICS_URL'] = environment.metricsUrl;
  process.env['WEBPAY_E2E_DATABASE_URL'] = environment.databaseUrl;
  return async () => {
    await cp(path.join(environment.dataDir, 'logs'), LOGS, { recursive: true });
    await environment.stop();
  };
}
