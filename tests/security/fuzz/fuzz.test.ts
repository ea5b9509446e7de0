import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { audit } from '../audit.ts';
import type { Field } from '../field.ts';
import { openField } from '../run.ts';
import { compareHalves } from './flat.ts';
import { inspectable, lookInto, type Held } from './heap.ts';
import { NAMES, WANT_A_CODE } from './requests.ts';
import { fuzz } from './run.ts';

/** `npm run fuzz` is the long form. */
const REQUESTS = 20_000;
const CLIENTS = 24;

const { port, env } = await inspectable();
const environment = sharedEnvironment({ processes: true, env });

describe('requests from the contract’s shapes, good and wrong', () => {
  let field: Field;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ field, close } = await openField(environment(), 1));
  });
  afterAll(() => close());

  it(`[C13] [V06] ${REQUESTS} of them are answered as the contract says, and the server’s memory stays flat`, async () => {
    // Another one every time; a failure names it.
    const seed = Date.now() % 1_000_000;
    const server = await lookInto(environment().processes.server.pid(), port);
    const looks: Held[] = [];
    const rest = async (): Promise<void> => void looks.push(await server.look());
    const fuzzed = await fuzz(field, { requests: REQUESTS, seed, clients: CLIENTS, rest });
    server.close();
    expect(fuzzed.problems, `seed ${seed}`).toEqual([]);
    expect(fuzzed.made).toBe(REQUESTS);
    expect(compareHalves(looks).wrong, JSON.stringify(looks)).toEqual([]);
    const unserved = NAMES.filter(
      (name) => (fuzzed.byCall.get(name)?.good ?? 0) === 0 && !WANT_A_CODE.has(name),
    );
    expect(unserved, 'calls that were never served show no shape').toEqual([]);
  });

  it('[V06] no rule of the shop is broken by them', async () => {
    const { wrong, captures } = await audit(field, 1);
    expect(wrong).toEqual([]);
    expect(captures['delivered']).toBeGreaterThan(0);
  });
});
