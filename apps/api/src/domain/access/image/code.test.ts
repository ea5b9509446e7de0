import { describe, expect, test } from 'vitest';
import { IMAGE_CODE_ALPHABET, IMAGE_CODE_LENGTH, newImageCode, plainImageCode } from './code.ts';

const isSame = (typed: string, code: string) => plainImageCode(typed) === plainImageCode(code);

describe('a new image code', () => {
  test('has four characters and uses the whole alphabet', () => {
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
    ['unchanged', 'A2DU', 'A2DU'],
    ['in small letters', 'a2du', 'A2DU'],
    ['with spaces', '  a2 du ', 'A2DU'],
    ['in full width', 'Ａ２ｄｕ', 'A2DU'],
    ['with look-alikes that no code has', 'AzOv', 'A2DU'],
    ['with a zero for a D', 'A20U', 'A2DU'],
    ['with a G for a 6', 'gG6H', '666H'],
  ])('matches the code %s', (_how, typed, code) => {
    expect(isSame(typed, code)).toBe(true);
  });

  test.each([
    ['nothing', '', 'A2DU'],
    ['spaces', '    ', 'A2DU'],
    ['too little', 'A2D', 'A2DU'],
    ['too much', 'A2DUU', 'A2DU'],
    ['another character', 'A3DU', 'A2DU'],
    ['another order', '2ADU', 'A2DU'],
    ['a pattern', '....', 'A2DU'],
  ])('does not match the code: %s', (_what, typed, code) => {
    expect(isSame(typed, code)).toBe(false);
  });
});
