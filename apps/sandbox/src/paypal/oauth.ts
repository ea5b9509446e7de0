import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from '../account.ts';
import { MERCHANTS, SECOND_SECRET, SECRET } from './merchant.ts';

const LIVES_SECONDS = 32_400;
const MAX_PER_MINUTE = 120;
const PREFIX = 'A21AA';

/** A token contains its expiry and a signature, so none is stored. */
export function issueToken(account: Account): {
  access_token: string;
  expires_in: number;
  nonce: string;
} {
  const nonce = randomBytes(9).toString('base64url');
  const isSecond = account === 'second' ? 's' : '';
  const claim = `${(Date.now() + LIVES_SECONDS * 1_000).toString(36)}.${isSecond}~${nonce}`;
  return { access_token: `${PREFIX}${claim}.${seal(claim)}`, expires_in: LIVES_SECONDS, nonce };
}

/** The account of a valid token; null for any other. */
export function accountOfToken(authorization: string | undefined): Account | null {
  const [, token = ''] = /^Bearer (.+)$/.exec(authorization ?? '') ?? [];
  if (!token.startsWith(PREFIX)) return null;
  const [end = '', nonce = '', sealed = ''] = token.slice(PREFIX.length).split('.');
  const isGood = isSame(sealed, seal(`${end}.${nonce}`)) && Number.parseInt(end, 36) > Date.now();
  if (!isGood) return null;
  return nonce.startsWith('s~') ? 'second' : 'first';
}

/** @param secrets those of the first client that are enabled */
export function accountOfCredentials(
  authorization: string | undefined,
  secrets: readonly string[],
): Account | null {
  const [, encoded = ''] = /^Basic (.+)$/i.exec(authorization ?? '') ?? [];
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  if (isSame(given, `${MERCHANTS.second.clientId}:${SECOND_SECRET}`)) return 'second';
  const isFirst = secrets.some((secret) => isSame(given, `${MERCHANTS.first.clientId}:${secret}`));
  return isFirst ? 'first' : null;
}

/** PayPal refuses a shop that requests a token with every payment. */
export function createTokenLimit(): () => boolean {
  let minute = 0;
  let count = 0;
  return () => {
    const now = Math.floor(Date.now() / 60_000);
    count = now === minute ? count + 1 : 1;
    minute = now;
    return count <= MAX_PER_MINUTE;
  };
}

function seal(claim: string): string {
  return createHmac('sha256', SECRET).update(claim).digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
