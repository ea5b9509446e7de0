import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { beforeAll } from 'vitest';
import { createClock } from '../../apps/api/src/platform/clock.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { createCatalogueCache } from '../../apps/api/src/domain/projects/catalogue-cache.ts';
import { addAnswerHeaders } from '../../apps/api/src/http/answer-headers.ts';
import { registerPages } from '../../apps/api/src/http/pages.ts';
import { testDatabase } from './test-database.ts';

type Get = (
  url: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<LightMyRequestResponse>;

/**
 * Serves pages of the built storefront (`npm test` builds it first) over the real catalogue, from
 * one server per test file.
 */
export function servedPages(): Get {
  let app: FastifyInstance | undefined;
  beforeAll(async () => {
    const { db } = await testDatabase('seeded');
    app = Fastify();
    const config = readConfig({});
    addAnswerHeaders(app, config);
    await registerPages(app, {
      config,
      catalogue: await createCatalogueCache(db),
      clock: createClock(),
    });
    await app.ready();
  });
  return async (url, headers = {}) => {
    if (app === undefined) throw new Error('the pages are not served yet');
    return app.inject({ method: 'GET', url, headers });
  };
}
