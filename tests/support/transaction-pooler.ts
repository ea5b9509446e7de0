import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import pg from 'pg';

/**
 * A pooler in transaction mode, as PgBouncer is: it lends the server's connections for one transaction.
 * It refuses unknown startup parameters, or ignores them.
 */
export type TransactionPooler = { readonly url: string; stop(): Promise<void> };

type Options = { readonly connections: number; readonly swallowsParameters: boolean };
/** A server's connection and the client that has it now. */
type Backend = { readonly stream: Socket; client: Client | null; owed: number };
type Client = { readonly socket: Socket; backend: Backend | null; waiting: Buffer[] };

const SSL_REQUEST = 80_877_103;
const KNOWN = new Set(['user', 'database', 'client_encoding', 'application_name']);

export async function transactionPooler(
  databaseUrl: string,
  { connections, swallowsParameters }: Options,
): Promise<TransactionPooler> {
  const idle: Backend[] = [];
  const queue: Client[] = [];
  const backends = await Promise.all(
    Array.from({ length: connections }, async () => {
      const backend = await openBackend(databaseUrl);
      backend.stream.on(
        'data',
        eachMessage((message) => {
          backend.client?.socket.write(message);
          if (message[0] !== ord('Z')) return;
          backend.owed -= 1;
          if (backend.owed === 0 && message[5] === ord('I')) release(backend);
        }),
      );
      idle.push(backend);
      return backend;
    }),
  );

  function release(backend: Backend): void {
    if (backend.client !== null) backend.client.backend = null;
    backend.client = null;
    idle.push(backend);
    lend();
  }

  function lend(): void {
    while (idle.length > 0) {
      const client = queue.shift();
      if (client === undefined) return;
      const backend = idle.pop();
      if (backend === undefined) return;
      backend.client = client;
      client.backend = backend;
      for (const message of client.waiting.splice(0)) forward(backend, message);
    }
  }

  function forward(backend: Backend, message: Buffer): void {
    if (message[0] === ord('Q') || message[0] === ord('S')) backend.owed += 1;
    backend.stream.write(message);
  }

  const server = createServer((socket) => {
    const client: Client = { socket, backend: null, waiting: [] };
    socket.on('error', () => undefined);
    socket.on('close', () => {
      // As PgBouncer does: what a client left open is undone.
      if (client.backend !== null) forward(client.backend, message('Q', text('rollback')));
    });
    const messages = eachMessage((each) => {
      if (each[0] === ord('X')) socket.end();
      else if (client.backend !== null) forward(client.backend, each);
      else {
        client.waiting.push(each);
        if (!queue.includes(client)) queue.push(client);
        lend();
      }
    });
    startOf(socket, (names) => {
      const unknown = names.find((name) => !KNOWN.has(name));
      if (unknown !== undefined && !swallowsParameters) {
        const fields = ['SFATAL', 'C08P01', `Munsupported startup parameter: ${unknown}`, ''];
        socket.end(message('E', Buffer.concat(fields.map(text))));
        return;
      }
      socket.on('data', messages);
      const ready = message('Z', Buffer.from('I'));
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    stop: async () => {
      server.close();
      await once(server, 'close');
      for (const { stream } of backends) stream.destroy();
    },
  };
}

/** Lets the driver open a connection and takes over its socket. */
async function openBackend(connectionString: string): Promise<Backend> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  // Verified edge: a private property of the driver. Without it, every test fails.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.removeAllListeners('data');
  return { stream, client: null, owed: 0 };
}

/** Refuses TLS, and passes on the names of the startup parameters. */
function startOf(socket: Socket, started: (names: readonly string[]) => void): void {
  const onData = (chunk: Buffer): void => {
    if (chunk.readInt32BE(4) === SSL_REQUEST) {
      socket.write('N');
      return;
    }
    socket.off('data', onData);
    const words = chunk.subarray(8).toString().split('\0');
    started(words.filter((word, index) => index % 2 === 0 && word !== ''));
  };
  socket.on('data', onData);
}

/** Splits a stream into messages: a letter, a length and a body. */
function eachMessage(take: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5) {
      const end = 1 + rest.readInt32BE(1);
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      take(message);
    }
  };
}

function message(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(letter), length, body]);
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const ord = (letter: string): number => letter.charCodeAt(0);
