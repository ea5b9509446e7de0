import autocannon from 'autocannon';
import { FORM } from './player.ts';

export type Round = { readonly perSecond: number; readonly latenciesMs: readonly number[] };

/** The server's answer to one call. Throws when it is not HTTP 200. */
export async function oneAnswer(url: string, path: string, body: string): Promise<string> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': FORM },
    body,
  });
  if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`);
  return answer.text();
}

/**
 * Loads one call over one connection a body for `forMs`. Throws when an answer is not a success.
 * @param bodies signed before the clock runs, so that only the server's work is measured
 */
export async function loadCall(
  url: string,
  path: string,
  bodies: readonly string[],
  forMs: number,
): Promise<Round> {
  const latenciesMs: number[] = [];
  const waiting = [...bodies];
  const startedAt = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(
      {
        // The services listen on the IPv4 loopback; `localhost` may resolve to IPv6 first.
        url: url.replace('//localhost:', '//127.0.0.1:') + path,
        method: 'POST',
        headers: { 'content-type': FORM },
        connections: bodies.length,
        duration: forMs / 1_000,
        sampleInt: 50,
        setupClient: (client) => client.setBody(waiting.shift() ?? ''),
        verifyBody: (body) => String(body).startsWith('{"code":200,'),
      },
      (error: Error | null, done: autocannon.Result) => (error ? reject(error) : resolve(done)),
    );
    load.on('response', (_client, _status, _bytes, latencyMs) => latenciesMs.push(latencyMs));
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const failed = result.errors + result.mismatches + result.non2xx;
  if (failed > 0) throw new Error(`${path}: ${failed} of ${latenciesMs.length} answers failed`);
  return { perSecond: latenciesMs.length / seconds, latenciesMs };
}
