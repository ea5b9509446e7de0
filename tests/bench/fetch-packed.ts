import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

export type Packed = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** Downloads a file compressed; fetch would decompress it. */
export async function fetchPacked(url: URL): Promise<Packed> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br, gzip' } }, resolve)
      .once('error', reject)
      .end();
  });
  const chunks: Buffer[] = [];
  // A stream of bytes: no encoding was set on it.
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: Buffer.concat(chunks),
  };
}
