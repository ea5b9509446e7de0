import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';

const value = v.union([
  v.pipe(
    v.object({ stringValue: v.string() }),
    v.transform((each) => each.stringValue),
  ),
  v.pipe(
    v.object({ intValue: v.union([v.number(), v.string()]) }),
    v.transform((each) => Number(each.intValue)),
  ),
  v.pipe(
    v.object({ boolValue: v.boolean() }),
    v.transform((each) => each.boolValue),
  ),
]);
const attributes = v.pipe(
  v.optional(v.array(v.object({ key: v.string(), value })), []),
  v.transform((list) => Object.fromEntries(list.map((each) => [each.key, each.value]))),
);
const span = v.object({
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string()),
  name: v.string(),
  kind: v.number(),
  attributes,
  links: v.optional(v.array(v.object({ traceId: v.string(), spanId: v.string() })), []),
  status: v.optional(v.object({ code: v.optional(v.number()) })),
});
/** OTLP over HTTP as JSON. */
const request = v.object({
  resourceSpans: v.array(
    v.object({
      resource: v.object({ attributes }),
      scopeSpans: v.array(v.object({ spans: v.array(span) })),
    }),
  ),
});

type CollectedSpan = v.InferOutput<typeof span> & { readonly service: string };

/** A collector of traces that takes spans, refuses them, or never answers. */
export async function startTraceCollector() {
  const spans: CollectedSpan[] = [];
  const keys = new Set<string>();
  const hanging: ServerResponse[] = [];
  let mode: 'takes' | 'refuses' | 'hangs' = 'takes';
  const server = createServer((incoming, response) => {
    // Null: the caller left before the end of its body.
    const read = json(incoming).catch(() => null);
    void read.then((body) => {
      if (body === null) return;
      keys.add(String(incoming.headers['x-key'] ?? ''));
      if (mode === 'hangs') {
        hanging.push(response);
        return;
      }
      if (mode === 'takes' && incoming.url === '/v1/traces') {
        for (const { resource, scopeSpans } of v.parse(request, body).resourceSpans) {
          const service = String(resource.attributes['service.name']);
          const found = scopeSpans.flatMap((scope) => scope.spans);
          spans.push(...found.map((each) => ({ ...each, service })));
        }
      }
      response.statusCode = mode === 'takes' ? 200 : 400;
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Verified edge: a server that listens on a port has one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Keys of the callers. */
    keys,
    spans: (): readonly CollectedSpan[] => spans,
    spansOf: (traceId: string): readonly CollectedSpan[] =>
      spans.filter((each) => each.traceId === traceId),
    /** Answers what hangs as the new mode says. */
    be: (next: typeof mode) => {
      mode = next;
      for (const response of hanging.splice(0)) {
        response.statusCode = 400;
        response.end('{}');
      }
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
