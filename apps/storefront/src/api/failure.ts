import type { Code } from '@webpay/contract/codes';

/** The server understood the call and said no. */
export class CallRefused extends Error {
  readonly code: number;
  readonly result: unknown;
  /** x-request-id: what a player can name to customer service. */
  readonly requestId: string | null;
  /** The shell has already told the player (E03, E04, E05); a screen need not. */
  readonly handled: boolean;

  constructor(refusal: {
    readonly code: number;
    readonly msg: string;
    readonly result: unknown;
    readonly requestId: string | null;
    readonly handled: boolean;
  }) {
    super(`${refusal.code} ${refusal.msg}`);
    this.name = 'CallRefused';
    this.code = refusal.code;
    this.result = refusal.result;
    this.requestId = refusal.requestId;
    this.handled = refusal.handled;
  }
}

/** No answer came: `offline` the browser knows of no network, `timeout` 20 s passed. */
export class CallLost extends Error {
  readonly kind: 'offline' | 'network' | 'timeout';
  readonly handled: boolean;

  constructor(kind: 'offline' | 'network' | 'timeout', handled: boolean, cause?: unknown) {
    super(`no answer: ${kind}`, { cause });
    this.name = 'CallLost';
    this.kind = kind;
    this.handled = handled;
  }
}

/** Whether `error` is a refusal with this code: `refusedWith(error, CODES.PRICE_CHANGED)`. */
export function refusedWith(error: unknown, code: Code): error is CallRefused {
  return error instanceof CallRefused && error.code === code;
}
