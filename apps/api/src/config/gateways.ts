import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import * as v from 'valibot';
import {
  complain,
  given,
  readAddress,
  readOrigins,
  readSecret,
  readText,
  readTextFile,
  refusePlainHttp,
  type Fields,
} from './fields.ts';
import type { VariableName } from './variables.ts';

export type PayermaxConfig = {
  /** The address before `/applyDropinSession` and the other paths. */
  readonly base: string;
  readonly sdkUrl: string;
  readonly appId: string;
  readonly merchantNo: string;
  /** Our private key, PKCS#8 PEM. */
  readonly privateKeyPem: string;
  /** PayerMax's public key, SPKI PEM. */
  readonly publicKeyPem: string;
  /** The folder of its settlement files, or the sandbox's statement; null: none. */
  readonly statements: string | null;
};

export type PaypalConfig = {
  /** The address before `/v2/checkout/orders` and the other paths. */
  readonly base: string;
  readonly sdkUrl: string;
  readonly clientId: string;
  readonly secret: string;
  readonly webhookId: string;
  /** Origins that may serve a webhook's certificate. */
  readonly certOrigins: readonly string[];
  /** Root certificate; null: Node's own roots. */
  readonly certRootPem: string | null;
  /** The common name that the certificate must carry. */
  readonly certCn: string;
  /** Our PayPal account, checked on every payment. Null: only the webhook id is checked. */
  readonly merchantId: string | null;
};

export type GamesConfig = {
  readonly byId: ReadonlyMap<string, GameGateway>;
  /** The address of games that `byId` lacks; null in production. */
  readonly sandboxUrl: string | null;
};

/** Calls go to `${address}/role` and `${address}/mail`, signed with `key` (C15). */
export type GameGateway = { readonly address: string; readonly key: string };

/** The address and key of a game; null when it is not configured. */
export function gameGateway(games: GamesConfig, gameId: string): GameGateway | null {
  const configured = games.byId.get(gameId);
  if (configured || games.sandboxUrl === null) return configured ?? null;
  return { address: `${games.sandboxUrl}/game/${gameId}`, key: sandboxKey(gameId) };
}

const SANDBOX_KEYS = path.join(import.meta.dirname, '../../sandbox-keys');
const SANDBOX_PRIVATE_KEY = path.join(SANDBOX_KEYS, 'payermax-merchant.private.pem');
const SANDBOX_PUBLIC_KEY = path.join(SANDBOX_KEYS, 'payermax-platform.public.pem');
const SANDBOX_CERT_ROOT = path.join(SANDBOX_KEYS, 'paypal-root-ca.pem');

/** A null `sandboxUrl` means production: no defaults, and none of the sandbox's keys. */
export function readPayermax(fields: Fields, sandboxUrl: string | null): PayermaxConfig {
  const sandbox = <T>(value: T): T | null => (sandboxUrl === null ? null : value);
  const config = {
    base: readAddress(
      fields,
      'PAYERMAX_BASE',
      sandbox(`${sandboxUrl}/payermax`) ??
        'https://pay-gate.payermax.com/aggregate-pay/api/gateway',
    ),
    sdkUrl: readAddress(
      fields,
      'PAYERMAX_SDK_URL',
      sandbox(`${sandboxUrl}/payermax/dropin.js`) ??
        'https://cdn.payermax.com/dropin/js/pmdropin.min.js',
    ),
    appId: readText(fields, 'PAYERMAX_APP_ID', sandbox(SANDBOX_APP_ID)),
    merchantNo: readText(fields, 'PAYERMAX_MERCHANT_NO', sandbox(SANDBOX_MERCHANT_NO)),
    privateKeyPem: readKey(
      fields,
      'PAYERMAX_PRIVATE_KEY_FILE',
      sandbox(SANDBOX_PRIVATE_KEY),
      'private',
    ),
    publicKeyPem: readKey(
      fields,
      'PAYERMAX_PUBLIC_KEY_FILE',
      sandbox(SANDBOX_PUBLIC_KEY),
      'public',
    ),
    statements: given(fields, 'PAYERMAX_STATEMENTS') ?? sandbox(`${sandboxUrl}/statement`),
  };
  if (sandboxUrl === null && /^https?:/.test(config.statements ?? '')) {
    complain(fields, 'PAYERMAX_STATEMENTS', 'must be a folder: only the sandbox has an address');
  }
  if (sandboxUrl === null) {
    refuseSandboxValue(fields, 'PAYERMAX_APP_ID', config.appId, SANDBOX_APP_ID);
    refuseSandboxValue(fields, 'PAYERMAX_MERCHANT_NO', config.merchantNo, SANDBOX_MERCHANT_NO);
    refusePlainHttp(fields, 'PAYERMAX_BASE', [config.base]);
    refusePlainHttp(fields, 'PAYERMAX_SDK_URL', [config.sdkUrl]);
    refuseSandboxFile(
      fields,
      'PAYERMAX_PRIVATE_KEY_FILE',
      config.privateKeyPem,
      SANDBOX_PRIVATE_KEY,
    );
    refuseSandboxFile(fields, 'PAYERMAX_PUBLIC_KEY_FILE', config.publicKeyPem, SANDBOX_PUBLIC_KEY);
  }
  return config;
}

export function readPaypal(fields: Fields, sandboxUrl: string | null): PaypalConfig {
  const isSandbox = sandboxUrl !== null;
  const rootFile = given(fields, 'PAYPAL_CERT_ROOT_FILE') ?? (isSandbox ? SANDBOX_CERT_ROOT : null);
  const config = {
    base: readAddress(
      fields,
      'PAYPAL_BASE',
      isSandbox ? `${sandboxUrl}/paypal` : 'https://api-m.paypal.com',
    ),
    sdkUrl: readAddress(
      fields,
      'PAYPAL_SDK_URL',
      isSandbox ? `${sandboxUrl}/paypal/sdk/js` : 'https://www.paypal.com/sdk/js',
    ),
    clientId: readText(fields, 'PAYPAL_CLIENT_ID', isSandbox ? SANDBOX_CLIENT_ID : null),
    secret: readSecret(fields, 'PAYPAL_SECRET', isSandbox ? SANDBOX_SECRET : null),
    webhookId: readText(fields, 'PAYPAL_WEBHOOK_ID', isSandbox ? SANDBOX_WEBHOOK_ID : null),
    certOrigins: readOrigins(
      fields,
      'PAYPAL_CERT_ORIGINS',
      isSandbox ? [sandboxUrl] : ['https://api.paypal.com', 'https://api-m.paypal.com'],
    ),
    certRootPem: rootFile === null ? null : readCertificate(fields, rootFile),
    certCn: readText(
      fields,
      'PAYPAL_CERT_CN',
      isSandbox ? SANDBOX_CERT_CN : 'messageverificationcerts.paypal.com',
    ),
    merchantId: given(fields, 'PAYPAL_MERCHANT_ID') ?? (isSandbox ? SANDBOX_MERCHANT_ID : null),
  };
  if (!isSandbox) {
    refusePlainHttp(fields, 'PAYPAL_BASE', [config.base]);
    refusePlainHttp(fields, 'PAYPAL_SDK_URL', [config.sdkUrl]);
    refusePlainHttp(fields, 'PAYPAL_CERT_ORIGINS', config.certOrigins);
    if (config.certRootPem !== null) {
      refuseSandboxFile(fields, 'PAYPAL_CERT_ROOT_FILE', config.certRootPem, SANDBOX_CERT_ROOT);
    }
    refuseSandboxValue(fields, 'PAYPAL_CLIENT_ID', config.clientId, SANDBOX_CLIENT_ID);
    refuseSandboxValue(fields, 'PAYPAL_SECRET', config.secret, SANDBOX_SECRET);
    refuseSandboxValue(fields, 'PAYPAL_WEBHOOK_ID', config.webhookId, SANDBOX_WEBHOOK_ID);
    refuseSandboxValue(fields, 'PAYPAL_MERCHANT_ID', config.merchantId, SANDBOX_MERCHANT_ID);
    refuseSandboxValue(fields, 'PAYPAL_CERT_CN', config.certCn, SANDBOX_CERT_CN);
  }
  return config;
}

const SANDBOX_APP_ID = 'testapp0000000000000000000000001';
const SANDBOX_MERCHANT_NO = 'TEST010000000001';
const SANDBOX_CLIENT_ID = 'sandbox-client';
const SANDBOX_CERT_CN = 'messageverificationcerts.test.invalid';
const SANDBOX_SECRET = 'sandbox-secret';
const SANDBOX_MERCHANT_ID = 'TESTSHPA22222';
const SANDBOX_WEBHOOK_ID = '1JE42910TEST0001A';

/** JSON or YAML: `{"<game_id>": {"address": "https://…", "key": "…"}}`. */
const gamesFile = v.record(
  v.string(),
  v.object({ address: v.pipe(v.string(), v.url()), key: v.pipe(v.string(), v.minLength(1)) }),
);

export function readGames(fields: Fields, sandboxUrl: string | null): GamesConfig {
  const name = 'GAMES_FILE';
  if (given(fields, name) === null) {
    if (sandboxUrl === null) complain(fields, name, 'is missing');
    return { byId: new Map(), sandboxUrl };
  }
  const parsed = v.safeParse(gamesFile, parseLoosely(readTextFile(fields, name, null)));
  if (!parsed.success) {
    const where = v.getDotPath(parsed.issues[0]) ?? 'the whole file';
    complain(fields, name, `does not map game_id to {address, key} (${where} is wrong)`);
    return { byId: new Map(), sandboxUrl: null };
  }
  const games = Object.entries(parsed.output);
  for (const [gameId, { address, key }] of sandboxUrl === null ? games : []) {
    refusePlainHttp(fields, name, [address]);
    if (key === sandboxKey(gameId)) {
      complain(fields, name, `gives ${gameId} the sandbox's key: production needs its own`);
    } else if (key.length < SHORTEST_KEY) {
      complain(fields, name, `gives ${gameId} a key of fewer than ${SHORTEST_KEY} characters`);
    }
  }
  const byId = games.map(([gameId, { address, key }]): [string, GameGateway] => [
    gameId,
    { address: address.replace(/(?<!\/)\/+$/, ''), key },
  ]);
  return { byId: new Map(byId), sandboxUrl };
}

/** The shortest game key that cannot be guessed. */
const SHORTEST_KEY = 16;

function sandboxKey(gameId: string): string {
  return `game-key-${gameId}`;
}

function parseLoosely(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** Reads PEM, or the bare base64 that PayerMax's merchant pages show. */
function readKey(
  fields: Fields,
  name: VariableName,
  fallback: string | null,
  kind: 'private' | 'public',
): string {
  const text = readTextFile(fields, name, fallback).trim();
  if (text === '') return '';
  const label = kind === 'private' ? 'PRIVATE KEY' : 'PUBLIC KEY';
  const pem = text.startsWith('-----')
    ? text
    : `-----BEGIN ${label}-----\n${text.replaceAll(/\s/g, '')}\n-----END ${label}-----`;
  try {
    return kind === 'private'
      ? createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString()
      : createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
  } catch {
    complain(fields, name, `is not a file with an RSA ${kind} key`);
    return '';
  }
}

function readCertificate(fields: Fields, fallback: string): string {
  const name = 'PAYPAL_CERT_ROOT_FILE';
  const pem = readTextFile(fields, name, fallback);
  if (pem === '') return '';
  try {
    return new X509Certificate(pem).toString();
  } catch {
    complain(fields, name, 'is not a file with a certificate');
    return '';
  }
}

function refuseSandboxValue(
  fields: Fields,
  name: VariableName,
  value: string | null,
  sandboxValue: string,
): void {
  if (value === sandboxValue) complain(fields, name, "is the sandbox's: production needs its own");
}

/** Compares the content, so that a renamed copy is found too. */
function refuseSandboxFile(
  fields: Fields,
  name: VariableName,
  pem: string,
  sandboxFile: string,
): void {
  if (pem.trim() !== '' && pem.trim() === readFileSync(sandboxFile, 'utf8').trim()) {
    complain(fields, name, "is the sandbox's test key: production needs its own");
  }
}
