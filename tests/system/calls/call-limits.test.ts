import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../../../apps/api/src/platform/clock.ts';
import { readConfig } from '../../../apps/api/src/config/config.ts';
import { createMetrics, type Metrics } from '../../../apps/api/src/platform/monitoring/metrics.ts';
import { createCallLimits, type CallLimits } from '../../../apps/api/src/http/store/call-limits.ts';

const AT = Date.UTC(2026, 10, 22, 12, 0, 30);
let metrics: Metrics;
let now = AT;

beforeEach(() => {
  metrics = createMetrics();
  now = AT;
});

function limits(scale: number, most?: { underWay: number; keys: number }): CallLimits {
  return createCallLimits(
    {
      config: { ...readConfig({}), limitScale: scale },
      metrics,
      log: pino({ enabled: false }),
      clock: { ...createClock(), real: () => new Date(now) },
    },
    most,
  );
}

const nothing = async () => null;

async function callsUntilRefused(call: () => Promise<unknown>, most: number): Promise<number> {
  for (let made = 0; made < most; made += 1) {
    try {
      await call();
    } catch {
      return made;
    }
  }
  return most;
}

async function limited(limit: string): Promise<number> {
  const { values } = await metrics.limited.get();
  return values.find((each) => each.labels.limit === limit)?.value ?? 0;
}

describe('[V06] call limits in memory', () => {
  it('allow 1,200 calls a minute per address and 240 per session, independently', async () => {
    const all = limits(1);
    expect(await callsUntilRefused(() => all.during('203.0.113.7', nothing), 2_000)).toBe(1_200);
    expect(await all.during('203.0.113.8', nothing)).toBeNull();
    expect(await callsUntilRefused(async () => all.ofSession('one'), 500)).toBe(240);
    expect(() => all.ofSession('two')).not.toThrow();
    expect([await limited('address'), await limited('session')]).toEqual([1, 1]);
  });

  it('restart every minute and are multiplied by LIMIT_SCALE', async () => {
    const all = limits(0.01);
    expect(await callsUntilRefused(() => all.during('a', nothing), 50)).toBe(12);
    now += 60_000;
    expect(await callsUntilRefused(() => all.during('a', nothing), 50)).toBe(12);
  });

  it('remember a bounded number of addresses, and drop the oldest', async () => {
    const all = limits(0.0025, { underWay: 1_000_000, keys: 100 });
    for (let n = 0; n < 5_000; n += 1) await all.during(`address ${n}`, nothing);
    expect(await metrics.registry.metrics()).toContain('webpay_limit_keys 100\n');
    // The newest addresses still count: one of three allowed calls was made.
    expect(await callsUntilRefused(() => all.during('address 4999', nothing), 50)).toBe(2);
    expect(await callsUntilRefused(() => all.during('address 1', nothing), 50)).toBe(3);
  });

  it('bound concurrent calls: refuse more, alert an operator once, and accept again afterwards', async () => {
    const all = limits(1, { underWay: 3, keys: 10 });
    const ends: (() => void)[] = [];
    const slow = () =>
      all.during('a', () => new Promise<null>((resolve) => ends.push(() => resolve(null))));
    const running = [slow(), slow(), slow()];
    await expect(all.during('b', nothing)).rejects.toThrow();
    await expect(all.during('c', nothing)).rejects.toThrow();
    expect(await metrics.registry.metrics()).toContain('webpay_store_calls_under_way 3\n');
    expect(await limited('under_way')).toBe(2);
    const { values } = await metrics.alerts.get();
    expect(values).toMatchObject([{ labels: { kind: 'calls_shed' }, value: 1 }]);
    for (const end of ends) end();
    await Promise.all(running);
    expect(await all.during('b', nothing)).toBeNull();
  });

  it('release capacity when a call fails', async () => {
    const all = limits(1, { underWay: 1, keys: 10 });
    const fails = async (): Promise<never> => Promise.reject(new Error('broken'));
    await expect(all.during('a', fails)).rejects.toThrow('broken');
    expect(await all.during('a', nothing)).toBeNull();
  });
});
