import { setTimeout as wait } from 'node:timers/promises';

/** The means to make calls, replaceable in tests. Its time is real time, never the shop's clock. */
export type Outside = {
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Multiplies deadlines; 1 by default. */
  readonly deadlineScale?: number;
};

/** Factors on production's waits (1): pauses before a retry, deadlines of calls, and those of health answers and pages. */
export type WaitScale = {
  readonly pauses: number;
  readonly deadlines: number;
  /** For the deadlines of health answers and of rendering a page: tests on a busy machine wait longer. */
  readonly health: number;
};

export const REAL_OUTSIDE: Outside = {
  // Looked up at each call, so that tests can replace it; keeps connections alive.
  fetch: (input, init) => globalThis.fetch(input, init),
  now: () => Date.now(),
  wait: (ms) => wait(ms),
};

/** The real network with scaled waits. */
export function outsideOf({ pauses, deadlines }: Omit<WaitScale, 'health'>): Outside {
  return { ...REAL_OUTSIDE, wait: (ms) => wait(ms * pauses), deadlineScale: deadlines };
}

const CALL_DEADLINE_MS = 10_000;

/** Contract §4: the longest time of a call to a gateway or a game in ms, retries included. */
export function callDeadlineMs(outside: Outside): number {
  return scaledMs(outside, CALL_DEADLINE_MS);
}

/** The latest end of a call that begins now. */
export function callEndsAt(outside: Outside): number {
  return outside.now() + callDeadlineMs(outside);
}

export function scaledMs({ deadlineScale = 1 }: Outside, ms: number): number {
  return ms * deadlineScale;
}

export type Request = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer<ArrayBuffer>;
  readonly timeoutMs: number;
  readonly bodyLimit?: number;
};

export type Exchange = Answered | Silent;
type Answered = { kind: 'answered'; status: number; headers: Headers; body: Buffer };
/** `why` never quotes the request. */
export type Silent = { readonly kind: 'silent'; readonly why: string };
/** `cause`: an answer came after all, unclear about this request alone. Its circuit stays closed. */
export type AboutOneRequest = { readonly cause?: 'request' };

const BODY_LIMIT = 1024 * 1024;

/** Makes one HTTP exchange, which ends in a complete answer or as silent. */
export async function exchange(outside: Outside, request: Request): Promise<Exchange> {
  const { method, url, headers = {}, body, timeoutMs, bodyLimit = BODY_LIMIT } = request;
  try {
    const response = await outside.fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      // A redirect could send our credentials elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs))),
    });
    const bytes = await readBody(response, bodyLimit);
    if (bytes === null) return { kind: 'silent', why: 'the answer is too large' };
    return { kind: 'answered', status: response.status, headers: response.headers, body: bytes };
  } catch (error) {
    return { kind: 'silent', why: reasonOf(error) };
  }
}

async function readBody(response: Response, limit: number): Promise<Buffer | null> {
  if (response.body === null) return Buffer.alloc(0);
  const stream: AsyncIterable<Uint8Array> = response.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    // Leaving the loop cancels the rest.
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The error's code; messages could quote addresses and headers. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection broke';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const cause: unknown = error.cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `the connection broke: ${code}` : 'the connection broke';
}
