import * as v from 'valibot';
import { readSignedText, signText } from '../../../games/signed-text.ts';

/** Access link (F18, docs/access-link.md); `use` separates it from mall tokens of the same key. */

export const LONGEST_LINK_MS = 3_600_000;
/** The game's clock may be this far ahead of ours. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;

const timeMs = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const linkClaims = v.pipe(
  v.object({
    v: v.literal(1),
    use: v.literal('link'),
    website_code: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
    server_id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
    cid: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/)),
    /** The signer's reference of this link, which opens once. */
    ref: v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{1,64}$/)),
    /** Creation and expiry; ms since the epoch. */
    iat: timeMs,
    exp: timeMs,
  }),
  v.check(({ iat, exp }) => exp > iat && exp - iat <= LONGEST_LINK_MS),
);
export type LinkClaims = v.InferOutput<typeof linkClaims>;

export function signLink(key: string, claims: LinkClaims): string {
  return signText(key, claims);
}

/** null: wrong signature, unknown shape, or made in the future. The caller checks the expiry. */
export function readLink(key: string, link: string, nowMs: number): LinkClaims | null {
  const parsed = v.safeParse(linkClaims, readSignedText(key, link));
  if (!parsed.success || parsed.output.iat > nowMs + CLOCK_TOLERANCE_MS) return null;
  return parsed.output;
}
