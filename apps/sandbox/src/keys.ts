import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { rawBody } from './http.ts';
import { fieldsOf, parseJson, type Fields } from './shape.ts';
import type { Store } from './store.ts';

/** A key with the `keyVersion` that PayerMax and its merchant know it by. */
export type VersionedKey = { readonly key: KeyObject; readonly version: string };

/** Test keys of this sandbox, trusted by tests only. The functions return the current keys. */
export type Keys = {
  /** Signs answers and notifications. */
  readonly payermaxPlatform: () => VersionedKey;
  /** The merchant's public keys that PayerMax accepts. */
  readonly payermaxMerchants: () => readonly VersionedKey[];
  /** PayPal keeps up to two secrets of a client alive. */
  readonly paypalSecrets: () => readonly string[];
  /** A game accepts all of its keys and signs with the first. */
  readonly gameKeys: (gameId: string) => readonly [string, ...string[]];
  readonly paypalWebhook: KeyObject;
  readonly paypalCertificatePem: string;
  readonly paypalCertificateKey: KeyObject;
};

export type LiveKeys = Keys & {
  /** @returns a sentence when the keys cannot be used */
  readonly change: (chosen: unknown) => string | null;
  readonly restore: () => void;
};

const ROW = 'chosen';

/** Keys that change while the sandbox runs, as gateways and games change theirs. */
export function createKeys(store: Store): LiveKeys {
  const own = readOwnKeys();
  let now: ReturnType<typeof readOwnKeys> = own;
  const table = store.table<Fields>('keys', (_id, row) => {
    now = { ...own, ...readChosen(row ?? {}) };
  });
  const { paypalWebhook, paypalCertificatePem, paypalCertificateKey } = own;
  return {
    paypalWebhook,
    paypalCertificatePem,
    paypalCertificateKey,
    payermaxPlatform: () => now.platform,
    payermaxMerchants: () => now.merchants,
    paypalSecrets: () => now.secrets,
    gameKeys: (gameId) => {
      const [first = `game-key-${gameId}`, ...others] = now.games.get(gameId) ?? [];
      return [first, ...others];
    },
    change: (chosen) => {
      const row = { ...table.get(ROW), ...fieldsOf(chosen) };
      try {
        readChosen(row);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
      store.commit([table.put(ROW, row)]);
      return null;
    },
    restore: () => store.commit([table.remove(ROW)]),
  };
}

/** The pages of gateways and games at which a merchant changes keys. */
export function serveKeys(app: FastifyInstance, keys: LiveKeys): void {
  app.put('/keys', (request, reply) => {
    const problem = keys.change(parseJson(rawBody(request)));
    return problem === null ? reply.code(204).send() : reply.code(400).send({ error: problem });
  });
  app.delete('/keys', (_request, reply) => {
    keys.restore();
    return reply.code(204).send();
  });
}

/** Parsed once per change, because parsing a PEM costs more than a signature check. @throws Error that names the fault */
function readChosen(row: Fields) {
  const known = ['payermax_platform', 'payermax_merchants', 'paypal_secrets', 'game_keys'];
  const strange = Object.keys(row).find((name) => !known.includes(name));
  if (strange !== undefined) throw new Error(`unknown field: ${strange}`);
  const { payermax_platform, payermax_merchants, paypal_secrets, game_keys } = row;
  return {
    ...(payermax_platform !== undefined && {
      platform: readVersioned(payermax_platform, createPrivateKey),
    }),
    ...(payermax_merchants !== undefined && {
      merchants: listOf(payermax_merchants).map((each) => readVersioned(each, createPublicKey)),
    }),
    ...(paypal_secrets !== undefined && { secrets: readTexts(paypal_secrets) }),
    ...(game_keys !== undefined && {
      games: new Map(
        Object.entries(fieldsOf(game_keys)).map(([gameId, keys]) => [gameId, readTexts(keys)]),
      ),
    }),
  };
}

function readVersioned(given: unknown, parse: (pem: string) => KeyObject): VersionedKey {
  const { pem, version } = fieldsOf(given);
  if (typeof pem !== 'string' || typeof version !== 'string' || version === '') {
    throw new Error('a key of PayerMax needs pem and version');
  }
  return { key: parse(pem), version };
}

/** PayPal keeps at most two secrets; nobody else needs more. */
function listOf(given: unknown): readonly unknown[] {
  if (Array.isArray(given) && given.length >= 1 && given.length <= 2) return given;
  throw new Error('keys are a list of one or two');
}

function readTexts(given: unknown): readonly string[] {
  return listOf(given).map((each) => {
    if (typeof each === 'string' && each !== '') return each;
    throw new Error('a secret is a text');
  });
}

function readOwnKeys() {
  const paypalCertificatePem = readKeyFile('paypal-webhook.cert.pem');
  const merchant = createPublicKey(readKeyFile('payermax-merchant.public.pem'));
  const games: ReadonlyMap<string, readonly string[]> = new Map();
  const secrets: readonly string[] = ['sandbox-secret'];
  const merchants: readonly VersionedKey[] = [{ key: merchant, version: '1' }];
  return {
    platform: {
      key: createPrivateKey(readKeyFile('payermax-platform.private.pem')),
      version: '1',
    },
    merchants,
    secrets,
    games,
    paypalWebhook: createPrivateKey(readKeyFile('paypal-webhook.private.pem')),
    paypalCertificatePem,
    paypalCertificateKey: new X509Certificate(paypalCertificatePem).publicKey,
  };
}

function readKeyFile(name: string): string {
  return readFileSync(new URL(`../keys/${name}`, import.meta.url), 'utf8');
}
