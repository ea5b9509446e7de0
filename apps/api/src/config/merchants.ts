import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { complain, given, readTextFile, type Fields } from './fields.ts';
import { parseLoosely } from './games.ts';
import { keyIn, type KeyKind } from './gateway-keys.ts';
import type { PayermaxConfig, PaypalConfig } from './gateways.ts';
import { refuseMerchants } from './merchant-rules.ts';

/** A legal entity with its own accounts at the gateways. The environment's accounts are the default merchant's. */
export type Merchant = {
  readonly key: string;
  readonly legalEntity: string;
  readonly projects: readonly string[];
  /** The name on the wallet's pages; null: the project's. */
  readonly brand: string | null;
  /** Null: it has no account there, and its projects do not offer the gateway's methods. */
  readonly payermax: PayermaxConfig | null;
  readonly paypal: PaypalConfig | null;
};

export type MerchantsConfig = {
  readonly byKey: ReadonlyMap<string, Merchant>;
  /** The merchant of each project that the default one does not serve. */
  readonly ofProject: ReadonlyMap<string, string>;
};

/** The default accounts: addresses and hosts are every merchant's. */
export type Accounts = { readonly payermax: PayermaxConfig; readonly paypal: PaypalConfig };
type WithMerchants = Accounts & { readonly merchants: MerchantsConfig };

/** A merchant costs two circuits and two rows of each gateway metric. */
const MAX_MERCHANTS = 32;

const line = (most: number) =>
  v.pipe(v.string(), v.regex(/^[^\p{C}]*$/u), v.trim(), v.minLength(1), v.maxLength(most));
const id = v.pipe(v.string(), v.regex(/^[\w.-]{1,128}$/));
const file = line(1_000);
const version = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(16));
const merchantsFile = v.record(
  v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,15}$/)),
  v.strictObject({
    legal_entity: line(200),
    projects: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))), v.maxLength(200)),
    brand: v.optional(line(127)),
    payermax: v.optional(
      v.strictObject({
        app_id: id,
        merchant_no: id,
        private_key_file: file,
        key_version: v.optional(version, '1'),
        private_key_second_file: v.optional(file),
        key_version_second: v.optional(version),
        public_key_file: file,
        public_key_second_file: v.optional(file),
        statements: v.optional(file),
      }),
    ),
    paypal: v.optional(
      v.strictObject({
        client_id: id,
        secret_file: file,
        secret_second_file: v.optional(file),
        webhook_id: id,
        merchant_id: id,
      }),
    ),
  }),
);
type Entry = v.InferOutput<typeof merchantsFile>[string];

const NO_MERCHANTS: MerchantsConfig = { byKey: new Map(), ofProject: new Map() };

/**
 * Reads MERCHANTS_FILE: the accounts of further legal entities (docs/decisions/0091-merchants.md).
 * @param sandboxUrl null: production, where no merchant has one of the sandbox's keys
 */
export function readMerchants(
  fields: Fields,
  base: Accounts,
  sandboxUrl: string | null,
): MerchantsConfig {
  const name = 'MERCHANTS_FILE';
  if (given(fields, name) === null) return NO_MERCHANTS;
  const parsed = v.safeParse(merchantsFile, parseLoosely(readTextFile(fields, name, null)));
  if (!parsed.success) {
    if (fields.problems.some((each) => each.startsWith(`${name} `))) return NO_MERCHANTS;
    const where = v.getDotPath(parsed.issues[0]) ?? 'the whole file';
    complain(
      fields,
      name,
      `does not map keys to {legal_entity, projects, payermax, paypal} (${where} is wrong)`,
    );
    return NO_MERCHANTS;
  }
  const entries = Object.entries(parsed.output);
  if (entries.length > MAX_MERCHANTS) {
    complain(fields, name, `names ${entries.length} merchants: ${MAX_MERCHANTS} at most`);
    return NO_MERCHANTS;
  }
  const merchants = entries.map(([key, entry]) => merchantOf(fields, key, entry, base));
  const ofProject = new Map<string, string>();
  for (const { key, projects } of merchants) {
    for (const project of projects) {
      const other = ofProject.get(project);
      const why = `gives project ${project} to ${other} and ${key}: one merchant serves a project`;
      if (other !== undefined) complain(fields, name, why);
      ofProject.set(project, key);
    }
  }
  refuseMerchants(fields, merchants, base, sandboxUrl);
  return { byKey: new Map(merchants.map((each) => [each.key, each])), ofProject };
}

function merchantOf(fields: Fields, key: string, entry: Entry, base: Accounts): Merchant {
  const { payermax, paypal } = entry;
  const secret = (path: string) => fileOf(fields, key, path).trim();
  const pem = (path: string, kind: KeyKind) => pemOf(fields, key, path, secret(path), kind);
  return {
    key,
    legalEntity: entry.legal_entity,
    projects: entry.projects,
    brand: entry.brand ?? null,
    payermax:
      payermax === undefined
        ? null
        : {
            ...base.payermax,
            isAbsent: false,
            appId: payermax.app_id,
            merchantNo: payermax.merchant_no,
            privateKeyPem: pem(payermax.private_key_file, 'private'),
            keyVersion: payermax.key_version,
            secondPrivateKeyPem: ifGiven(payermax.private_key_second_file, (path) =>
              pem(path, 'private'),
            ),
            secondKeyVersion: payermax.key_version_second ?? payermax.key_version,
            publicKeyPem: pem(payermax.public_key_file, 'public'),
            secondPublicKeyPem: ifGiven(payermax.public_key_second_file, (path) =>
              pem(path, 'public'),
            ),
            statements: payermax.statements ?? null,
          },
    paypal:
      paypal === undefined
        ? null
        : {
            ...base.paypal,
            isAbsent: false,
            clientId: paypal.client_id,
            secret: secret(paypal.secret_file),
            secondSecret: ifGiven(paypal.secret_second_file, secret),
            webhookId: paypal.webhook_id,
            merchantId: paypal.merchant_id,
          },
  };
}

function ifGiven<T>(path: string | undefined, read: (path: string) => T): T | null {
  return path === undefined ? null : read(path);
}

function fileOf(fields: Fields, key: string, path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.trim() !== '') return text;
    complain(fields, 'MERCHANTS_FILE', `gives ${key} the file ${path}, which has nothing in it`);
  } catch {
    complain(fields, 'MERCHANTS_FILE', `gives ${key} the file ${path}, which cannot be read`);
  }
  return '';
}

function pemOf(fields: Fields, key: string, path: string, text: string, kind: KeyKind): string {
  if (text === '') return '';
  const complainOf = (why: string) =>
    complain(fields, 'MERCHANTS_FILE', `gives ${key} the file ${path}, which ${why}`);
  return keyIn(text, kind, complainOf);
}

/** The merchant that serves a project now; null: the default one. */
export function merchantOfProject(
  { merchants }: Pick<WithMerchants, 'merchants'>,
  project: string,
): string | null {
  return merchants.ofProject.get(project) ?? null;
}

/** A merchant's account at each gateway; null: it has none, or is not in the file. */
export function accountsOf(
  { payermax, paypal, merchants }: WithMerchants,
  merchant: string | null,
): { readonly payermax: PayermaxConfig | null; readonly paypal: PaypalConfig | null } {
  if (merchant !== null) return merchants.byKey.get(merchant) ?? { payermax: null, paypal: null };
  return {
    payermax: payermax.isAbsent ? null : payermax,
    paypal: paypal.isAbsent ? null : paypal,
  };
}

/** Whether the merchant that serves a project has an account at a gateway. */
export function sellsThrough(
  config: WithMerchants,
  project: string,
  provider: 'payermax' | 'paypal',
): boolean {
  return accountsOf(config, merchantOfProject(config, project))[provider] !== null;
}
