import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';

/** Real HTTP hosts for tests of the client, each on a free port. */
export type TestHost = { readonly url: string; readonly requests: string[]; close(): void };

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export async function startHost(handle: Handle): Promise<TestHost> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${body}`);
      handle(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers every call with this envelope; `clockOffsetMs`: error of its clock. */
export function answering(
  code: number,
  result: unknown,
  options: { readonly clockOffsetMs?: number; readonly delayMs?: number } = {},
): Handle {
  return (_request, response) => {
    const { clockOffsetMs = 0, delayMs = 0 } = options;
    setTimeout(() => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ code, msg: '', result, _: Date.now() + clockOffsetMs }));
    }, delayMs);
  };
}

/** Returns the address of a host that ends every connection; a port left free may become another test's host. */
export async function deadHost(): Promise<string> {
  const server = createTcpServer((socket) => socket.destroy()).unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
