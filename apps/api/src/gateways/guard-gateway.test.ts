import { expect, it } from 'vitest';
import { createCircuit, SILENCE_RULES } from '../platform/resilience/circuits.ts';
import { guardGateway } from './guard-gateway.ts';
import type { RefusalCause } from './port.ts';
import { openInputOf } from './testing/data.ts';
import { captureOf, openPaypal } from './testing/paypal-fake.ts';

const MINUTE_MS = 60_000;

/** A gateway behind its circuit, whose answer to `open` a test decides. */
function guarded() {
  let now = 1_000_000;
  let cause: RefusalCause | null = null;
  let calls = 0;
  const { gateway } = openPaypal(() => Response.json(captureOf()));
  const circuit = createCircuit(SILENCE_RULES, () => now);
  const behind = guardGateway(
    {
      ...gateway,
      open: async () => {
        calls += 1;
        return cause === null
          ? { kind: 'session', clientKey: 'c', sessionKey: 's' }
          : { kind: 'refused', code: 'X', cause };
      },
    },
    circuit,
  );
  return {
    open: async () => (await behind.open(openInputOf())).kind,
    isOpen: behind.isOpen,
    refuse: (next: RefusalCause | null) => {
      cause = next;
    },
    pass: (ms: number) => {
      now += ms;
    },
    calls: () => calls,
  };
}

async function openTimes(gateway: ReturnType<typeof guarded>, times: number, everyMs: number) {
  for (let n = 0; n < times; n += 1) {
    await gateway.open();
    gateway.pass(everyMs);
  }
}

it('eight refusals of access within minutes open the circuit, and nothing is sent (14.1)', async () => {
  const gateway = guarded();
  gateway.refuse('access');
  await openTimes(gateway, 7, 1);
  expect(gateway.isOpen()).toBe(false);
  await gateway.open();
  expect(gateway.isOpen()).toBe(true);
  expect(await gateway.open()).toBe('silent');
  expect(gateway.calls()).toBe(8);
});

it('a key put right after any number of refused probes sells within a minute (14.1)', async () => {
  const gateway = guarded();
  gateway.refuse('access');
  await openTimes(gateway, 8, 1);
  await openTimes(gateway, 60, MINUTE_MS);
  expect(await gateway.open()).toBe('refused');
  gateway.refuse(null);
  expect(await gateway.open()).toBe('silent');
  gateway.pass(MINUTE_MS);
  expect(await gateway.open()).toBe('session');
  expect(gateway.isOpen()).toBe(false);
});

it.each(['request', 'contract', 'account'] as const)(
  'refusals with the cause "%s" leave the circuit closed (14.1)',
  async (cause) => {
    const gateway = guarded();
    gateway.refuse(cause);
    await openTimes(gateway, 20, 1);
    expect(gateway.isOpen()).toBe(false);
  },
);

it('refusals of access hours apart leave the circuit closed (14.1)', async () => {
  const gateway = guarded();
  gateway.refuse('access');
  await openTimes(gateway, 20, 60 * MINUTE_MS);
  expect(gateway.isOpen()).toBe(false);
});
