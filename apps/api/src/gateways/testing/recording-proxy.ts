import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One recorded call with its answer. */
export type Recorded = {
  readonly method: string;
  /** Below the address of the gateway, with its query. */
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: Buffer;
  readonly status: number;
  readonly body: Buffer;
};

/** An answer in the gateway's place. */
export type OwnAnswer = Pick<Recorded, 'status' | 'body'> & {
  readonly headers: Readonly<Record<string, string>>;
};

type Proxying = {
  /** The gateway's path at the target, left out of the records. */
  readonly below?: string;
  /** Answers a call instead of the target, unless it returns null. */
  readonly ownAnswer?: (path: string, body: Buffer) => OwnAnswer | null;
};

/** Forwards every call to `target` unchanged, and records it with the answer. */
export function recordingHandler(
  target: string,
  recorded: Recorded[],
  { below = '', ownAnswer = () => null }: Proxying = {},
): RequestListener {
  return (request, response) => {
    void (async () => {
      const requestBody = await bytesOf(request);
      const requestHeaders = headersOf(request);
      const method = request.method ?? 'GET';
      const path = request.url ?? '/';
      const own = ownAnswer(path, requestBody);
      if (own !== null) {
        const { status, body } = own;
        recorded.push({ method, path, requestHeaders, requestBody, status, body });
        response.writeHead(status, own.headers).end(body);
        return;
      }
      const answer = await fetch(target + path, {
        method,
        headers: requestHeaders,
        redirect: 'manual',
        ...(requestBody.length === 0 ? {} : { body: requestBody }),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      const { status } = answer;
      const shortPath = path.slice(below.length);
      recorded.push({ method, path: shortPath, requestHeaders, requestBody, status, body });
      response.statusCode = status;
      for (const [name, value] of answer.headers) {
        if (!OF_ONE_HOP.has(name)) response.setHeader(name, value);
      }
      response.end(body);
    })().catch(() => response.destroy());
  };
}

/** Longer than any pause of a test: a connection closed during a write loses data. */
const KEEP_ALIVE_MS = 120_000;

export async function openRecordingProxy(
  target: string,
  below = '',
): Promise<{
  readonly url: string;
  readonly recorded: readonly Recorded[];
  readonly stop: () => void;
}> {
  const recorded: Recorded[] = [];
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    recordingHandler(target, recorded, { below }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${below}`,
    recorded,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Headers of a single connection. */
const OF_ONE_HOP = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !OF_ONE_HOP.has(name) ? [[name, value] as const] : [],
    ),
  );
}

async function bytesOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  // No encoding is set, so chunks are bytes.
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
