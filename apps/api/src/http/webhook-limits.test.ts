import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createClock } from '../platform/clock.ts';
import { createMetrics, type Metrics } from '../platform/monitoring/metrics.ts';
import { createWebhookLimits } from './webhook-limits.ts';

let metrics: Metrics;
let now = 0;

beforeEach(() => {
  metrics = createMetrics();
  now = Date.UTC(2026, 10, 22, 12, 0, 30);
});

const limits = (scale = 1, most?: number) =>
  createWebhookLimits(
    {
      config: { ...readConfig({}), limitScale: scale },
      metrics,
      log: pino({ enabled: false }),
      clock: { ...createClock(), real: () => new Date(now) },
    },
    most,
  );

describe('the webhook routes', () => {
  it('stop a network after 60 webhooks a minute that were not verified, and no other (14.14)', async () => {
    const all = limits();
    for (let n = 0; n < 60; n += 1) {
      expect(all.waitOf('203.0.113.7')).toBe(0);
      all.notVerified('203.0.113.7');
    }
    expect(all.waitOf('203.0.113.7')).toBe(30);
    expect(all.waitOf('203.0.113.8')).toBe(0);
    expect(await metrics.registry.metrics()).toContain('webpay_limited_total{limit="webhook"} 1\n');
    now += 30_000;
    expect(all.waitOf('203.0.113.7')).toBe(0);
  });

  it('never stop a gateway below 6,000 verified webhooks a minute from one network (14.14)', () => {
    const all = limits();
    for (let n = 0; n < 6_000; n += 1) expect(all.waitOf('203.0.113.7')).toBe(0);
    expect(all.waitOf('203.0.113.7')).toBe(30);
  });

  it('are limited by LIMIT_SCALE, and remember a bounded number of networks (14.14)', () => {
    const all = limits(0.05, 10);
    for (let n = 0; n < 3; n += 1) all.notVerified('a');
    expect(all.waitOf('a')).toBe(30);
    for (let n = 0; n < 10; n += 1) all.waitOf(`network ${n}`);
    expect(all.waitOf('a')).toBe(0);
  });
});
