import { pino } from 'pino';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { beforeAll } from 'vitest';
import { createClock } from '../../apps/api/src/platform/clock.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import type { Environment } from '../../apps/api/src/config/fields.ts';
import { createCatalogueCache } from '../../apps/api/src/domain/projects/catalogue-cache.ts';
import { addAnswerHeaders } from '../../apps/api/src/http/answer-headers.ts';
import { registerPages } from '../../apps/api/src/http/pages.ts';
import type { PageLimits } from '../../apps/api/src/http/pages/page-store.ts';
import { createCallLimits } from '../../apps/api/src/http/store/call-limits.ts';
import { insideOf } from '../../apps/api/src/platform/network-ranges.ts';
import { createMetrics, type Metrics } from '../../apps/api/src/platform/monitoring/metrics.ts';
import { testDatabase } from './test-database.ts';

type Get = (
  url: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<LightMyRequestResponse>;

type Options = {
  /** Configuration by name, for example `{ LIMIT_SCALE: '1' }`. */
  readonly env?: Environment;
  readonly pageLimits?: PageLimits;
  readonly metrics?: Metrics;
  /** Folder of the builds. */
  readonly dist?: string;
  /** The real time; it stands still for tests that count what happens in a minute. */
  readonly real?: () => Date;
};

/**
 * Serves pages of the built storefront (`npm test` builds it first) over the real catalogue, from
 * one server per test file.
 */
export function servedPages({ env, pageLimits, metrics, dist, real }: Options = {}): Get {
  let app: FastifyInstance | undefined;
  beforeAll(async () => {
    const { db } = await testDatabase('seeded');
    const read = readConfig({ LIMIT_SCALE: '1000', ...env });
    // A busy machine renders a page in more than the two seconds after which a skeleton comes.
    const config = { ...read, waitScale: { ...read.waitScale, health: 30 } };
    const isProxy = insideOf(config.trustedProxies);
    app = Fastify({ trustProxy: (address) => isProxy(address) });
    addAnswerHeaders(app, config.publicUrl);
    const ctx = {
      db,
      config,
      catalogue: await createCatalogueCache(db),
      clock: { ...createClock(), ...(real === undefined ? {} : { real }) },
      metrics: metrics ?? createMetrics(),
      log: pino({ enabled: false }),
    };
    await registerPages(app, ctx, createCallLimits(ctx), pageLimits, dist);
    await app.ready();
  });
  return async (url, headers = {}) => {
    if (app === undefined) throw new Error('the pages are not served yet');
    return app.inject({ method: 'GET', url, headers });
  };
}
