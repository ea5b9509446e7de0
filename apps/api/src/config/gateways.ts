import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import * as v from 'valibot';
import {
  complain,
  given,
  readAddress,
  readOrigins,
  readSecondSecret,
  readSecret,
  readText,
  readTextFile,
  refusePlainHttp,
  type Fields,
} from './fields.ts';
import { isTestWorld, refuseOtherWorld } from './payermax-world.ts';
import { VARIABLES, type VariableName } from './variables.ts';

export type GamesConfig = {
  readonly byId: ReadonlyMap<string, GameGateway>;
  /** The address of games that `byId` lacks; null in production. */
  readonly sandboxUrl: string | null;
};

export type PayermaxConfig = ReturnType<typeof readPayermax>;
export type PaypalConfig = ReturnType<typeof readPaypal>;

/** Calls go to `${address}/role` and `${address}/mail`, signed with `key` (C15). */
export type GameGateway = {
  readonly address: string;
  readonly key: string;
  /** Accepted too, and used when the game refuses `key`: one replaces the other (docs/decisions/0041-two-keys.md). */
  readonly secondKey: string | null;
};

/** The address and key of a game; null when it is not configured. */
export function gameGateway(games: GamesConfig, gameId: string): GameGateway | null {
  const configured = games.byId.get(gameId);
  if (configured || games.sandboxUrl === null) return configured ?? null;
  const address = `${games.sandboxUrl}/game/${gameId}`;
  return { address, key: sandboxKey(gameId), secondKey: null };
}

const SANDBOX_KEYS = path.join(import.meta.dirname, '../../sandbox-keys');
const SANDBOX_PRIVATE_KEY = path.join(SANDBOX_KEYS, 'payermax-merchant.private.pem');
const SANDBOX_PUBLIC_KEY = path.join(SANDBOX_KEYS, 'payermax-platform.public.pem');
const SANDBOX_CERT_ROOT = path.join(SANDBOX_KEYS, 'paypal-root-ca.pem');

/** A null `sandboxUrl` means production: no defaults, and none of the sandbox's keys. */
export function readPayermax(fields: Fields, sandboxUrl: string | null) {
  const isSandbox = sandboxUrl !== null;
  const own = (name: VariableName) =>
    readText(fields, name, isSandbox ? VARIABLES[name].fallback : null);
  const home = isSandbox ? `${sandboxUrl}/payermax` : null;
  const key = (name: VariableName, kind: 'private' | 'public', file: string) =>
    readKey(fields, name, isSandbox ? file : null, kind);
  const second = (name: VariableName, kind: 'private' | 'public') =>
    given(fields, name) === null ? null : readKey(fields, name, null, kind);
  const keyVersion = given(fields, 'PAYERMAX_KEY_VERSION') ?? '1';
  const config = {
    /** The address before `/applyDropinSession` and the other paths. */
    base: readAddress(
      fields,
      'PAYERMAX_BASE',
      home ?? 'https://pay-gate.payermax.com/aggregate-pay/api/gateway',
    ),
    sdkUrl: readAddress(
      fields,
      'PAYERMAX_SDK_URL',
      home ? `${home}/dropin.js` : 'https://cdn.payermax.com/dropin/js/pmdropin.min.js',
    ),
    /** The component charges no money in the test world, and its session must be of the same world. */
    isTestWorld: isTestWorld(fields, isSandbox),
    appId: own('PAYERMAX_APP_ID'),
    merchantNo: own('PAYERMAX_MERCHANT_NO'),
    /** Our private key, PKCS#8 PEM. */
    privateKeyPem: key('PAYERMAX_PRIVATE_KEY_FILE', 'private', SANDBOX_PRIVATE_KEY),
    keyVersion,
    /** Signs what PayerMax refused under the first; null: none. */
    secondPrivateKeyPem: second('PAYERMAX_PRIVATE_KEY_SECOND_FILE', 'private'),
    secondKeyVersion: given(fields, 'PAYERMAX_KEY_VERSION_SECOND') ?? keyVersion,
    /** PayerMax's public key, SPKI PEM. */
    publicKeyPem: key('PAYERMAX_PUBLIC_KEY_FILE', 'public', SANDBOX_PUBLIC_KEY),
    /** Also verifies PayerMax's messages; null: none. */
    secondPublicKeyPem: second('PAYERMAX_PUBLIC_KEY_SECOND_FILE', 'public'),
    /** Origins whose pictures of QR codes a page may show. */
    pictureHosts: readOrigins(fields, 'PAYERMAX_PICTURE_HOSTS', isSandbox ? [sandboxUrl] : []),
    /** Apple's proof of the domain; empty: none. */
    appleDomain: readTextFile(fields, 'APPLE_PAY_DOMAIN_FILE', ''),
    /** The folder of its settlement files, or the sandbox's statement; null: none. */
    statements:
      given(fields, 'PAYERMAX_STATEMENTS') ?? (isSandbox ? `${sandboxUrl}/statement` : null),
  };
  if (isSandbox) return config;
  refuseOtherWorld(fields, config);
  if (/^https?:/.test(config.statements ?? '')) {
    complain(fields, 'PAYERMAX_STATEMENTS', 'must be a folder: only the sandbox has an address');
  }
  refuseSandboxValue(fields, 'PAYERMAX_APP_ID', config.appId);
  refuseSandboxValue(fields, 'PAYERMAX_MERCHANT_NO', config.merchantNo);
  refusePlainHttp(fields, 'PAYERMAX_BASE', [config.base]);
  refusePlainHttp(fields, 'PAYERMAX_SDK_URL', [config.sdkUrl]);
  refusePlainHttp(fields, 'PAYERMAX_PICTURE_HOSTS', config.pictureHosts);
  const pems: [VariableName, string | null, sandboxFile: string][] = [
    ['PAYERMAX_PRIVATE_KEY_FILE', config.privateKeyPem, SANDBOX_PRIVATE_KEY],
    ['PAYERMAX_PRIVATE_KEY_SECOND_FILE', config.secondPrivateKeyPem, SANDBOX_PRIVATE_KEY],
    ['PAYERMAX_PUBLIC_KEY_FILE', config.publicKeyPem, SANDBOX_PUBLIC_KEY],
    ['PAYERMAX_PUBLIC_KEY_SECOND_FILE', config.secondPublicKeyPem, SANDBOX_PUBLIC_KEY],
  ];
  for (const [name, pem, file] of pems) refuseSandboxFile(fields, name, pem ?? '', file);
  return config;
}

export function readPaypal(fields: Fields, sandboxUrl: string | null) {
  const isSandbox = sandboxUrl !== null;
  const inSandbox = (name: VariableName) => (isSandbox ? VARIABLES[name].fallback : null);
  const own = (name: VariableName) => readText(fields, name, inSandbox(name));
  const home = isSandbox ? `${sandboxUrl}/paypal` : null;
  const rootFile = given(fields, 'PAYPAL_CERT_ROOT_FILE') ?? (isSandbox ? SANDBOX_CERT_ROOT : null);
  const sdkUrl = home ? `${home}/sdk/js` : 'https://www.paypal.com/sdk/js';
  const origins = ['https://api.paypal.com', 'https://api-m.paypal.com'];
  const config = {
    /** The address before `/v2/checkout/orders` and the other paths. */
    base: readAddress(fields, 'PAYPAL_BASE', home ?? 'https://api-m.paypal.com'),
    sdkUrl: readAddress(fields, 'PAYPAL_SDK_URL', sdkUrl),
    /** Further origins that PayPal's script may load from. */
    pageHosts: readOrigins(fields, 'PAYPAL_PAGE_HOSTS', []),
    clientId: own('PAYPAL_CLIENT_ID'),
    secret: readSecret(fields, 'PAYPAL_SECRET', inSandbox('PAYPAL_SECRET')),
    /** Used where PayPal refuses the first; null: none. */
    secondSecret: readSecondSecret(fields, 'PAYPAL_SECRET_SECOND'),
    webhookId: own('PAYPAL_WEBHOOK_ID'),
    /** Origins that may serve a webhook's certificate. */
    certOrigins: readOrigins(fields, 'PAYPAL_CERT_ORIGINS', isSandbox ? [sandboxUrl] : origins),
    /** Root certificate; null: Node's own roots. */
    certRootPem: rootFile === null ? null : readCertificate(fields, rootFile),
    /** The common name that the certificate must carry. */
    certCn: readText(
      fields,
      'PAYPAL_CERT_CN',
      inSandbox('PAYPAL_CERT_CN') ?? 'messageverificationcerts.paypal.com',
    ),
    /** Our PayPal account: money that names another payee is quarantined. */
    merchantId: own('PAYPAL_MERCHANT_ID'),
  };
  if (isSandbox) return config;
  refusePlainHttp(fields, 'PAYPAL_BASE', [config.base]);
  refusePlainHttp(fields, 'PAYPAL_SDK_URL', [config.sdkUrl]);
  refusePlainHttp(fields, 'PAYPAL_PAGE_HOSTS', config.pageHosts);
  refusePlainHttp(fields, 'PAYPAL_CERT_ORIGINS', config.certOrigins);
  const { certRootPem } = config;
  refuseSandboxFile(fields, 'PAYPAL_CERT_ROOT_FILE', certRootPem ?? '', SANDBOX_CERT_ROOT);
  refuseSandboxValue(fields, 'PAYPAL_CLIENT_ID', config.clientId);
  refuseSandboxValue(fields, 'PAYPAL_SECRET', config.secret);
  if (config.secondSecret === VARIABLES.PAYPAL_SECRET.fallback) {
    complain(fields, 'PAYPAL_SECRET_SECOND', "is the sandbox's: production needs its own");
  }
  refuseSandboxValue(fields, 'PAYPAL_WEBHOOK_ID', config.webhookId);
  refuseSandboxValue(fields, 'PAYPAL_MERCHANT_ID', config.merchantId);
  refuseSandboxValue(fields, 'PAYPAL_CERT_CN', config.certCn);
  return config;
}

const gameKey = v.pipe(v.string(), v.minLength(1));
/** JSON or YAML: `{"<game_id>": {"address": "https://…", "key": "…"}}`. */
const gamesFile = v.record(
  v.string(),
  v.object({
    address: v.pipe(v.string(), v.url()),
    key: gameKey,
    second_key: v.optional(v.nullable(gameKey), null),
  }),
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
  for (const [gameId, { address, key, second_key }] of games) {
    const { protocol, username, password, search, hash } = new URL(address);
    if (!/^https?:$/.test(protocol) || username + password + search + hash !== '') {
      complain(fields, name, `gives ${gameId} no address like https://game.example/path`);
    }
    if (sandboxUrl !== null) continue;
    refusePlainHttp(fields, name, [address]);
    // Another game's published key is no secret either.
    if ([key, second_key].some((each) => each?.trim().startsWith(sandboxKey('')))) {
      complain(fields, name, `gives ${gameId} the sandbox's key: production needs its own`);
    }
  }
  const byId = games.map(([gameId, { address, key, second_key }]): [string, GameGateway] => [
    gameId,
    { address: address.replace(/(?<!\/)\/+$/, ''), key, secondKey: second_key },
  ]);
  return { byId: new Map(byId), sandboxUrl };
}

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
  const key = keyOf(pem, kind);
  if (key?.asymmetricKeyType !== 'rsa') {
    complain(fields, name, `is not a file with an RSA ${kind} key`);
    return '';
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < FEWEST_BITS) {
    complain(fields, name, `is an RSA key of ${bits} bits: ${FEWEST_BITS} or more are needed`);
  }
  return key.export({ type: kind === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
}

const FEWEST_BITS = 2048;

/** The key, or null; a private key is not taken for a public one. */
function keyOf(pem: string, kind: 'private' | 'public'): KeyObject | null {
  if (kind === 'public' && pem.includes('PRIVATE KEY-----')) return null;
  try {
    return kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  } catch {
    return null;
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

/** The settings whose files hold published keys: whoever has the repository can sign webhooks that they verify. */
export function publishedKeys(payermax: PayermaxConfig, paypal: PaypalConfig): VariableName[] {
  const all: [VariableName, string | null, sandboxFile: string][] = [
    ['PAYERMAX_PUBLIC_KEY_FILE', payermax.publicKeyPem, SANDBOX_PUBLIC_KEY],
    ['PAYERMAX_PUBLIC_KEY_SECOND_FILE', payermax.secondPublicKeyPem, SANDBOX_PUBLIC_KEY],
    ['PAYPAL_CERT_ROOT_FILE', paypal.certRootPem, SANDBOX_CERT_ROOT],
  ];
  return all.flatMap(([name, pem, file]) => (isSameFile(pem ?? '', file) ? [name] : []));
}

function refuseSandboxValue(fields: Fields, name: VariableName, value: string | null): void {
  const isSandbox = value === VARIABLES[name].fallback;
  if (isSandbox) complain(fields, name, "is the sandbox's: production needs its own");
}

function refuseSandboxFile(
  fields: Fields,
  name: VariableName,
  pem: string,
  sandboxFile: string,
): void {
  if (isSameFile(pem, sandboxFile)) {
    complain(fields, name, "is the sandbox's test key: production needs its own");
  }
}

/** Compares the content, so that a renamed copy is found too. */
function isSameFile(pem: string, file: string): boolean {
  return pem.trim() !== '' && pem.trim() === readFileSync(file, 'utf8').trim();
}
