import { describe, expect, it } from 'vitest';
import { createCircuit, SILENCE_RULES } from '../platform/resilience/circuits.ts';
import { guardGateway } from './guard-gateway.ts';
import type { RefusalCause } from './port.ts';
import { attemptOf, openInputOf, submitInputOf } from './testing/data.ts';
import { json } from './testing/outside.ts';
import { openPayermax, refusal, signed } from './testing/payermax-platform.ts';
import { captureOf, openPaypal, ORDER_ID, problem } from './testing/paypal-fake.ts';

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

const attempt = attemptOf({ gatewayRef: ORDER_ID });
it.each([
  ['PayerMax', () => openPayermax(() => refusal('TOO_MANY_REQUEST')).gateway, false],
  ['PayPal', () => openPaypal(() => problem(429, 'RATE_LIMIT_REACHED')).gateway, false],
  ['PayerMax, which is busy', () => openPayermax(() => refusal('SYSTEM_BUSY')).gateway, true],
])('too many queries stop no payment: %s', async (_, openGateway, isOpen) => {
  const behind = guardGateway(
    openGateway(),
    createCircuit(SILENCE_RULES, () => 1_000_000),
  );
  for (let n = 0; n < 8; n += 1) {
    expect(await behind.query(attempt)).toMatchObject({ kind: 'indeterminate' });
  }
  expect(behind.isOpen()).toBe(isOpen);
});

describe('eight answers in a row that leave their orders unresolved', () => {
  const paypalSays = (answer: () => Response) => ({
    gateway: openPaypal(answer).gateway,
    attempt: attemptOf({ gatewayRef: ORDER_ID }),
  });
  const payermaxSays = (answer: () => Response) => ({
    gateway: openPayermax(answer).gateway,
    attempt: attemptOf({ gatewayRef: null }),
  });
  const html = () => json(418, '<html>an edge</html>');
  it.each([
    [
      'open no circuit: a code of PayerMax that is unlisted',
      payermaxSays(() => refusal('NEW')),
      false,
    ],
    [
      'open no circuit: an issue of PayPal that is unlisted',
      paypalSays(() => problem(422, 'NEW')),
      false,
    ],
    ['open the circuit: a busy PayerMax', payermaxSays(() => refusal('SYSTEM_BUSY')), true],
    ['open the circuit: words that are no answer', payermaxSays(() => signed('[]')), true],
    ['open the circuit: an edge before PayPal', paypalSays(html), true],
  ])('%s (14.1)', async (_, { gateway, attempt }, isOpen) => {
    const circuit = createCircuit(SILENCE_RULES, () => 1_000_000);
    const behind = guardGateway(gateway, circuit);
    for (let n = 0; n < 8; n += 1) {
      expect(await behind.submit(submitInputOf({ attempt }))).toMatchObject({
        kind: 'indeterminate',
      });
    }
    expect(behind.isOpen()).toBe(isOpen);
  });
});
