import { captureDifferences } from './capture-differences.ts';
import type { Compared, Difference } from './difference.ts';
import { refundDifferences } from './refund-differences.ts';

/** Everything a statement and the books say differently. */
export function findDifferences(compared: Compared): readonly Difference[] {
  return [...captureDifferences(compared), ...refundDifferences(compared)];
}
