import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ATTEMPTS, createImageCache, isNear, throttle } from './lazy-rules.ts';

describe('[A14] pictures near a screen of 360 × 800', () => {
  const box = (top: number, left = 0) => ({ top, bottom: top + 100, left, right: left + 100 });
  it.each([
    [box(0), true],
    [box(799), true],
    [box(1039), true],
    [box(1041), false],
    [box(-339), true],
    [box(-341), false],
    [box(0, 467), true],
    [box(0, 469), false],
  ])('%o', (where, expected) => {
    expect(isNear(where, 360, 800)).toBe(expected);
  });
});

describe('[A14] the throttle of 200 ms', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs at once, and once at the end for all calls in between', () => {
    const run = vi.fn();
    const soon = throttle(run, 200);
    soon();
    soon();
    soon();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(199);
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1000);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

it('[A14] remembers the last 200 pictures', () => {
  const cache = createImageCache();
  for (let n = 0; n < 200; n += 1) cache.add(`${n}.webp`);
  cache.add('0.webp');
  cache.add('200.webp');
  expect(cache.size).toBe(200);
  expect(cache.has('0.webp')).toBe(true);
  expect(cache.has('1.webp')).toBe(false);
});

it('[A14] tries a picture three times', () => {
  expect(ATTEMPTS).toBe(3);
});
