import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * What a game's own server signs for this shop (docs/mall.md, docs/access-link.md): JSON in base64url, a dot, and the
 * HMAC-SHA256 of that text with the game's key, in base64url. The key also signs our calls to the game; those bodies
 * hold `=`, this text never does, so that neither signature can stand for the other.
 */
export function signText(key: string, claims: object): string {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${text}.${signatureOf(key, text)}`;
}

/** The JSON that this key signed, or null. Nothing of it is read before its signature was checked. */
export function readSignedText(key: string, token: string): unknown {
  const [text = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isEqual(signature, signatureOf(key, text))) return null;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
  } catch {
    return null;
  }
}

function signatureOf(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

function isEqual(given: string, expected: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected));
}
