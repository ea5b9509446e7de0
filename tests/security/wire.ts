import { createHash } from 'node:crypto';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { signingText } from '@webpay/contract/sign';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';

export type Fields = Readonly<Record<string, string>>;

/** What came back, whatever it was. */
export type Seen = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Of an answer in the contract's envelope; else null. */
  readonly code: number | null;
  readonly result: unknown;
};

export type Sending = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/** A client that leaves nothing to a library that could make an attack well-formed. */
export type Wire = {
  send(path: string, sending?: Sending): Promise<Seen>;
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  close(): void;
};

const PATIENCE_MS = 60_000;

/** A crowd's lines are sometimes closed unread; whoever stands in it comes again. */
const TRIES = 4;

export function createWire(baseUrl: string): Wire {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(baseUrl);
  const statuses = new Map<number, number>();

  function sendOnce(path: string, { method = 'GET', headers = {}, body }: Sending): Promise<Seen> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const all = { ...length, ...headers };
      const sent = request({ agent, hostname, port, path, method, headers: all }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const status = response.statusCode ?? 0;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const text = Buffer.concat(parts).toString('utf8');
          resolve({ status, headers: response.headers, text, ...envelopeOf(text) });
        });
      });
      sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`${path}: no answer`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  return {
    statuses,
    close: () => agent.destroy(),
    send: async (path, sending = {}) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await sendOnce(path, sending);
        } catch (error) {
          if (tries === TRIES || !isReset(error)) throw error;
        }
      }
    },
  };
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

/** A body with the right signature over whatever it says: the secret is in every page. */
export function signedBody(pairs: readonly (readonly [string, string])[]): string {
  const sign = createHash('md5').update(signingText(pairs, DEFAULT_SIGN_SECRET)).digest('hex');
  const signed = [...pairs, ['sign', sign] as const];
  return signed.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&');
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' } as const;

/** Half a surrogate pair is no text, and `encodeURIComponent` throws at it. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function envelopeOf(text: string): Pick<Seen, 'code' | 'result'> {
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null || !('code' in parsed)) {
    return { code: null, result: null };
  }
  const code = typeof parsed.code === 'number' ? parsed.code : null;
  return { code, result: 'result' in parsed ? parsed.result : null };
}

function parse(text: string): unknown {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
