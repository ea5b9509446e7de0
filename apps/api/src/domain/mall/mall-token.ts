import * as v from 'valibot';
import { readSignedText, signText } from '../../games/signed-text.ts';

/** Token by which a game or a mall sends an order (R05, docs/mall.md; games/signed-text.ts). */

/** Longest time until the first opening. */
export const LONGEST_TOKEN_MS = 7 * 86_400_000;
/** Most different goods of an order. */
export const MAX_GOODS = 20;
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
      v.maxLength(MAX_GOODS),
      v.check((lines) => new Set(lines.map((line) => line.product_id)).size === lines.length),
    ),
    /** The game's own reference of this purchase, used once. */
    ref: v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{1,64}$/)),
    /** Creation and expiry of the first opening; ms since the epoch. */
    iat: timeMs,
    exp: timeMs,
  }),
  v.check(({ iat, exp }) => exp > iat && exp - iat <= LONGEST_TOKEN_MS),
);
export type MallClaims = v.InferOutput<typeof mallClaims>;

export function signMallToken(key: string, claims: MallClaims): string {
  return signText(key, claims);
}

/** null: wrong signature, unknown shape, or made in the future. */
export function readMallToken(key: string, token: string, nowMs: number): MallClaims | null {
  const parsed = v.safeParse(mallClaims, readSignedText(key, token));
  if (!parsed.success || parsed.output.iat > nowMs + CLOCK_TOLERANCE_MS) return null;
  return parsed.output;
}
