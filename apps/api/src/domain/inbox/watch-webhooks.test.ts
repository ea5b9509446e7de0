import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../../platform/clock.ts';
import { createMetrics, type Metrics } from '../../platform/monitoring/metrics.ts';
import type { Monitored } from '../../platform/monitoring/alert.ts';
import { countDoubt, countNotVerified } from './watch-webhooks.ts';

let ctx: Monitored;
let metrics: Metrics;
let lines: string[];
let now = 0;

beforeEach(() => {
  metrics = createMetrics();
  lines = [];
  now = Date.UTC(2026, 10, 22);
  ctx = {
    metrics,
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    clock: { ...createClock(), real: () => new Date(now) },
  };
});

const bad = { kind: 'bad_signature', why: 'invalid signature' } as const;

async function alerts(kind: string): Promise<number> {
  const { values } = await metrics.alerts.get();
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0;
}

describe('webhooks that are not verified', () => {
  it('raise one alert at the tenth bad signature within ten minutes (14.14)', async () => {
    for (let n = 0; n < 9; n += 1) countNotVerified(ctx, 'payermax', bad);
    countNotVerified(ctx, 'paypal', bad);
    expect(await alerts('webhooks_refused')).toBe(0);
    for (let n = 0; n < 500; n += 1) countNotVerified(ctx, 'payermax', bad);
    expect(await alerts('webhooks_refused')).toBe(1);
    now += 600_000;
    for (let n = 0; n < 10; n += 1) countNotVerified(ctx, 'payermax', bad);
    expect(await alerts('webhooks_refused')).toBe(2);
  });

  it('are all counted, but write 20 lines in ten minutes at most (14.14)', async () => {
    for (let n = 0; n < 500; n += 1) countNotVerified(ctx, 'paypal', bad);
    expect(lines.filter((line) => line.includes('webhook: bad_signature'))).toHaveLength(20);
    const { values } = await metrics.badSignatures.get();
    expect(values).toEqual([{ labels: { provider: 'paypal' }, value: 500 }]);
  });

  it('raise an alert of their own when nobody can verify them (14.14)', async () => {
    const again = { kind: 'cannot_verify', why: 'the connection broke' } as const;
    for (let n = 0; n < 10; n += 1) countNotVerified(ctx, 'paypal', again);
    expect([await alerts('webhooks_not_verified'), await alerts('webhooks_refused')]).toEqual([
      1, 0,
    ]);
  });
});

describe('an untrusted certificate', () => {
  it('raises an alert at the first webhook, then once an hour (5)', async () => {
    for (let n = 0; n < 5; n += 1) countDoubt(ctx, 'paypal', 'certificate_untrusted', 'verified');
    expect(await alerts('webhook_certificate_untrusted')).toBe(1);
    now += 3_600_000;
    countDoubt(ctx, 'paypal', 'certificate_untrusted', 'verified');
    expect(await alerts('webhook_certificate_untrusted')).toBe(2);
  });

  it('is no alert where PayPal’s server is only away (5)', async () => {
    countDoubt(ctx, 'paypal', 'certificate_unavailable', 'verified');
    expect(await alerts('webhook_certificate_untrusted')).toBe(0);
  });
});
