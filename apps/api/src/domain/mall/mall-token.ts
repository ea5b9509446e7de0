import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

/**
 * The token by which a game or a mall sends an order here (R05, docs/mall.md): what it says, as
 * JSON in base64url, a dot, and the HMAC-SHA256 of that text with the game's key, in base64url.
 * The key also signs our calls to the game; those bodies hold `=`, this text never does, so that
 * neither signature can stand for the other.
 */

/** A link may be given this long to be opened for the first time. */
const LONGEST_LIFE_MS = 7 * 86_400_000;
/** The game's clock may be this far ahead of ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

const timeMs = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const mallClaims = v.pipe(
  v.object({
    v: v.literal(1),
    website_code: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
    server_id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
    cid: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/)),
    products: v.pipe(
      v.array(
        v.object({
          product_id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
          count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999)),
        }),
      ),
      v.minLength(1),
      v.maxLength(20),
      v.check((lines) => new Set(lines.map((line) => line.product_id)).size === lines.length),
    ),
    /** The game's own number of this purchase, used once. */
    ref: v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{1,64}$/)),
    /** When it was made, and until when it may be opened for the first time; ms since the epoch. */
    iat: timeMs,
    exp: timeMs,
  }),
  v.check(({ iat, exp }) => exp > iat && exp - iat <= LONGEST_LIFE_MS),
);
export type MallClaims = v.InferOutput<typeof mallClaims>;

export function signMallToken(key: string, claims: MallClaims): string {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${text}.${signatureOf(key, text)}`;
}

/**
 * What a token says, or null for one that this key did not sign, that says nothing we know, or
 * that was made in the future. Nothing of it is read before its signature was checked.
 */
export function readMallToken(key: string, token: string, nowMs: number): MallClaims | null {
  const [text = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isEqual(signature, signatureOf(key, text))) return null;
  const parsed = v.safeParse(mallClaims, jsonOf(text));
  if (!parsed.success || parsed.output.iat > nowMs + CLOCK_TOLERANCE_MS) return null;
  return parsed.output;
}

function signatureOf(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

function isEqual(given: string, expected: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
