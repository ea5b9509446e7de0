import { exchange, type Outside, type Silent } from '../../platform/http-client/exchange.ts';
import { fieldsOf, parseJson, textOf } from '../../platform/http-client/json.ts';

export type TokenResult =
  | { readonly kind: 'token'; readonly token: string }
  /** PayPal rejects our client id and secret. */
  | { readonly kind: 'refused' }
  | Silent;

export type Tokens = {
  /** Gets a token, waiting at most this long for a new one. */
  get(timeoutMs: number): Promise<TokenResult>;
  /** Discards a token that PayPal rejected. */
  drop(token: string): void;
};

const TOKEN_TIMEOUT_MS = 5_000;
/** Renewed at 80 % of its lifetime (payments.md §2). */
const USED_UP = 0.8;

/** One access token for all calls, with one request for it at a time. */
export function createTokens(options: {
  readonly base: string;
  readonly clientId: string;
  readonly secret: string;
  /** Tried when PayPal refuses the first; PayPal keeps two secrets of a client alive. */
  readonly secondSecret?: string | null;
  readonly countSecondKey?: (name: string) => void;
  readonly outside: Outside;
}): Tokens {
  const { outside, secondSecret = null } = options;
  let kept: { token: string; renewAt: number; endsAt: number } | null = null;
  let flight: Promise<TokenResult> | null = null;

  async function fetchToken(timeoutMs: number): Promise<TokenResult> {
    const endsAt = outside.now() + Math.min(timeoutMs, TOKEN_TIMEOUT_MS);
    const first = await fetchWith(options.secret, endsAt);
    if (first.kind !== 'refused' || secondSecret === null) return first;
    const second = await fetchWith(secondSecret, endsAt);
    if (second.kind === 'token') options.countSecondKey?.('PAYPAL_SECRET');
    return second;
  }

  async function fetchWith(secret: string, endsAt: number): Promise<TokenResult> {
    const askedAt = outside.now();
    const credentials = Buffer.from(`${options.clientId}:${secret}`).toString('base64');
    const response = await exchange(outside, {
      method: 'POST',
      url: `${options.base}/v1/oauth2/token`,
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: 'grant_type=client_credentials',
      timeoutMs: endsAt - askedAt,
    });
    if (response.kind === 'silent') return { kind: 'silent', why: `token: ${response.why}` };
    if (response.status === 401 || response.status === 403) return { kind: 'refused' };
    const answer = fieldsOf(parseJson(response.body));
    const token = textOf(answer['access_token']);
    if (response.status !== 200 || token === null) {
      return { kind: 'silent', why: `token: HTTP ${response.status}` };
    }
    const lifeMs = lifeOf(answer['expires_in']);
    kept = { token, renewAt: askedAt + lifeMs * USED_UP, endsAt: askedAt + lifeMs };
    return { kind: 'token', token };
  }

  async function renew(timeoutMs: number): Promise<TokenResult> {
    const result = await fetchToken(timeoutMs);
    // A token due for renewal is valid until it ends.
    return result.kind === 'silent' && kept !== null && outside.now() < kept.endsAt
      ? { kind: 'token', token: kept.token }
      : result;
  }

  return {
    get: (timeoutMs) => {
      if (kept !== null && outside.now() < kept.renewAt) {
        return Promise.resolve({ kind: 'token', token: kept.token });
      }
      flight ??= renew(timeoutMs).finally(() => {
        flight = null;
      });
      return flight;
    },
    drop: (token) => {
      if (kept?.token === token) kept = null;
    },
  };
}

function lifeOf(expiresIn: unknown): number {
  const seconds = Number(expiresIn);
  // Without a lifetime, a token serves the current call only.
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) * 1_000 : 0;
}
