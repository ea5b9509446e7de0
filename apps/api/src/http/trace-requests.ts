import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readTraceparent } from '../platform/tracing/ids.ts';
import type { Root, Trace } from '../platform/tracing/trace.ts';

/** Machines ask these every second. */
const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Makes each request of a route a root: named by the route, never by its address. Files and unknown addresses are none.
 * Call it before the routes.
 */
export function traceRequests(app: FastifyInstance, trace: Trace | undefined): void {
  if (trace === undefined) return;
  const roots = new WeakMap<object, Root>();
  app.addHook('onRequest', (request, reply, done) => {
    const root = beginRequest(trace, request, reply);
    if (root !== null) roots.set(request.raw, root);
    done();
  });
  // Not earlier: reading the body leaves the context of its request.
  app.addHook('preHandler', (request, _reply, done) => {
    const root = roots.get(request.raw);
    if (root === undefined) done();
    else root.run(done);
  });
  // The tools of a browser, and agents in its pages, find the trace of a call here.
  app.addHook('onSend', (request, reply, payload, done) => {
    const parent = request.method === 'POST' ? trace.traceparent() : null;
    if (parent !== null) void reply.header('server-timing', `traceparent;desc="${parent}"`);
    done(null, payload);
  });
}

function beginRequest(trace: Trace, request: FastifyRequest, reply: FastifyReply): Root | null {
  const { method, id } = request;
  const route = request.routeOptions.url;
  if (route === undefined || route.includes('*') || QUIET.has(route)) return null;
  const root = trace.begin({
    name: `${method} ${route}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route, 'webpay.request': id },
    link: readTraceparent(request.headers.traceparent),
  });
  // Also when the client leaves before its answer.
  reply.raw.once('close', () => {
    const { statusCode: status } = reply.raw;
    root.end({ attributes: { 'http.response.status_code': status }, isFailed: status >= 500 });
  });
  return root;
}
