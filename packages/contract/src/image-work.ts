import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Work that comes with an image code (contract §3). */
export type ImageWork = { readonly salt: string; readonly bits: number };

const DIGITS = 10;
const ZERO = 48;

/**
 * Searches for `v_code_work`: SHA-256 of the salt followed by it begins with `bits` zero bits. Takes 2 ^ bits hashes on average.
 * @returns a function that tries so many further answers; null: none of them fits
 */
export function searchWork({ salt, bits }: ImageWork): (tries: number) => string | null {
  const salted = utf8ToBytes(salt);
  // Up to 55 bytes are one block of SHA-256.
  const tried = new Uint8Array(salted.length + DIGITS).fill(ZERO);
  tried.set(salted);
  let next = 0;
  return (tries) => {
    for (const end = next + tries; next < end; next += 1) {
      const answer = String(next).padStart(DIGITS, '0');
      for (let at = 0; at < DIGITS; at += 1) tried[salted.length + at] = answer.charCodeAt(at);
      if (Math.clz32(firstWord(sha256(tried))) >= bits) return answer;
    }
    return null;
  };
}

function firstWord([a = 0, b = 0, c = 0, d = 0]: Uint8Array): number {
  return (a << 24) | (b << 16) | (c << 8) | d;
}
