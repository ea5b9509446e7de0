import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysOf, readWithKeys } from '../platform/keys.ts';

/**
 * Signs claims for this shop like a game's server (docs/mall.md, docs/access-link.md): JSON in base64url, a dot, and
 * the text's HMAC-SHA256 with the game's key. Our calls to the game use the same key, but contain `=`, which base64url
 * never does: no signature fits both.
 */
export function signText(key: string, claims: object): string {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${text}.${signatureOf(key, text)}`;
}

/** The signed JSON, or null. The signature is checked before anything is parsed. */
export function readSignedText(key: string, token: string): unknown {
  const [text = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isEqual(signature, signatureOf(key, text))) return null;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
  } catch {
    return null;
  }
}

/**
 * Reads what a game signed with either of its keys; null without a gateway.
 * @param countSecond called when the second key gave the result
 */
export function readOfGame<T>(
  gateway: { readonly key: string; readonly secondKey: string | null } | null,
  read: (key: string) => T | null,
  countSecond: () => void,
): T | null {
  if (gateway === null) return null;
  return readWithKeys(keysOf(gateway.key, gateway.secondKey), read, countSecond);
}

function signatureOf(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

function isEqual(given: string, expected: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected));
}
