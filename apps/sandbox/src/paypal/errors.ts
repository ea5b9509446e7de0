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
export const TOO_MANY = failure(429, null);
export const SERVER_ERROR = failure(500, null);

export function mockedError(issue: string): PaypalError {
  switch (issue) {
    case 'INTERNAL_SERVER_ERROR':
    case 'INTERNAL_SERVICE_ERROR':
      return SERVER_ERROR;
    case 'SERVICE_UNAVAILABLE':
      return failure(503, null);
    case 'RATE_LIMIT_REACHED':
      return TOO_MANY;
    case 'INVALID_RESOURCE_ID':
    case 'RESOURCE_NOT_FOUND':
      return NOT_FOUND;
    case 'PREVIOUS_REQUEST_IN_PROGRESS':
    case 'RESOURCE_CONFLICT':
      return failure(409, issue);
    case 'PERMISSION_DENIED':
    case 'NOT_AUTHORIZED':
    case 'CONSENT_NEEDED':
      return failure(403, issue);
    case 'AUTHENTICATION_FAILURE':
      return UNAUTHORISED;
    case 'MISSING_REQUIRED_PARAMETER':
    case 'INVALID_PARAMETER_SYNTAX':
    case 'INVALID_PARAMETER_VALUE':
    case 'INVALID_STRING_LENGTH':
    case 'MALFORMED_REQUEST_JSON':
      return failure(400, issue);
    default:
      return unprocessable(issue);
  }
}

export function errorBody(error: PaypalError, debugId: string = randomId(13)): unknown {
  const { name, message, issue, field, payerAction } = error;
  return {
    name,
    message,
    debug_id: debugId,
    ...(issue === null
      ? {}
      : {
          details: [
            {
              ...(field === null ? {} : { field, location: 'body' }),
              issue,
              description: `${issue.toLowerCase().replaceAll('_', ' ')}.`,
            },
          ],
        }),
    links: [
      {
        href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${issue ?? name}`,
        rel: 'information_link',
        method: 'GET',
      },
      ...(payerAction === undefined
        ? []
        : [{ href: payerAction, rel: 'payer-action', method: 'GET' }]),
    ],
  };
}
