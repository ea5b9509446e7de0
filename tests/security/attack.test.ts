import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { audit } from './audit.ts';
import type { Field } from './field.ts';
import { attackAll, openField } from './run.ts';
import { THEMES } from './themes.ts';

/** `npm run attack` is the long form, with 1,000 at once. */
const PARALLEL = 100;

const environment = sharedEnvironment({ processes: true });

describe('a hostile client that knows the signing secret', () => {
  let field: Field;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ field, close } = await openField(environment(), PARALLEL));
  });
  afterAll(() => close());

  it.each(THEMES)('[C13] [V06] gains nothing: $title', async (theme) => {
    const outcomes = await attackAll(field, [theme]);
    expect(outcomes).toHaveLength(theme.attacks.length);
    expect(outcomes.filter(({ gotThrough }) => gotThrough)).toEqual([]);
  });

  it('[V06] leaves books that sum to zero, no goods without money and no answer that is our fault', async () => {
    const { wrong, captures } = await audit(field, 1);
    expect(wrong).toEqual([]);
    expect(captures['delivered']).toBeGreaterThan(0);
  });
});
