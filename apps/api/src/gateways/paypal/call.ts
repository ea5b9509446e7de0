import {
  callEndsAt,
  exchange,
  scaledMs,
  type Exchange,
  type Outside,
  type Silent,
} from '../../platform/http-client/exchange.ts';
import {
  fieldsOf,
  isFields,
  listOf,
  parseJson,
  textOf,
  webAddress,
  type Fields,
} from '../../platform/http-client/json.ts';
import type { Tokens } from './tokens.ts';

/** Our access to PayPal. */
export type Paypal = {
  readonly base: string;
  /** Our own account; null when it is not configured. */
  readonly merchantId: string | null;
  readonly tokens: Tokens;
  readonly outside: Outside;
  /** Logs a detail for an operator, such as PayPal's `debug_id`. */
  readonly report: (event: string, detail: Readonly<Record<string, string | number>>) => void;
};

export type Call = {
  readonly path: string;
  /** Stands in logs for a path that holds a secret. */
  readonly logPath?: string;
  /** Absent: a call with a body is a POST, else a GET. */
  readonly method?: 'DELETE';
  readonly body?: string | Buffer<ArrayBuffer>;
  /** Makes a repeat the same request. */
  readonly requestId?: string;
  /** Requests the whole resource: the short form has no amount and no capture id. */
  readonly wantsAll?: boolean;
  /** Never repeated, not even with a new token. */
  readonly isOnce?: boolean;
};

export type Refused = {
  readonly kind: 'error';
  readonly status: number;
  readonly issue: string;
  /** The address where the player resolves the refusal. */
  readonly payerAction: string | null;
};

export type Reply = { readonly kind: 'ok'; readonly body: Fields } | Refused | Silent;

/** `why` of a call that stayed refused because of too many calls. */
const TOO_MANY = 'HTTP 429';

/** A query that PayPal left without an answer. Too many queries open no circuit: payments go on. */
export function unanswered({ why }: { readonly why: string }) {
  const unresolved = { kind: 'indeterminate', why } as const;
  return why === TOO_MANY ? ({ ...unresolved, cause: 'request' } as const) : unresolved;
}

const PAUSES_MS = [1_000, 2_000, 4_000];
/** An attempt may take half of the call's time, so that one that hangs can be repeated. */
const TRY_MS = 5_000;
const SHORTEST_TRY_MS = 500;

/** `mayHaveWorked`: PayPal may have received the request. */
type Again = { readonly kind: 'again'; readonly why: string; readonly mayHaveWorked: boolean };

/**
 * Makes one call, repeated with the same request id after 1, 2 and 4 s while its time lasts: after
 * silence, 5xx, 429 and PREVIOUS_REQUEST_IN_PROGRESS (payments.md §2.2), unless it `isOnce`.
 */
export async function callPaypal(
  paypal: Paypal,
  call: Call,
  endsAt = callEndsAt(paypal.outside),
): Promise<Reply> {
  const { outside } = paypal;
  let isUnresolved = false;
  for (let tries = 0; ; tries += 1) {
    const timeoutMs = Math.min(scaledMs(outside, TRY_MS), endsAt - outside.now());
    const made = await tryWithToken(paypal, call, timeoutMs);
    if (made.kind !== 'again') {
      // Refused access leaves an earlier attempt open, which may have worked.
      return isUnresolved && made.kind === 'error' && [401, 403].includes(made.status)
        ? { kind: 'silent', why: 'refused access after a try without an answer' }
        : made;
    }
    isUnresolved ||= made.mayHaveWorked;
    const pause = call.isOnce === true ? Infinity : (PAUSES_MS[tries] ?? Infinity);
    if (outside.now() + pause + scaledMs(outside, SHORTEST_TRY_MS) > endsAt) {
      paypal.report('paypal_silence', { call: nameOf(call), why: made.why });
      return { kind: 'silent', why: made.why };
    }
    await outside.wait(pause);
  }
}

const methodOf = ({ method, body }: Call) => method ?? (body === undefined ? 'GET' : 'POST');
const nameOf = (call: Call) => `${methodOf(call)} ${call.logPath ?? call.path}`;

/** 401: renews the token and repeats the call once (payments.md §2). */
async function tryWithToken(paypal: Paypal, call: Call, timeoutMs: number): Promise<Reply | Again> {
  const endsAt = paypal.outside.now() + timeoutMs;
  for (let isSecond = false; ; isSecond = true) {
    const token = await paypal.tokens.get(endsAt - paypal.outside.now());
    if (token.kind === 'silent') return { kind: 'again', why: token.why, mayHaveWorked: false };
    if (token.kind === 'refused') return notLetIn('CLIENT_REFUSED');
    const response = await exchange(paypal.outside, {
      method: methodOf(call),
      url: paypal.base + call.path,
      headers: headersOf(call, token.token),
      ...(call.body === undefined ? {} : { body: call.body }),
      timeoutMs: endsAt - paypal.outside.now(),
    });
    if (response.kind === 'answered' && response.status === 401) {
      paypal.tokens.drop(token.token);
      if (!isSecond && call.isOnce !== true) continue;
    }
    return read(paypal, call, response);
  }
}

function headersOf(call: Call, token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(call.requestId === undefined ? {} : { 'paypal-request-id': call.requestId }),
    ...(call.wantsAll === true ? { prefer: 'return=representation' } : {}),
  };
}

function read(paypal: Paypal, call: Call, response: Exchange): Reply | Again {
  if (response.kind === 'silent') return { kind: 'again', why: response.why, mayHaveWorked: true };
  const { status } = response;
  if (status === 204) return { kind: 'ok', body: {} };
  const body = parseJson(response.body);
  if (status === 200 || status === 201) {
    return isFields(body)
      ? { kind: 'ok', body }
      : { kind: 'again', why: 'the answer cannot be read', mayHaveWorked: true };
  }
  const error = fieldsOf(body);
  const issue = textOf(fieldsOf(listOf(error['details'])[0])['issue']) ?? textOf(error['name']);
  paypal.report('paypal_error', {
    call: nameOf(call),
    status,
    issue: issue ?? '',
    debug_id: textOf(error['debug_id']) ?? response.headers.get('paypal-debug-id') ?? '',
  });
  if (status >= 500) return { kind: 'again', why: `HTTP ${status}`, mayHaveWorked: true };
  if (status === 429) return { kind: 'again', why: TOO_MANY, mayHaveWorked: false };
  if (status === 409 && issue === 'PREVIOUS_REQUEST_IN_PROGRESS') {
    return { kind: 'again', why: issue, mayHaveWorked: true };
  }
  if (status < 400) return { kind: 'silent', why: `HTTP ${status}` };
  if (status === 401) return notLetIn('AUTHENTICATION_FAILURE');
  const payerAction = payerActionOf(error);
  return { kind: 'error', status, issue: issue ?? `HTTP_${status}`, payerAction };
}

/** The link for the player, from an order or from a refusal. */
export function payerActionOf(body: Fields): string | null {
  const links = ['payer-action', 'approve', 'redirect'].map((rel) => linkOf(body, rel));
  return webAddress(links.find((link) => link !== undefined)?.['href']);
}

export function linkOf(resource: Fields, wanted: string): Fields | undefined {
  return listOf(resource['links'])
    .map(fieldsOf)
    .find(({ rel }) => rel === wanted);
}

function notLetIn(issue: string): Refused {
  return { kind: 'error', status: 401, issue, payerAction: null };
}
