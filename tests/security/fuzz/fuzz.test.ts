import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { audit } from '../audit.ts';
import { openTarget, type Target } from '../target.ts';
import { compareHalves } from './flat.ts';
import { inspectable, lookInto, type Held } from './heap.ts';
import { NAMES } from './requests.ts';
import { fuzz } from './run.ts';

/** About a fifth of them try every call in every way. `npm run fuzz` is the long form. */
const REQUESTS = 8_000;

const { port, env } = await inspectable();
const environment = sharedEnvironment({ processes: true, env });

describe('requests from the contract’s shapes, valid and wrong', () => {
  let shop: Target;

  beforeAll(async () => {
    shop = await openTarget(environment(), 1);
  });
  afterAll(() => shop.close());

  it(`[C13] [V06] answers ${REQUESTS} of them as the contract says, with constant memory of the server`, async () => {
    // Printed by a failure.
    const seed = Date.now() % 1_000_000;
    const server = await lookInto(environment().processes.server.pid(), port);
    const looks: Held[] = [];
    const rest = async (): Promise<void> => void looks.push(await server.look());
    const fuzzed = await fuzz(shop, {
      requests: REQUESTS,
      seed,
      clients: 24,
      honestFirst: true,
      rest,
    });
    server.close();
    expect(fuzzed.violations, `seed ${seed}`).toEqual([]);
    expect(fuzzed.made).toBe(REQUESTS);
    expect(compareHalves(looks).wrong, JSON.stringify(looks)).toEqual([]);
    const unserved = NAMES.filter((name) => !fuzzed.served.has(name));
    expect(unserved, 'calls without one successful answer').toEqual([]);
    const unrefused = NAMES.filter((name) => {
      const kinds = fuzzed.refused.get(name);
      return kinds?.has('conventions wrong') !== true || !kinds.has('form broken');
    });
    expect(unrefused, 'calls that read no form').toEqual(['heartbeat']);
  });

  it('[V06] breaks no rule of the shop by them', async () => {
    const { wrong, captures } = await audit(shop, 1);
    expect(wrong).toEqual([]);
    expect(captures.delivered).toBeGreaterThan(0);
  });
});
