import { promises, type LookupAddress } from 'node:dns';
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

type Names = Pick<promises.Resolver, 'resolve4' | 'resolve6'>;

/**
 * Resolves a name to public addresses alone: what is checked is what is connected to. It asks name servers itself. The
 * system's look-up would share four threads of the process, which names without an answer could all hold.
 */
export function publicLookup(names: Names): LookupFunction {
  /** One look-up of a host at once; those who come meanwhile wait for it. */
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  return (host, options, answer) => {
    const known = underWay.get(host);
    const found = known ?? publicAddresses(names, host).finally(() => underWay.delete(host));
    if (known === undefined) underWay.set(host, found);
    found.then(
      ([first, ...others]) => {
        if (first === undefined)
          answer(Object.assign(new Error('no address'), { code: 'ENODATA' }), []);
        else if (options.all === true) answer(null, [first, ...others]);
        else answer(null, first.address, first.family);
      },
      (error: Error) => answer(error, []),
    );
  };
}

/** @throws Error when there is no address, or one that is not public */
async function publicAddresses(names: Names, host: string): Promise<readonly LookupAddress[]> {
  const [four, six] = await Promise.allSettled([names.resolve4(host), names.resolve6(host)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
  ];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  if (found.some(({ address }) => !isPublicAddress(address))) {
    throw Object.assign(new Error('not a public address'), { code: 'ENOTPUBLIC' });
  }
  return found;
}

const LOOKUP = publicLookup(new promises.Resolver({ timeout: 2_000, tries: 1 }));

/**
 * 20 endpoints (MAX_ENDPOINTS) × 10 calls of each at once (the worker's bulkhead) = 200: no call waits for a socket
 * while its deadline runs, even when all are at one host. Free sockets count too; the agent closes them after 10 s.
 */
const KEPT = {
  keepAlive: true,
  maxTotalSockets: 200,
  maxFreeSockets: 10,
  timeout: 10_000,
} as const;
const AGENTS = { https: new Agent(KEPT), plain: new PlainAgent(KEPT) } as const;
/** Bytes of an answer that are read, and not kept. */
const BODY_LIMIT = 16_384;
/** A body that takes longer costs its connection. The caller waits, so that it has no more connections than calls. */
const DRAIN_MS = 500;

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
  // An address that is a number is not looked up; a name without a dot is one of this network.
  const isLocal = isIP(host) === 0 ? !host.includes('.') : !isPublicAddress(host);
  const isRefused = isPlain || isLocal;
  if (isRefused && !call.isAnywhere) {
    return Promise.resolve({ kind: 'silent', why: 'not a public address' });
  }
  return new Promise((resolve) => {
    let answer: PublicAnswer | null = null;
    // Once the status came it is the answer, however its body ends.
    const ended = (error: Error): void =>
      resolve(answer ?? { kind: 'silent', why: reasonOf(error) });
    const options = {
      method: 'POST',
      headers: { ...call.headers, 'content-length': String(Buffer.byteLength(call.body)) },
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(call.timeoutMs))),
      ...(call.isAnywhere ? {} : { lookup: LOOKUP }),
    };
    const sent: ClientRequest = isPlain
      ? plainRequest(url, { ...options, agent: AGENTS.plain })
      : request(url, { ...options, agent: AGENTS.https });
    sent.on('error', ended);
    // An upgrade that was not asked for ends without an error.
    sent.on('close', () => ended(new Error('closed')));
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      answer = { kind: 'answered', status, retryAfter: headers['retry-after'] ?? null };
      const drained = setTimeout(() => sent.destroy(), DRAIN_MS);
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > BODY_LIMIT) sent.destroy();
      });
      response.on('error', ended);
      response.on('close', () => clearTimeout(drained));
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
