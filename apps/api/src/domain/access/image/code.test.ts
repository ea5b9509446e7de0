import { describe, expect, test } from 'vitest';
import { IMAGE_CODE_ALPHABET, IMAGE_CODE_LENGTH, newImageCode, plainImageCode } from './code.ts';

const isSame = (typed: string, code: string) => plainImageCode(typed) === plainImageCode(code);

describe('a new image code', () => {
  test('has five characters and uses the whole alphabet', () => {
    const codes = Array.from({ length: 500 }, newImageCode);
    expect(new Set(codes.map((code) => code.length))).toEqual(new Set([IMAGE_CODE_LENGTH]));
    expect([...new Set(codes.join(''))].sort()).toEqual(Array.from(IMAGE_CODE_ALPHABET).sort());
  });

  test('differs each time', () => {
    const codes = Array.from({ length: 50 }, newImageCode);
    // One equal pair among 50 codes occurs once in 85 runs; three pairs practically never.
    expect(new Set(codes).size).toBeGreaterThan(47);
  });

  test('contains no look-alike characters', () => {
    for (const one of IMAGE_CODE_ALPHABET) {
      const same = Array.from(IMAGE_CODE_ALPHABET).filter((other) => isSame(other, one));
      expect(same).toEqual([one]);
    }
  });
});

describe('[V02] typed text', () => {
  test.each([
    ['unchanged', 'A2DUK', 'A2DUK'],
    ['in small letters', 'a2duk', 'A2DUK'],
    ['with spaces', '  a2 duk ', 'A2DUK'],
    ['in full width', 'Ａ２ｄｕk', 'A2DUK'],
    ['with look-alikes that no code has', 'AzOvK', 'A2DUK'],
    ['with a zero for a D', 'A20UK', 'A2DUK'],
    ['with a G for a 6', 'gG6HK', '666HK'],
  ])('matches the code %s', (_how, typed, code) => {
    expect(isSame(typed, code)).toBe(true);
  });

  test.each([
    ['nothing', '', 'A2DUK'],
    ['spaces', '     ', 'A2DUK'],
    ['too little', 'A2DU', 'A2DUK'],
    ['too much', 'A2DUKK', 'A2DUK'],
    ['another character', 'A3DUK', 'A2DUK'],
    ['another order', '2ADUK', 'A2DUK'],
    ['a pattern', '.....', 'A2DUK'],
  ])('does not match the code: %s', (_what, typed, code) => {
    expect(isSame(typed, code)).toBe(false);
  });
});
