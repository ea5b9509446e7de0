import { expect, it } from 'vitest';
import { trackGaps } from './gaps.ts';

it('a number that was skipped is asked for until it appears, or for 30 seconds', () => {
  let now = 0;
  const gaps = trackGaps(() => now);
  gaps.saw(10, 14, new Set([11, 14]));
  expect(gaps.missing()).toEqual([12, 13]);
  now = 20_000;
  gaps.saw(14, 16, new Set([12, 16]));
  expect(gaps.missing()).toEqual([13, 15]);
  now = 40_000;
  gaps.saw(16, 16, new Set());
  expect(gaps.missing()).toEqual([15]);
});

it('a long gap of a sequence remembers the newest thousand numbers alone', () => {
  const gaps = trackGaps(() => 0);
  gaps.saw(0, 1_000_000, new Set([1_000_000]));
  expect(gaps.missing()).toHaveLength(1_000);
  expect(gaps.missing()[0]).toBe(999_000);
});
