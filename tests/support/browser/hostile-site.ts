import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A site of somebody else, at another address of this machine: to a browser `127.0.0.1` and `localhost` are
 * strangers, and neither is kept from the other for being the public network.
 */
export async function startHostileSite(
  body: string,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Free gems</title><link rel="icon" href="data:,">${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // `address()` of a TCP server that listens is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
