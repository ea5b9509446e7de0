import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './rules.ts';

describe('[F15] a mail that the game did not take', () => {
  it.each([
    [1, 2_000],
    [2, 5_000],
    [3, 15_000],
    [4, 30_000],
    [5, 60_000],
    [6, 300_000],
    [7, 900_000],
    [8, 3_600_000],
    [200, 3_600_000],
  ])('is sent again after attempt %i in %i ms', (attempts, ms) => {
    expect(retryDelayMs(attempts)).toBe(ms);
  });
});
