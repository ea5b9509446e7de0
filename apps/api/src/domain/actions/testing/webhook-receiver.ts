import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Heard = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** A publisher's system that hears messages over HTTP, and answers as a test says. */
export async function webhookReceiver() {
  const heard: Heard[] = [];
  let answer: { readonly status: number; readonly headers?: Record<string, string> } = {
    status: 204,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(answer.status, answer.headers).end('an answer that nobody keeps');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Verified edge: it listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    heard,
    answers: (status: number, headers: Record<string, string> = {}) => {
      answer = { status, headers };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
