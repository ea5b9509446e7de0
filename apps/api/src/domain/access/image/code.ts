import { randomInt } from 'node:crypto';

/** Leaves out characters that a slant or a crossing line turns into others, such as F, X, S, R, J, 0, 1. */
export const IMAGE_CODE_ALPHABET = 'ADEHKLTUWY234679';

/** A guess is right once in 1,048,576; each picture allows one. */
export const IMAGE_CODE_LENGTH = 5;

/** Characters that players read for one of the alphabet. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  0: 'D',
  G: '6',
  O: 'D',
  R: 'A',
  V: 'U',
  Z: '2',
};

export function newImageCode(): string {
  return Array.from({ length: IMAGE_CODE_LENGTH }, () =>
    IMAGE_CODE_ALPHABET.charAt(randomInt(IMAGE_CODE_ALPHABET.length)),
  ).join('');
}

/** Normalizes typed text to the alphabet, without case, spaces and look-alikes; its hash is stored. */
export function plainImageCode(text: string): string {
  // NFKC: East Asian keyboards write full-width Latin letters.
  const capitals = text.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();
  return Array.from(capitals, (character) => LOOK_ALIKES[character] ?? character).join('');
}
