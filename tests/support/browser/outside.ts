import type { Outside } from '../shopper.ts';

/** The one environment of this run, started by tools/playwright-environment.ts. */
export function outside(): Outside {
  const url = process.env['WEBPAY_E2E_URL'];
  const sandboxUrl = process.env['WEBPAY_E2E_SANDBOX_URL'];
  if (url === undefined || sandboxUrl === undefined) {
    throw new Error('WEBPAY_E2E_URL and WEBPAY_E2E_SANDBOX_URL name the shop and its sandbox');
  }
  return { url, sandboxUrl };
}
