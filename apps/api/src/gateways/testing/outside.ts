import type { Outside } from '../../platform/http-client/exchange.ts';

export type Heard = {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly redirect: string;
  /** Send time on the fake clock. */
  readonly at: number;
};

/** The network's reaction to one request. */
export type Play =
  | Response
  /** No answer until the caller's deadline, this many ms later. */
  | { readonly hangsMs: number }
  | 'breaks';

export type PlayedOutside = {
  readonly outside: Outside;
  readonly heard: readonly Heard[];
  readonly waits: readonly number[];
  /** Advances the clock. */
  readonly pass: (ms: number) => void;
};

/** A fake network on a clock that only waiting advances. */
export function playOutside(
  answer: (heard: Heard, count: number) => Play | Promise<Play>,
  startsAt = Date.parse('2026-04-02T10:00:00Z'),
): PlayedOutside {
  const heard: Heard[] = [];
  const waits: number[] = [];
  let now = startsAt;
  const play = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const one: Heard = {
      method: init.method ?? 'GET',
      url,
      headers: new Headers(init.headers),
      body: bytesOf(init.body),
      redirect: init.redirect ?? 'follow',
      at: now,
    };
    heard.push(one);
    const played = await answer(one, heard.length);
    if (played === 'breaks') throw new TypeError('fetch failed', { cause: econnreset() });
    if (!('hangsMs' in played)) return played;
    now += played.hangsMs;
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  };
  return {
    outside: {
      fetch: (input, init) => play(String(input instanceof Request ? input.url : input), init),
      now: () => now,
      wait: async (ms) => {
        waits.push(ms);
        now += ms;
      },
    },
    heard,
    waits,
    pass: (ms) => {
      now += ms;
    },
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

function bytesOf(body: RequestInit['body']): Buffer {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body);
  throw new TypeError('a body this play does not know');
}

function econnreset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}
