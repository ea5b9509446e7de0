import { describe, expect, it } from 'vitest';
import { walkAll } from './walk.ts';

const WALKS = 1_000;

/** `npm run model` is the long form. */
describe('[S08] [F06] [F15] the reference model of a payment under every interleaving', () => {
  it('accounts for every cent in 200,000 random steps and brings every payment to its end', () => {
    const { steps, met } = walkAll({ walks: WALKS, stepsAWalk: 200 });
    expect(steps).toBeGreaterThanOrEqual(200_000);
    for (const [end, count] of Object.entries(met)) {
      expect(count, end).toBeGreaterThan(WALKS / 100);
    }
  });
});
