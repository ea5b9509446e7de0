import type { Problem } from '@webpay/contract/console/calls';

/** A call that gave no result. `message` is the sentence to show. */
export class CallFailure extends Error {
  /** HTTP status; 0: no answer. */
  readonly status: number;
  /** The problem's code; `not_reachable` and `too_slow` without an answer. */
  readonly code: string;
  readonly requestId: string | null;
  readonly retryAfterS: number | null;

  constructor(
    message: string,
    about: {
      readonly status: number;
      readonly code: string;
      readonly requestId?: string;
      readonly retryAfterS?: number | null;
    },
  ) {
    super(message);
    this.name = 'CallFailure';
    this.status = about.status;
    this.code = about.code;
    this.requestId = about.requestId ?? null;
    this.retryAfterS = about.retryAfterS ?? null;
  }
}

export const notReachable = (): CallFailure =>
  new CallFailure('The console is not reachable. Check the connection.', {
    status: 0,
    code: 'not_reachable',
  });

export const tooSlow = (seconds: number): CallFailure =>
  new CallFailure(`The console did not answer within ${seconds} seconds.`, {
    status: 0,
    code: 'too_slow',
  });

/** Reads a refusal. A proxy's own answer has no problem: its status is all that is known. */
export async function failureOf(response: Response): Promise<CallFailure> {
  const { status } = response;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterS = Number.isFinite(wait) ? wait : null;
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) {
    return new CallFailure(`The console answered ${status}, without a reason.`, {
      status,
      code: 'no_reason',
      retryAfterS,
    });
  }
  // The server sends this type for every problem.
  const problem = (await response.json()) as Problem;
  return new CallFailure(problem.detail, {
    status,
    code: problem.code,
    requestId: problem.request_id,
    retryAfterS,
  });
}
