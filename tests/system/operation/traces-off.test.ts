import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import type { Environment } from '../../../apps/api/src/config/fields.ts';
import { environmentOf, startInProcess } from '../../support/in-process.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';
import { TEMPLATES } from '../../support/templates.ts';
import { blankDatabase, removeDatabase } from '../../support/test-database.ts';
import { startTraceCollector } from '../../support/trace-collector.ts';

const collector = await startTraceCollector();
const collected = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };

afterEach(() => vi.restoreAllMocks());
afterAll(() => collector.stop());

it('a sampled part of 0 sends nothing, whatever a caller asks for', async () => {
  const databaseUrl = await blankDatabase(TEMPLATES.seeded);
  const env = { ...collected, OTEL_TRACES_SAMPLER_ARG: '0' };
  const shop = await startInProcess({ databaseUrl, env });
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('traceparent', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`);
    return real(input, { ...init, headers });
  });
  const shopper = await createShopper(shop);
  expect((await shopper.payByCard(await shopper.open(), CARDS.success)).state).toBe('success');
  await shop.stop();
  expect(collector.spans()).toEqual([]);
  await removeDatabase(databaseUrl);
});

/**
 * Starts and stops a worker without a collector, then with one, in a process of its own.
 * @returns the modules of OpenTelemetry that each start loaded, without the API, which the metrics load too
 */
function modulesOfWorker(given: Environment): { readonly off: string[]; readonly on: string[] } {
  const api = path.join(import.meta.dirname, '../../../apps/api/src');
  const script = `
    import { registerHooks } from 'node:module';
    const found = [];
    const load = (url, context, next) => (/@opentelemetry.(?!api.)/.test(url) && found.push(url), next(url, context));
    registerHooks({ load });
    const { readConfig } = await import('${api}/config/config.ts');
    const { startWorker } = await import('${api}/worker.ts');
    const run = async (more) => {
      const worker = await startWorker({ ...readConfig({ ...process.env, ...more }), logTo: 'stderr' });
      await worker.stop();
      return found.splice(0);
    };
    const off = await run({});
    console.log(JSON.stringify({ off, on: await run(${JSON.stringify(collected)}) }));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], ...given },
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as ReturnType<typeof modulesOfWorker>;
}

it('without a collector a process loads nothing of OpenTelemetry', async () => {
  const databaseUrl = await blankDatabase(TEMPLATES.seeded);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'webpay-worker-'));
  const { off, on } = modulesOfWorker(await environmentOf(dataDir, { databaseUrl }));
  expect(off).toEqual([]);
  expect(on.length).toBeGreaterThan(0);
  await rm(dataDir, { recursive: true });
  await removeDatabase(databaseUrl);
});
