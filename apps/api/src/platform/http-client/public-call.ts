import { lookup, type LookupAddress } from 'node:dns';
import { Agent as PlainAgent, request as plainRequest, type ClientRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { insideOf } from '../network-ranges.ts';

/** IPv6 addresses that may be public. Of these, some lead into other networks or to documentation. */
const isGlobal6 = insideOf(['2000::/3']);
const isReserved = insideOf(
  (
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
    '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ' +
    '2001::/23 2001:db8::/32 2002::/16 3fff::/20'
  ).split(' '),
);

/** Whether an address is one of the public internet: no private, local or reserved one. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || isReserved(address)) return false;
  return version === 4 || isGlobal6(address);
}

/** Resolves a name to public addresses alone: what is checked is what is connected to. */
const publicLookup: LookupFunction = (host, options, answer) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error !== null) return answer(error, []);
    const [first] = found;
    if (first === undefined || found.some(({ address }) => !isPublicAddress(address))) {
      return answer(Object.assign(new Error('not a public address'), { code: 'ENOTPUBLIC' }), []);
    }
    return options.all === true ? answer(null, found) : answer(null, first.address, first.family);
  });
};

const KEPT = { keepAlive: true, maxSockets: 10, maxTotalSockets: 100, maxFreeSockets: 20 } as const;
const AGENTS = { https: new Agent(KEPT), plain: new PlainAgent(KEPT) } as const;
/** Bytes of an answer that are read, and not kept. */
const BODY_LIMIT = 16_384;

export type PublicAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  /** `why` never quotes the request. */
  | { readonly kind: 'silent'; readonly why: string };

/**
 * Posts a body to an address that a person typed. Follows no redirect and keeps no answer's body.
 * @param call.isAnywhere also plain http and networks that are not public: for a sandbox alone
 */
export function postPublic(call: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly isAnywhere: boolean;
}): Promise<PublicAnswer> {
  const url = new URL(call.url);
  const isPlain = url.protocol === 'http:';
  const host = url.hostname.replace(/^\[(.+)\]$/, '$1');
  // An address that is a number is not looked up.
  const isRefused = isPlain || (isIP(host) !== 0 && !isPublicAddress(host));
  if (isRefused && !call.isAnywhere) {
    return Promise.resolve({ kind: 'silent', why: 'not a public address' });
  }
  return new Promise((resolve) => {
    const ended = (error: Error): void => resolve({ kind: 'silent', why: reasonOf(error) });
    const options = {
      method: 'POST',
      headers: { ...call.headers, 'content-length': String(Buffer.byteLength(call.body)) },
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(call.timeoutMs))),
      ...(call.isAnywhere ? {} : { lookup: publicLookup }),
    };
    const sent: ClientRequest = isPlain
      ? plainRequest(url, { ...options, agent: AGENTS.plain })
      : request(url, { ...options, agent: AGENTS.https });
    sent.on('error', ended);
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const answer = {
        kind: 'answered',
        status,
        retryAfter: headers['retry-after'] ?? null,
      } as const;
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= BODY_LIMIT) return;
        resolve(answer);
        sent.destroy();
      });
      response.on('end', () => resolve(answer));
      // The status came: what follows it is not kept.
      response.on('error', () => resolve(answer));
    });
    sent.end(call.body);
  });
}

/** The error's code; messages could quote addresses and headers. */
function reasonOf(error: Error): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOTPUBLIC') return 'not a public address';
  return typeof code === 'string' ? `the connection broke: ${code}` : 'the connection broke';
}
