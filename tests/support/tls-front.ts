import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import type { Certified } from './test-root.ts';

export type TlsFront = { readonly proxyUrl: string; readonly stop: () => void };

/** A proxy: `CONNECT host:443` leads to a local TLS server of that host and nowhere else. */
export async function openTlsFront(
  host: string,
  leaf: Certified,
  serve: RequestListener,
): Promise<TlsFront> {
  const front = createHttps({ cert: leaf.cert, key: leaf.key }, serve);
  const frontPort = await listen(front);
  const proxy = createHttp((_request, response) => response.writeHead(405).end());
  proxy.on('connect', (request, client, head) => {
    if (request.url !== `${host}:443`) {
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const inside = connect(frontPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      inside.write(head);
      inside.pipe(client);
      client.pipe(inside);
    });
    inside.on('error', () => client.destroy());
    client.on('error', () => inside.destroy());
    client.on('close', () => inside.destroy());
  });
  const proxyPort = await listen(proxy);
  return {
    proxyUrl: `http://127.0.0.1:${proxyPort}`,
    stop: () => {
      for (const each of [proxy, front]) {
        each.closeAllConnections();
        each.close();
      }
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a listening TCP server is an AddressInfo.
  return (server.address() as AddressInfo).port;
}
