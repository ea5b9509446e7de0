import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { ATTACKS, isConcurrent } from './attacks.ts';
import { audit } from './audit.ts';
import { openTarget, type Target } from './target.ts';

/** `npm run attack` uses 1,000. */
const PARALLEL = 100;

const environment = sharedEnvironment({ processes: true });

describe('[C13] [V06] a hostile client with the signing secret', () => {
  let shop: Target;

  beforeAll(async () => {
    shop = await openTarget(environment(), PARALLEL);
  });
  afterAll(() => shop.close());

  for (const [theme, attacks] of Object.entries(ATTACKS)) {
    describe(theme, { concurrent: isConcurrent(theme) }, () => {
      for (const [title, attack] of Object.entries(attacks)) {
        it(title, async ({ expect }) => {
          await expect(attack(shop)).resolves.toBeUndefined();
        });
      }
    });
  }

  it('[V06] leaves a ledger that sums to zero, no goods without money and no 5xx answer', async () => {
    const { wrong, captures } = await audit(shop, 1);
    expect(wrong).toEqual([]);
    expect(captures.delivered).toBeGreaterThan(0);
  });
});
