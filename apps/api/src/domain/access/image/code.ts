import { randomInt } from 'node:crypto';

/**
 * What codes are made of. Of characters that a crossing line or a slant turns into one another only one is here: no F
 * beside E, no X beside K, no M or N beside H and W, no S beside 9, no 8 beside 3, nothing like 0, O, Q or 1, I, L.
 */
export const IMAGE_CODE_ALPHABET = 'ADEHJKLRTUWY234679';

/** By guessing one try in 104,976 is right, and a picture allows one. */
export const IMAGE_CODE_LENGTH = 4;

/** Typed by who saw the one that is in the alphabet. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  ['0', 'D'],
  ['G', '6'],
  ['O', 'D'],
  ['V', 'U'],
  ['Z', '2'],
]);

/** A new code in capitals; nobody can know the next from those before it. */
export function newImageCode(): string {
  return Array.from({ length: IMAGE_CODE_LENGTH }, () =>
    IMAGE_CODE_ALPHABET.charAt(randomInt(IMAGE_CODE_ALPHABET.length)),
  ).join('');
}

/** Whether a player typed the code: capitals, spaces around or inside and look-alikes do not matter. */
export function sameImageCode(typed: string, code: string): boolean {
  // A code is short: what is longer was never typed from a picture, and is not walked through.
  return typed.length <= MOST_TYPED && plainImageCode(typed) === plainImageCode(code);
}

const MOST_TYPED = 32;

/** What was typed as the alphabet has it: what is kept of a code is a hash of this. */
export function plainImageCode(text: string): string {
  // NFKC: keyboards of East Asia write Latin letters in a full width of their own.
  const capitals = text.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();
  return Array.from(capitals, (character) => LOOK_ALIKES.get(character) ?? character).join('');
}
