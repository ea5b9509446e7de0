import { expect, it } from 'vitest';
import { countdownBoxes, countdownParts } from './countdown-rules.ts';
import { msToNextTick } from './use-left.ts';

it.each([
  [((3 * 24 + 14) * 3600 + 22 * 60 + 9) * 1000, 3, '14 22 09', false, false],
  [(9 * 3600 + 57 * 60 + 16) * 1000, 0, '09 57 16', false, false],
  [(24 * 60 + 31) * 1000, 0, '24 31', true, false],
  [24 * 3600 * 1000, 1, '00 00 00', false, false],
  [500, 0, '00 01', true, false],
  [0, 0, '00 00', true, true],
  [-1000, 0, '00 00', true, true],
])('%d ms are %d days and %s', (ms, days, boxes, isUrgent, isOver) => {
  const parts = countdownParts(ms);
  expect(parts).toMatchObject({ days, isUrgent, isOver });
  expect(countdownBoxes(parts).join(' ')).toBe(boxes);
});

it('ticks just after the shown second has passed', () => {
  expect(msToNextTick(5000)).toBe(1);
  expect(msToNextTick(5400)).toBe(401);
  expect(countdownParts(5400 - msToNextTick(5400)).seconds).toBe(5);
});
