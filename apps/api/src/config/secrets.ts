import { readDatabaseAddress, type AddressFor } from '../platform/db/address.ts';
import type { Config } from './config.ts';

/** The secrets that a log redacts in any text. */
export function secretsOf(config: Config): readonly string[] {
  const { databaseUrl, databaseOwnerUrl, databaseReplica, payermax, paypal, games } = config;
  const replica = passwordOf(databaseReplica?.url ?? null, 'reads');
  const passwords = [passwordOf(databaseUrl), passwordOf(databaseOwnerUrl), replica];
  const secrets = [
    config.signSecret,
    config.secondSignSecret,
    ...passwords,
    ...passwords.map(encodeURIComponent),
    payermax.privateKeyPem,
    payermax.secondPrivateKeyPem,
    paypal.secret,
    paypal.secondSecret,
    ...[...config.merchants.byKey.values()].flatMap((merchant) => [
      merchant.payermax?.privateKeyPem ?? null,
      merchant.payermax?.secondPrivateKeyPem ?? null,
      merchant.paypal?.secret ?? null,
      merchant.paypal?.secondSecret ?? null,
    ]),
    config.companyAccount?.clientSecret ?? null,
    config.auditHeads?.keyPem ?? null,
    config.auditHeads?.anchorUrl ?? null,
    ...Object.values(config.tracing?.headers ?? {}),
    ...[...games.byId.values()].flatMap(({ key, secondKey }) => [key, secondKey]),
  ];
  // An absent account has empty ones.
  return secrets.flatMap((secret) => (secret === null || secret === '' ? [] : [secret]));
}

type Setting = [name: string, value: string | null | undefined];

/** The settings with a second key, as metrics name them: each is a rotation that has not ended. */
export function secondKeysOf(config: Config): readonly string[] {
  const { payermax, paypal, games, secondSignSecret } = config;
  const settings: Setting[] = [
    ['SIGN_SECRET', secondSignSecret],
    ['PAYERMAX_PRIVATE_KEY_FILE', payermax.secondPrivateKeyPem],
    ['PAYERMAX_PUBLIC_KEY_FILE', payermax.secondPublicKeyPem],
    ['PAYPAL_SECRET', paypal.secondSecret],
    ...[...config.merchants.byKey].flatMap(([key, merchant]): Setting[] => [
      [`MERCHANTS_FILE/${key}/PAYERMAX_PRIVATE_KEY_FILE`, merchant.payermax?.secondPrivateKeyPem],
      [`MERCHANTS_FILE/${key}/PAYERMAX_PUBLIC_KEY_FILE`, merchant.payermax?.secondPublicKeyPem],
      [`MERCHANTS_FILE/${key}/PAYPAL_SECRET`, merchant.paypal?.secondSecret],
    ]),
    ...[...games.byId].map(([gameId, { secondKey }]): Setting => [
      `GAMES_FILE/${gameId}`,
      secondKey,
    ]),
  ];
  return settings.flatMap(([name, value]) => (value === null || value === undefined ? [] : [name]));
}

function passwordOf(url: string | null, use: AddressFor = 'writes'): string {
  const address = url === null ? '' : readDatabaseAddress(url, use);
  return typeof address === 'string' ? '' : address.password;
}
