import { describe, expect, it } from 'vitest';
import { clampValue, formatValue, parseValue, stepValue } from './stepper-rules.ts';

describe('[A16] the stepper', () => {
  it.each([
    [0, {}, 1],
    [5, {}, 5],
    [1_000_000, {}, 1_000_000],
    [5, { max: 2 }, 2],
    [-3, { min: -2 }, -2],
    [Number.NaN, { min: 3 }, 3],
    [1.5, {}, 2],
    [1.239, { decimals: 2 }, 1.24],
    [0.004, { min: 0, decimals: 2 }, 0],
    [7, { min: 5, max: 3 }, 5],
  ])('clamps %d with %o to %d', (value, limits, expected) => {
    expect(clampValue(value, limits)).toBe(expected);
  });

  it.each([
    [1, 1, {}, 2],
    [1, -1, {}, 1],
    [2, 1, { max: 2 }, 2],
    [10, 1, { step: 5 }, 15],
    [0.1, 1, { min: 0, step: 0.2, decimals: 1 }, 0.3],
    [0.3, -1, { min: 0, step: 0.1 }, 0.2],
  ] as const)('steps from %d by %d with %o to %d', (value, direction, limits, expected) => {
    expect(stepValue(value, direction, limits)).toBe(expected);
  });

  it.each([
    ['12', {}, 12],
    [' 3 ', {}, 3],
    ['99', { max: 5 }, 5],
    ['0', {}, 1],
    ['1.5', {}, 2],
    ['12.', {}, 12],
    ['1.5', { step: 0.5 }, 1.5],
    ['1,5', { decimals: 1 }, 1.5],
    ['1.5', { decimals: 0 }, 2],
    ['', {}, null],
    ['-', {}, null],
    ['1e9', {}, null],
    ['abc', {}, null],
  ])('reads "%s" with %o as %s', (text, limits, expected) => {
    expect(parseValue(text, limits)).toBe(expected);
  });

  it('shows the requested digits', () => {
    expect(formatValue(1.5, { decimals: 2 })).toBe('1.50');
    expect(formatValue(3, {})).toBe('3');
  });
});
