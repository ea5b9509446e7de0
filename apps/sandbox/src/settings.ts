import { join } from 'node:path';
import type { SandboxOptions } from './sandbox.ts';

/** Every variable the sandbox reads, as docs/reference/configuration.md shows it: default and meaning. */
export const VARIABLES = {
  WEBPAY_MODE: ['sandbox', 'With `production` the sandbox refuses to start.'],
  HOST: [
    '127.0.0.1',
    "The address to listen on; any but this machine's own is replaced by 127.0.0.1.",
  ],
  SANDBOX_PORT: ['4090', 'The port to listen on; 0 takes a free one.'],
  SANDBOX_URL: [
    'http://localhost:4090',
    'The address at which browsers and the shop reach the sandbox. The default follows `SANDBOX_PORT`.',
  ],
  SANDBOX_TIME_SCALE: ['60', "Divides the times of the gateways' retry schedules."],
  DATA_DIR: ['.data', 'The folder of the log of all that happened.'],
  CATALOGUE_DIR: ['catalogue', 'The folder of the projects.'],
  RUN_AS: ['', 'Started as root, the sandbox changes to this `uid:gid`; `npm start` sets it.'],
  PORT: ['4000', 'The port of the shop, where `PUBLIC_URL` is absent.'],
  PUBLIC_URL: [
    'http://localhost:4000',
    'The address of the shop: webhooks go there. The default follows `PORT`.',
  ],
  PAYPAL_WEBHOOK_TARGET: [
    'http://localhost:4000/webhooks/paypal',
    "The address of PayPal's webhooks. The default follows `PUBLIC_URL`.",
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>;

type Environment = Readonly<Partial<Record<keyof typeof VARIABLES, string | undefined>>>;

/** Parses the environment; one sentence names every error. */
export function readSettings(env: Environment, root: string): SandboxOptions | string {
  const wrong: string[] = [];
  if (env.WEBPAY_MODE === 'production') wrong.push('there is no sandbox in production mode');
  const port = readNumber(env.SANDBOX_PORT, 4090);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    wrong.push('SANDBOX_PORT is not a port');
  const timeScale = readNumber(env.SANDBOX_TIME_SCALE, 60);
  if (!(timeScale > 0)) wrong.push('SANDBOX_TIME_SCALE is not a number above 0');
  const shopUrl = env.PUBLIC_URL || `http://localhost:${env.PORT || '4000'}`;
  const paypalWebhookUrl = env.PAYPAL_WEBHOOK_TARGET || undefined;
  const publicUrl = env.SANDBOX_URL || `http://localhost:${port}`;
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
    host: LOOPBACK.test(env.HOST ?? '') ? String(env.HOST) : '127.0.0.1',
    dataDir: env.DATA_DIR || join(root, '.data'),
    catalogueDir: env.CATALOGUE_DIR || join(root, 'catalogue'),
    shopUrl: withoutSlash(shopUrl),
    ...(paypalWebhookUrl === undefined ? {} : { paypalWebhookUrl }),
    ...(port === 0 ? {} : { publicUrl: withoutSlash(publicUrl) }),
    timeScale,
    runAs: readIds(env.RUN_AS ?? ''),
  };
}

function readIds(runAs: string): SandboxOptions['runAs'] {
  const [, uid, gid] = /^([1-9]\d*):(\d+)$/.exec(runAs) ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** The sandbox's keys are published: nobody else may pay with it. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

function readNumber(text: string | undefined, otherwise: number): number {
  return text ? Number(text) : otherwise;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
