import {
  exchange,
  scaledMs,
  type Exchange,
  type Outside,
} from '../../platform/http-client/exchange.ts';
import {
  fieldsOf,
  isFields,
  listOf,
  parseJson,
  textOf,
  webAddress,
} from '../../platform/http-client/json.ts';
import type { Fields } from '../../platform/http-client/json.ts';
import type { Tokens } from './tokens.ts';

export type PaypalLine = {
  readonly base: string;
  readonly tokens: Tokens;
  readonly outside: Outside;
  /** Logs a detail for an operator, such as PayPal's `debug_id`. */
  readonly report: (event: string, detail: Readonly<Record<string, string | number>>) => void;
};

export type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string | Buffer<ArrayBuffer>;
  /** Makes a repeat the same request. */
  readonly requestId?: string;
  /** Requests the whole resource: the short form has no amount and no capture id. */
  readonly wantsAll?: boolean;
};

export type Reply =
  | { readonly kind: 'ok'; readonly body: Fields }
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly issue: string;
      /** The address where the player resolves the refusal. */
      readonly payerAction: string | null;
    }
  | { readonly kind: 'silent'; readonly why: string };

const PAUSES_MS = [1_000, 2_000, 4_000];
/** An attempt may take half of the call's time, so that one that hangs can be repeated. */
const TRY_MS = 5_000;
const SHORTEST_TRY_MS = 500;

type Try =
  | { readonly kind: 'done'; readonly reply: Reply }
  /** `mayHaveWorked`: PayPal may have received the request. */
  | { readonly kind: 'again'; readonly why: string; readonly mayHaveWorked: boolean };

/**
 * Makes one call, repeated with the same request id after 1, 2 and 4 s while its time lasts: after
 * silence, 5xx, 429 and PREVIOUS_REQUEST_IN_PROGRESS (payments.md §2.2).
 */
export async function callPaypal(line: PaypalLine, call: Call, endsAt: number): Promise<Reply> {
  const { outside } = line;
  let isUnresolved = false;
  for (let tries = 0; ; tries += 1) {
    const made = await tryWithToken(
      line,
      call,
      Math.min(scaledMs(outside, TRY_MS), endsAt - outside.now()),
    );
    if (made.kind === 'done') {
      // Refused access leaves an earlier attempt open, which may have worked.
      return isUnresolved && isAboutAccess(made.reply)
        ? { kind: 'silent', why: 'refused access after a try without an answer' }
        : made.reply;
    }
    isUnresolved ||= made.mayHaveWorked;
    const pause = PAUSES_MS[tries];
    if (
      pause === undefined ||
      outside.now() + pause + scaledMs(outside, SHORTEST_TRY_MS) > endsAt
    ) {
      line.report('paypal_silence', { call: `${call.method} ${call.path}`, why: made.why });
      return { kind: 'silent', why: made.why };
    }
    await outside.wait(pause);
  }
}

function isAboutAccess(reply: Reply): boolean {
  return reply.kind === 'error' && (reply.status === 401 || reply.status === 403);
}

/** 401: renews the token and repeats the call once (payments.md §2). */
async function tryWithToken(line: PaypalLine, call: Call, timeoutMs: number): Promise<Try> {
  const endsAt = line.outside.now() + timeoutMs;
  for (let isSecond = false; ; isSecond = true) {
    const token = await line.tokens.get(endsAt - line.outside.now());
    if (token.kind === 'silent') return { kind: 'again', why: token.why, mayHaveWorked: false };
    if (token.kind === 'refused') return done(notLetIn('CLIENT_REFUSED'));
    const response = await exchange(line.outside, {
      method: call.method,
      url: line.base + call.path,
      headers: headersOf(call, token.token),
      ...(call.body === undefined ? {} : { body: call.body }),
      timeoutMs: endsAt - line.outside.now(),
    });
    if (response.kind === 'answered' && response.status === 401) {
      line.tokens.drop(token.token);
      if (!isSecond) continue;
    }
    return read(line, call, response);
  }
}

function headersOf(call: Call, token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
    ...(call.requestId === undefined ? {} : { 'paypal-request-id': call.requestId }),
    ...(call.wantsAll === true ? { prefer: 'return=representation' } : {}),
  };
}

function read(line: PaypalLine, call: Call, response: Exchange): Try {
  if (response.kind === 'silent') return { kind: 'again', why: response.why, mayHaveWorked: true };
  const { status } = response;
  const body = parseJson(response.body);
  if (status === 200 || status === 201) {
    return isFields(body)
      ? done({ kind: 'ok', body })
      : { kind: 'again', why: 'the answer cannot be read', mayHaveWorked: true };
  }
  const error = fieldsOf(body);
  const issue = textOf(fieldsOf(listOf(error['details'])[0])['issue']) ?? textOf(error['name']);
  line.report('paypal_error', {
    call: `${call.method} ${call.path}`,
    status,
    issue: issue ?? '',
    debug_id: textOf(error['debug_id']) ?? response.headers.get('paypal-debug-id') ?? '',
  });
  if (status >= 500) return { kind: 'again', why: `HTTP ${status}`, mayHaveWorked: true };
  if (status === 429) return { kind: 'again', why: 'HTTP 429', mayHaveWorked: false };
  if (status === 409 && issue === 'PREVIOUS_REQUEST_IN_PROGRESS') {
    return { kind: 'again', why: issue, mayHaveWorked: true };
  }
  if (status < 400) return done({ kind: 'silent', why: `HTTP ${status}` });
  if (status === 401) return done(notLetIn('AUTHENTICATION_FAILURE'));
  return done({
    kind: 'error',
    status,
    issue: issue ?? `HTTP_${status}`,
    payerAction: payerActionOf(error),
  });
}

/** The link for the player, from an order or from a refusal. */
export function payerActionOf(body: Fields): string | null {
  const links = listOf(body['links']).map(fieldsOf);
  for (const wanted of ['payer-action', 'approve', 'redirect']) {
    const link = links.find(({ rel }) => rel === wanted);
    if (link !== undefined) return webAddress(link['href']);
  }
  return null;
}

function notLetIn(issue: string): Reply {
  return { kind: 'error', status: 401, issue, payerAction: null };
}

function done(reply: Reply): Try {
  return { kind: 'done', reply };
}
