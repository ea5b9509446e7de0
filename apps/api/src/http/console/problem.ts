import { STATUS_CODES } from 'node:http';
import type { Problem } from '@webpay/contract/console/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../context.ts';
import { isPassing } from '../../platform/db/failure.ts';
import { sqlState } from '../../platform/db/pool.ts';
import { reportFailure } from '../../platform/monitoring/alert.ts';

/** A refusal of the console's API; `detail` is the sentence that the page shows. */
export type Refused = Pick<Problem, 'status' | 'code' | 'detail' | 'permission' | 'fields'> & {
  /** Seconds until the same request may succeed. */
  readonly retryAfterS?: number;
};

export class ProblemError extends Error {
  readonly problem: Refused;

  constructor(problem: Refused) {
    super(problem.code);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** A statement that ran into the console's own limit of time. */
const TOO_LONG = '57014';
const DATABASE_RETRY_S = 5;

/** Answers RFC 9457's `application/problem+json`. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { retryAfterS, ...refused }: Refused,
): FastifyReply {
  if (retryAfterS !== undefined) void reply.header('retry-after', retryAfterS);
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[refused.status] ?? 'Error',
    ...refused,
    request_id: request.id,
  };
  return reply
    .code(refused.status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

/** The refusal that answers an error. Faults of ours are logged; the answer says only that there was one. */
export function problemOf(
  ctx: Pick<Ctx, 'log' | 'metrics' | 'clock'>,
  error: Error & { readonly statusCode?: number },
  requestId: string,
): Refused {
  if (error instanceof ProblemError) return error.problem;
  const status = error.statusCode ?? 500;
  if (status === 413) {
    return { status, code: 'too_large', detail: 'The request is larger than 64 kB.' };
  }
  if (status < 500) {
    return { status, code: 'bad_request', detail: 'The request cannot be read.' };
  }
  reportFailure(ctx, error, { reqId: requestId }, 'a call of the console failed');
  if (sqlState(error) === TOO_LONG) {
    const detail = 'The database took too long. Narrow the time or the filters.';
    return { status: 503, code: 'too_wide', detail };
  }
  if (isPassing(error)) {
    const detail = 'The database does not answer. Try again in a moment.';
    return { status: 503, code: 'database_away', detail, retryAfterS: DATABASE_RETRY_S };
  }
  const detail = `The console failed. Its log has the cause under ${requestId}.`;
  return { status: 500, code: 'internal_error', detail };
}

export const NOT_FOUND: Refused = {
  status: 404,
  code: 'not_found',
  detail: 'There is nothing with this number, or not in your projects.',
};
