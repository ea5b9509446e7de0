import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONSOLE_API } from '@webpay/contract/console/operations';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { DOCS_POLICY } from './console-policy.ts';
import { docsPage } from './docs-page.ts';

/** Generated from the table of operations (packages/contract/src/openapi/console.ts). */
const DESCRIPTION = path.join(
  import.meta.dirname,
  '../../../../../docs/reference/console/openapi.json',
);
const STYLES = path.join(import.meta.dirname, 'docs.css');

const parameter = v.object({
  name: v.string(),
  in: v.string(),
  required: v.boolean(),
  schema: v.looseObject({}),
});
const content = v.record(v.string(), v.object({ schema: v.looseObject({}) }));
const operation = v.object({
  operationId: v.string(),
  summary: v.string(),
  description: v.optional(v.string()),
  security: v.array(v.unknown()),
  parameters: v.optional(v.array(parameter), []),
  requestBody: v.optional(v.object({ content })),
  responses: v.record(v.string(), v.object({ description: v.string(), content })),
});
const description = v.object({
  info: v.object({ title: v.string(), version: v.string(), description: v.string() }),
  paths: v.record(v.string(), v.record(v.string(), operation)),
  components: v.object({ schemas: v.record(v.string(), v.looseObject({})) }),
});
export type ApiDescription = v.InferOutput<typeof description>;

async function readDocs() {
  const text = await readFile(DESCRIPTION, 'utf8');
  const styles = await readFile(STYLES, 'utf8');
  return { text, styles, html: docsPage(v.parse(description, JSON.parse(text))) };
}

/** Serves the description of the API for programs and, at `/docs`, for people. */
export function registerDocs(app: FastifyInstance): void {
  let read: ReturnType<typeof readDocs> | undefined;
  // At the first request: a console works without them.
  const docs = () => (read ??= readDocs());
  app.get(`${CONSOLE_API}/openapi.json`, async (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send((await docs()).text),
  );
  app.get('/docs', async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', DOCS_POLICY)
      .send((await docs()).html),
  );
  app.get('/docs.css', async (_request, reply) =>
    reply
      .header('content-type', 'text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send((await docs()).styles),
  );
}
