import { expect, it } from 'vitest';
import { niceMost } from './SalesChart.tsx';

it.each([
  [0, 300],
  [300, 300],
  [301, 600],
  [876_000, 1_500_000],
  [4_999, 6_000],
])('a scale of three lines for %i cents ends at %i', (most, end) => {
  expect(niceMost(most, 3)).toBe(end);
});
