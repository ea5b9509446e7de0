import { createPublicKey } from 'node:crypto';
import { groupsOf, readRange } from '../platform/network-ranges.ts';
import { isHere, readDatabaseAddress } from '../platform/db/address.ts';
import { complain, type Fields } from './fields.ts';
import type { GamesConfig } from './games.ts';
import type { PayermaxConfig, PaypalConfig } from './gateways.ts';
import type { MerchantsConfig } from './merchants.ts';
import type { VariableName } from './variables.ts';

const MAX_LIMIT_SCALE = 10;
/** The shortest secret that cannot be guessed, and its different characters. */
const SHORTEST_SECRET = 16;
const FEWEST_CHARACTERS = 6;

type Weighed = {
  readonly databaseUrl: string | null;
  readonly databaseOwnerUrl: string | null;
  readonly databaseReplica: { readonly url: string } | null;
  readonly limitScale: number;
  readonly trustedProxies: readonly string[];
  readonly signSecret: string;
  readonly secondSignSecret: string | null;
  readonly payermax: PayermaxConfig;
  readonly paypal: PaypalConfig;
  readonly merchants: MerchantsConfig;
  readonly games: GamesConfig;
};

/** Refuses settings that make production's limits or secrets ineffective. Each problem is one sentence. */
export function refuseWeak(fields: Fields, config: Weighed): void {
  refusePlainDatabase(fields, 'DATABASE_URL', config.databaseUrl);
  refusePlainDatabase(fields, 'DATABASE_OWNER_URL', config.databaseOwnerUrl);
  refusePlainDatabase(fields, 'DATABASE_REPLICA_URL', config.databaseReplica?.url ?? null);
  if (config.limitScale > MAX_LIMIT_SCALE) {
    const why = `is ${config.limitScale}: production allows ${MAX_LIMIT_SCALE} at most, or no limit would hold`;
    complain(fields, 'LIMIT_SCALE', why);
  }
  for (const range of config.trustedProxies.filter(isTooWide)) {
    const why = `holds ${range}, in which strangers are: name the proxies themselves`;
    complain(fields, 'TRUSTED_PROXIES', why);
  }
  refuseGuessable(fields, 'SIGN_SECRET', '', config.signSecret);
  refuseGuessable(fields, 'SIGN_SECRET_SECOND', '', config.secondSignSecret ?? '');
  for (const [gameId, { key, secondKey }] of config.games.byId) {
    for (const each of [key, secondKey ?? '']) {
      refuseGuessable(fields, 'GAMES_FILE', `gives ${gameId} `, each);
    }
  }
  refuseShared(fields, config);
  refuseOwnKey(fields, config.payermax);
}

/** Requires TLS with a verified certificate for a database on another machine. */
function refusePlainDatabase(fields: Fields, name: VariableName, url: string | null): void {
  const use = name === 'DATABASE_REPLICA_URL' ? 'reads' : 'writes';
  const address = url === null ? '' : readDatabaseAddress(url, use);
  // Another form is refused already.
  if (typeof address === 'string' || isHere(address) || address.sslmode === 'verify-full') return;
  const why = 'needs ?sslmode=verify-full: in production no database is trusted unseen';
  complain(fields, name, why);
}

/** Ranges with strangers in them; the private ranges 10/8 and fc00::/7 are narrow enough. */
function isTooWide(text: string): boolean {
  const range = readRange(text);
  if (range === null) return false;
  if (range.family === 'ipv4') return range.bits < 8;
  const groups = groupsOf(range.net);
  // IPv4 addresses in IPv6 form are ::ffff:0:0/96.
  if (groups.slice(0, 5).every((group) => group === 0)) return range.bits < 104;
  const isPrivate = ((groups[0] ?? 0) & 0xfe00) === 0xfc00;
  return range.bits < (isPrivate ? 7 : 16);
}

/** @param owner names the secret, where the variable holds several */
function refuseGuessable(fields: Fields, name: VariableName, owner: string, secret: string): void {
  const isReported = fields.problems.some((each) => each.startsWith(`${name} ${owner}`.trim()));
  const problem = secret === '' || isReported ? null : weaknessOf(secret);
  if (problem === null) return;
  complain(fields, name, owner === '' ? problem : `${owner}a key that ${problem}`);
}

function weaknessOf(secret: string): string | null {
  if (secret.trim() !== secret) return 'begins or ends with a blank';
  if (secret.length < SHORTEST_SECRET) return `has fewer than ${SHORTEST_SECRET} characters`;
  if (new Set(secret).size >= FEWEST_CHARACTERS) return null;
  return `has fewer than ${FEWEST_CHARACTERS} different characters`;
}

/** Refuses a second key that is the first one: it would change nothing, and look like a rotation. */
export function refuseSameKeys(fields: Fields, config: Omit<Weighed, 'databaseUrl'>): void {
  const { payermax, paypal } = config;
  const pairs: [VariableName, string, string | null][] = [
    ['SIGN_SECRET_SECOND', config.signSecret, config.secondSignSecret],
    ['PAYERMAX_PRIVATE_KEY_SECOND_FILE', payermax.privateKeyPem, payermax.secondPrivateKeyPem],
    ['PAYERMAX_PUBLIC_KEY_SECOND_FILE', payermax.publicKeyPem, payermax.secondPublicKeyPem],
    ['PAYPAL_SECRET_SECOND', paypal.secret, paypal.secondSecret],
  ];
  for (const [name, first, second] of pairs) {
    if (second !== null && second !== '' && second === first) {
      complain(fields, name, 'is the first one: give another, or none');
    }
  }
  for (const [gameId, { key, secondKey }] of config.games.byId) {
    if (secondKey === key) {
      complain(fields, 'GAMES_FILE', `gives ${gameId} one key twice: give another, or none`);
    }
  }
}

/** A secret of two parties lets each act as the other. */
function refuseShared(fields: Fields, config: Weighed): void {
  const { signSecret, secondSignSecret, paypal, merchants, games } = config;
  const owners = new Map<string, string>();
  const named: [VariableName, string | null][] = [
    ['SIGN_SECRET', signSecret],
    ['SIGN_SECRET_SECOND', secondSignSecret],
    ['PAYPAL_SECRET', paypal.secret],
    ['PAYPAL_SECRET_SECOND', paypal.secondSecret],
    // A secret that two merchants share is refused where their file is read.
    ...[...merchants.byKey.values()].flatMap(({ paypal: own }): typeof named => [
      ['MERCHANTS_FILE', own?.secret ?? null],
      ['MERCHANTS_FILE', own?.secondSecret ?? null],
    ]),
  ];
  for (const [name, secret] of named) {
    // A missing secret is reported already.
    if (secret === null || secret === '') continue;
    const other = owners.get(secret);
    const isOwn = other !== undefined && name.startsWith(other);
    const says = name === 'MERCHANTS_FILE' ? 'gives a merchant' : 'is';
    const isTold = name === 'MERCHANTS_FILE' && other?.startsWith('PAYPAL_SECRET') === true;
    if (other !== undefined && !isOwn && !isTold) {
      complain(fields, name, `${says} the same secret as ${other}`);
    }
    owners.set(secret, name);
  }
  for (const [gameId, game] of games.byId) {
    for (const given of [game.key, game.secondKey]) {
      const key = given?.trim();
      const other = key === undefined ? undefined : owners.get(key);
      if (other !== undefined && other !== `game ${gameId}`) {
        complain(fields, 'GAMES_FILE', `gives ${gameId} the same secret as ${other}`);
      }
      if (key !== undefined) owners.set(key, `game ${gameId}`);
    }
  }
}

/** With our own public key as PayerMax's, a holder of our private key could forge its webhooks. */
function refuseOwnKey(fields: Fields, payermax: PayermaxConfig): void {
  const { privateKeyPem, secondPrivateKeyPem, publicKeyPem, secondPublicKeyPem } = payermax;
  const theirs: [VariableName, string | null][] = [
    ['PAYERMAX_PUBLIC_KEY_FILE', publicKeyPem],
    ['PAYERMAX_PUBLIC_KEY_SECOND_FILE', secondPublicKeyPem],
  ];
  const ours = [privateKeyPem, secondPrivateKeyPem].flatMap((pem) =>
    pem === null || pem === ''
      ? []
      : [createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()],
  );
  for (const [name, pem] of theirs) {
    if (pem === null || !ours.includes(pem)) continue;
    complain(fields, name, "is our own public key: it must be PayerMax's");
  }
}
