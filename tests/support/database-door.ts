import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a database that a test can cut, freeze and open again. */
export type DatabaseDoor = {
  /** The address of the database through the door. */
  readonly url: string;
  /** Breaks all connections and refuses new ones, like a killed server. */
  cut(): void;
  /** Accepts connections and answers nothing, like a frozen server. */
  freeze(): void;
  open(): void;
};

/** Opens a door to the database, until the test has finished or `closes` says when. */
export async function databaseDoor(
  url: string,
  closes: (close: () => void) => void = onTestFinished,
): Promise<DatabaseDoor> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'frozen' = 'open';
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port || 5432), target.hostname);
    keep(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to);
      from.on('close', () => to.destroy());
      if (state === 'frozen') from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  closes(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const through = new URL(url);
  through.host = `127.0.0.1:${address.port}`;
  return {
    url: through.href,
    cut: () => {
      state = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    freeze: () => {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    open: () => {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
  };
}
