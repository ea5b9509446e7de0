import Fastify from 'fastify';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createClock } from '../platform/clock.ts';
import { createMetrics, type Metrics } from '../platform/monitoring/metrics.ts';
import { registerCspReports } from './csp-reports.ts';
import { createCallLimits } from './store/call-limits.ts';

let metrics: Metrics;
let lines: string[];

beforeEach(() => {
  metrics = createMetrics();
  lines = [];
});

/** A server that takes reports. @returns sends one, and answers its status */
async function reportsServer() {
  const app = Fastify();
  // Counts begin again with each minute.
  const now = new Date();
  const ctx = {
    config: readConfig({}),
    metrics,
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    clock: { ...createClock(), real: () => now },
  };
  await registerCspReports(app, ctx, createCallLimits(ctx));
  onTestFinished(() => app.close());
  return async (payload: string, type = 'application/reports+json', address = '203.0.113.7') => {
    const answer = await app.inject({
      method: 'POST',
      url: '/csp-reports',
      remoteAddress: address,
      headers: { 'content-type': type },
      payload,
    });
    return answer.statusCode;
  };
}

async function counted(): Promise<Readonly<Record<string, number>>> {
  const { values } = await metrics.cspReports.get();
  return Object.fromEntries(
    values.map(({ labels, value }) => [`${labels.directive} ${labels.disposition}`, value]),
  );
}

const report = (body: Readonly<Record<string, unknown>>, type = 'csp-violation') => ({
  type,
  age: 10,
  url: 'http://localhost:4000/miniflix',
  body,
});

const INLINE = {
  documentURL: 'http://localhost:4000/mallCheckout?token=SECRET-TOKEN#SECRET-HASH',
  effectiveDirective: 'script-src-elem',
  disposition: 'enforce',
  blockedURL: 'https://evil.example/x.js?id=SECRET-ID',
  sourceFile: 'http://localhost:4000/assets/main.js?x=SECRET',
  sample: 'SECRET-SAMPLE',
};

describe('reports of browsers about the policies of pages (14.18)', () => {
  it('are counted by directive, in both forms that browsers send', async () => {
    const send = await reportsServer();
    const trusted = { ...INLINE, effectiveDirective: 'require-trusted-types-for' };
    expect(
      await send(
        JSON.stringify([
          report(INLINE),
          report({ ...trusted, disposition: 'report' }),
          report({ id: 'x' }, 'deprecation'),
        ]),
      ),
    ).toBe(204);
    const older = {
      'csp-report': {
        'document-uri': 'http://localhost:4000/miniflix',
        'violated-directive': "img-src 'self' data:",
        'blocked-uri': 'https://evil.example/a.png',
      },
    };
    expect(await send(JSON.stringify(older), 'application/csp-report')).toBe(204);
    expect(await counted()).toEqual({
      'script-src-elem enforce': 1,
      'require-trusted-types-for report': 1,
      'img-src enforce': 1,
    });
  });

  it('add no label that a stranger invents, and name extensions of browsers as such', async () => {
    const send = await reportsServer();
    const invented = Array.from({ length: 90 }, (_, n) =>
      report({ ...INLINE, effectiveDirective: `x${n}`, disposition: `y${n}` }),
    );
    const extension = { ...INLINE, sourceFile: 'chrome-extension' };
    await send(JSON.stringify([...invented, report(extension)]));
    expect(await counted()).toEqual({ 'other enforce': 90, 'extension enforce': 1 });
  });

  it('are logged in a short line without queries, fragments and samples, 20 a minute', async () => {
    const send = await reportsServer();
    const long = { ...INLINE, blockedURL: `https://evil.example/${'x'.repeat(1_500)}` };
    await send(JSON.stringify([report(INLINE), ...Array.from({ length: 25 }, () => report(long))]));
    expect(lines).toHaveLength(20);
    expect(lines.join('')).not.toContain('SECRET');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(600);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      csp: {
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        page: '/mallCheckout',
        source: 'http://localhost:4000/assets/main.js',
      },
    });
  });

  it('are counted and not logged, where a gateway’s own script is only reported', async () => {
    const send = await reportsServer();
    const told = {
      ...INLINE,
      effectiveDirective: 'require-trusted-types-for',
      disposition: 'report',
      blockedURL: 'trusted-types-sink',
      sourceFile: 'https://www.paypal.com/sdk/js',
    };
    await send(JSON.stringify([report(told)]));
    expect([lines, await counted()]).toEqual([[], { 'require-trusted-types-for report': 1 }]);
    await send(JSON.stringify([report({ ...told, sourceFile: INLINE.sourceFile })]));
    expect(lines).toHaveLength(1);
  });

  it.each([
    ['no JSON', 400, 'nonsense', 'application/reports+json'],
    ['another object', 400, '{"csp-report":7}', 'application/csp-report'],
    ['no body', 400, '', 'application/reports+json'],
    ['a form', 415, 'a=b', 'application/x-www-form-urlencoded'],
    ['more than 64 KiB', 413, `[${' '.repeat(66_000)}]`, 'application/reports+json'],
  ])('refuse %s with %i', async (_what, status, payload, type) => {
    const send = await reportsServer();
    expect(await send(payload, type)).toBe(status);
    expect([lines, await counted()]).toEqual([[], {}]);
  });

  it('are limited by network', async () => {
    const send = await reportsServer();
    const message = JSON.stringify([report(INLINE)]);
    const answers = await Promise.all(Array.from({ length: 61 }, () => send(message)));
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
    expect(await send(message, undefined, '203.0.113.8')).toBe(204);
    const { values } = await metrics.limited.get();
    expect(values).toMatchObject([{ labels: { limit: 'csp_reports' }, value: 1 }]);
  });
});
