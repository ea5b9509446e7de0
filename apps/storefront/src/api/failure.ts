import type { Code } from '@webpay/contract/codes';

/** The server refused the call with a code. */
export class CallRefused extends Error {
  readonly code: number;
  readonly result: unknown;
  /** x-request-id, which a player can quote to customer service. */
  readonly requestId: string | null;
  /** True when the page has informed the player (E03, E04, E05); a screen need not. */
  readonly handled: boolean;

  constructor(
    refusal: Pick<CallRefused, 'code' | 'result' | 'requestId' | 'handled'> & {
      readonly msg: string;
    },
  ) {
    super(`${refusal.code} ${refusal.msg}`);
    this.name = 'CallRefused';
    this.code = refusal.code;
    this.result = refusal.result;
    this.requestId = refusal.requestId;
    this.handled = refusal.handled;
  }
}

/** No answer came: `offline` the browser has no network, `timeout` after 20 s. */
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

/** True for a refusal with this code: `refusedWith(error, CODES.PRICE_CHANGED)`. */
export function refusedWith(error: unknown, code: Code): error is CallRefused {
  return error instanceof CallRefused && error.code === code;
}

/** Returns the id that a player can quote to customer service, or null. */
export function requestIdOf(failure: unknown): string | null {
  return failure instanceof CallRefused ? failure.requestId : null;
}
