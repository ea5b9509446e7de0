import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Ctx } from '../context.ts';

/** Serves `/metrics` of this worker on WORKER_METRICS_PORT, if set. */
export async function serveMetrics(ctx: Ctx): Promise<{ stop(): Promise<void> }> {
  const { workerMetricsPort: port, host } = ctx.config;
  if (port === null) return { stop: async () => undefined };
  const { registry } = ctx.metrics;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
