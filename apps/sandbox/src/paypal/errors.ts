import type { FastifyReply } from 'fastify';
import { randomId } from '../ids.ts';

export type PaypalError = {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly issue: string | null;
  readonly field: string | null;
  /** Payer's address, for refusals that the payer can resolve. */
  readonly payerAction?: string;
};

export function isPaypalError(value: object): value is PaypalError {
  return 'issue' in value && 'status' in value && typeof value.status === 'number';
}

const NAMES: Readonly<Record<number, readonly [string, string]>> = {
  400: [
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
  ],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
};

function failure(status: number, issue: string | null, field: string | null = null): PaypalError {
  const [name, message] = NAMES[status] ?? ['INTERNAL_SERVER_ERROR', 'Unknown.'];
  return { status, name, message, issue, field };
}

export function badRequest(issue: string, field: string): PaypalError {
  return failure(400, issue, field);
}

export function unprocessable(issue: string, field: string | null = null): PaypalError {
  return failure(422, issue, field);
}

export const UNAUTHORISED = failure(401, null);
export const NOT_FOUND = failure(404, 'INVALID_RESOURCE_ID');
export const IN_PROGRESS = failure(409, 'PREVIOUS_REQUEST_IN_PROGRESS');
export const TOO_LARGE: PaypalError = {
  ...failure(400, null),
  name: 'RESULTSET_TOO_LARGE',
  message:
    'Result set size is greater than the maximum limit. Change the filter criteria and try again.',
};
export const TOO_MANY = failure(429, null);
export const SERVER_ERROR = failure(500, null);

const STATUS_OF_ISSUE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    MISSING_REQUIRED_PARAMETER: 400,
    INVALID_PARAMETER_SYNTAX: 400,
    INVALID_PARAMETER_VALUE: 400,
    INVALID_STRING_LENGTH: 400,
    MALFORMED_REQUEST_JSON: 400,
    AUTHENTICATION_FAILURE: 401,
    PERMISSION_DENIED: 403,
    NOT_AUTHORIZED: 403,
    CONSENT_NEEDED: 403,
    INVALID_RESOURCE_ID: 404,
    RESOURCE_NOT_FOUND: 404,
    PREVIOUS_REQUEST_IN_PROGRESS: 409,
    RESOURCE_CONFLICT: 409,
    RATE_LIMIT_REACHED: 429,
    INTERNAL_SERVER_ERROR: 500,
    INTERNAL_SERVICE_ERROR: 500,
    SERVICE_UNAVAILABLE: 503,
  }),
);

export function mockedError(issue: string): PaypalError {
  const status = STATUS_OF_ISSUE.get(issue) ?? 422;
  if (status === 404) return NOT_FOUND;
  const hasIssue = status !== 401 && status < 429;
  return failure(status, hasIssue ? issue : null);
}

/** PayPal repeats its debug id in a header, for support. */
export function sendError(reply: FastifyReply, error: PaypalError): FastifyReply {
  const debugId = randomId(13);
  return reply
    .code(error.status)
    .header('paypal-debug-id', debugId)
    .send(errorBody(error, debugId));
}

function errorBody(error: PaypalError, debugId: string): unknown {
  const { name, message, issue, field, payerAction } = error;
  const place = field === null ? {} : { field, location: 'body' };
  const describe = (issue: string): string => `${issue.toLowerCase().replaceAll('_', ' ')}.`;
  const href = `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${issue ?? name}`;
  return {
    name,
    message,
    debug_id: debugId,
    ...(issue === null ? {} : { details: [{ ...place, issue, description: describe(issue) }] }),
    links: [
      { href, rel: 'information_link', method: 'GET' },
      ...(payerAction === undefined
        ? []
        : [{ href: payerAction, rel: 'payer-action', method: 'GET' }]),
    ],
  };
}
