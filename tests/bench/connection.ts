import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type HttpAnswer = { readonly status: number; readonly body: Buffer };

export type Connection = {
  /** One request at a time. Throws on a closed connection or invalid HTTP. */
  readonly post: (path: string, contentType: string, body: string) => Promise<HttpAnswer>;
  readonly close: () => void;
};

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * A minimal keep-alive HTTP/1.1 connection, because Node's clients would use as much CPU as the
 * server. Reads a content length, no chunks.
 */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port, host } = new URL(url);
  // The shop listens on the IPv4 loopback; a name may resolve to IPv6 first.
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
  socket.setNoDelay(true);
  await once(socket, 'connect');
  const waiting = answersOf(socket);
  return {
    post: (path, contentType, body) => {
      const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${contentType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
      return waiting(() => socket.write(head + body));
    },
    close: () => socket.destroy(),
  };
}

type Waiter = {
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: Error) => void;
};

/** Parses a socket's answers. @returns sends a request and waits for its answer */
function answersOf(socket: Socket): (send: () => void) => Promise<HttpAnswer> {
  let chunks: Buffer[] = [];
  let received = 0;
  let head: { readonly status: number; readonly size: number } | null = null;
  let waiter: Waiter | null = null;
  let trouble: Error | null = null;

  const fail = (error: Error): void => {
    trouble ??= error;
    waiter?.reject(trouble);
    waiter = null;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
    if (head === null) {
      const all = chunks.length === 1 ? chunk : Buffer.concat(chunks);
      const end = all.indexOf(HEAD_END);
      if (end === -1) return;
      head = readHead(all.toString('latin1', 0, end), end + HEAD_END.length);
      if (head === null) {
        fail(new Error('an answer without a length'));
        return;
      }
      chunks = [all];
    }
    if (received < head.size) return;
    const all = chunks.length === 1 ? (chunks[0] ?? chunk) : Buffer.concat(chunks);
    const answer = { status: head.status, body: all.subarray(all.indexOf(HEAD_END) + 4) };
    chunks = [];
    received = 0;
    head = null;
    const { resolve } = waiter ?? {};
    waiter = null;
    resolve?.(answer);
  });

  return (send) =>
    new Promise((resolve, reject) => {
      if (trouble !== null) {
        reject(trouble);
        return;
      }
      waiter = { resolve, reject };
      send();
    });
}

/** `size`: bytes of the whole answer, head included. */
function readHead(text: string, headBytes: number): { status: number; size: number } | null {
  const status = Number(text.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  return length === undefined ? null : { status, size: headBytes + Number(length) };
}
