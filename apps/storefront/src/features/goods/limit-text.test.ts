import { expect, it } from 'vitest';
import { limitResetMs } from './limit-text.ts';

const at = (text: string) => Date.parse(`${text}Z`);

it.each([
  ['day', '2025-11-21T14:02:00', '2025-11-22T00:00:00'],
  ['day', '2025-12-31T23:59:59', '2026-01-01T00:00:00'],
  // A Friday, the first moment of a Monday, the last moment of a Sunday.
  ['week', '2025-11-21T14:02:00', '2025-11-24T00:00:00'],
  ['week', '2025-11-24T00:00:00', '2025-12-01T00:00:00'],
  ['week', '2025-11-23T23:59:59', '2025-11-24T00:00:00'],
  ['month', '2025-11-21T14:02:00', '2025-12-01T00:00:00'],
  ['month', '2025-12-21T14:02:00', '2026-01-01T00:00:00'],
] as const)('[R07] resets a limit per %s used up at %s at %s (UTC)', (period, now, back) => {
  expect(limitResetMs(period, at(now))).toBe(at(back));
});

it('[R07] never resets a limit of once', () => {
  expect(limitResetMs('once', at('2025-11-21T14:02:00'))).toBeNull();
});
