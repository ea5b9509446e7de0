import type { Answer, CallRequest, CallResult } from './calls.ts';
import { CALL_PATHS, type CallName } from './paths.ts';
import { sign } from './sign.ts';
import { VERSION_LABEL } from './version.ts';

/** Fields of every POST beside its own (contract §2). */
export type CommonFields = {
  readonly game_id: string;
  readonly lang: string;
  readonly timestamp: string;
  readonly website_code?: string | undefined;
  readonly user_token?: string | undefined;
};

type Fields = Readonly<Record<string, string | undefined>>;

/** The signed body of a call; absent fields are left out, empty ones are signed and sent. */
export function encodeCall(common: CommonFields, fields: Fields, secret: string): string {
  const pairs = Object.entries({ ...common, ver: VERSION_LABEL, ...fields }).flatMap(
    ([key, value]): [string, string][] => (value === undefined ? [] : [[key, value]]),
  );
  return new URLSearchParams([...pairs, ['sign', sign(pairs, secret)]]).toString();
}

/** Allows for a thousand concurrent calls on a busy machine. */
const TIMEOUT_MS = 120_000;

export type StoreClient = {
  /** Makes one call and returns its envelope, whatever its code. */
  call<N extends Exclude<CallName, 'heartbeat'>>(
    name: N,
    fields: Omit<CallRequest<N>, 'website_code'>,
  ): Promise<Answer<CallResult<N>>>;
  /** Session of later calls; null: none. */
  useToken(token: string | null): void;
};

/**
 * A client of the store API for programs: tests, load, a game's tools. It trusts the local clock
 * and one host; the storefront's own client does not.
 */
export function createStoreClient(options: {
  readonly baseUrl: string;
  readonly secret: string;
  readonly gameId: string;
  readonly websiteCode: string;
  readonly lang?: string;
  /** Server time in ms; by default the local clock. */
  readonly now?: () => number;
  readonly headers?: Readonly<Record<string, string>>;
}): StoreClient {
  let token: string | null = null;
  return {
    useToken: (next) => {
      token = next;
    },
    call: async <N extends Exclude<CallName, 'heartbeat'>>(
      name: N,
      fields: Omit<CallRequest<N>, 'website_code'>,
    ) => {
      const path = CALL_PATHS[name];
      const common = {
        game_id: options.gameId,
        lang: options.lang ?? 'en',
        timestamp: String((options.now ?? Date.now)()),
        website_code: path.website ? options.websiteCode : undefined,
        user_token: path.session === 'none' ? undefined : (token ?? undefined),
      };
      const response = await fetch(options.baseUrl + path.path, {
        method: path.method,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...options.headers },
        // Verified edge: every request field of calls.ts is a string on the wire.
        body: encodeCall(common, fields as Fields, options.secret),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // Verified edge: the server's tests check its shapes against calls.ts.
      return (await response.json()) as Answer<CallResult<N>>;
    },
  };
}
