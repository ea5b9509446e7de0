import { join } from 'node:path';
import type { SandboxOptions } from './sandbox.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Parses the environment; one sentence names every error. */
export function readSettings(env: Environment, root: string): SandboxOptions | string {
  const wrong: string[] = [];
  if (env['WEBPAY_MODE'] === 'production') wrong.push('there is no sandbox in production mode');
  const port = readNumber(env['SANDBOX_PORT'], 4090);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    wrong.push('SANDBOX_PORT is not a port');
  const timeScale = readNumber(env['SANDBOX_TIME_SCALE'], 60);
  if (!(timeScale > 0)) wrong.push('SANDBOX_TIME_SCALE is not a number above 0');
  const shopUrl = env['PUBLIC_URL'] || `http://localhost:${env['PORT'] || '4000'}`;
  const paypalWebhookUrl = env['PAYPAL_WEBHOOK_TARGET'] || undefined;
  const publicUrl = env['SANDBOX_URL'] || `http://localhost:${port}`;
  const addresses = {
    PUBLIC_URL: shopUrl,
    PAYPAL_WEBHOOK_TARGET: paypalWebhookUrl,
    SANDBOX_URL: publicUrl,
  };
  for (const [name, value] of Object.entries(addresses)) {
    if (value !== undefined && !/^https?:\/\/./.test(value))
      wrong.push(`${name} is not a web address`);
  }
  if (wrong.length > 0) return wrong.join('; ');
  return {
    port,
    host: env['HOST'] || '127.0.0.1',
    dataDir: env['DATA_DIR'] || join(root, '.data'),
    catalogueDir: env['CATALOGUE_DIR'] || join(root, 'catalogue'),
    shopUrl: withoutSlash(shopUrl),
    ...(paypalWebhookUrl === undefined ? {} : { paypalWebhookUrl }),
    ...(port === 0 ? {} : { publicUrl: withoutSlash(publicUrl) }),
    timeScale,
  };
}

function readNumber(text: string | undefined, otherwise: number): number {
  return text ? Number(text) : otherwise;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
