import type { CallRequest, CallResult } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { sign } from '@webpay/contract/sign';
import { VERSION_LABEL } from '@webpay/contract/version';
import { type Answered, readAnswer } from './answer.ts';
import { CallLost, CallRefused } from './failure.ts';
import type { Fetch } from './heartbeat.ts';
import type { Hosts } from './hosts.ts';
import type { ServerClock } from './server-clock.ts';
import { timeLimit } from './time-limit.ts';

export const CALL_TIMEOUT_MS = 20_000;
/** Clock error above which a refused timestamp is retried. */
const CLOCK_WAS_WRONG_MS = 60_000;

export type Caller = {
  readonly project: string | null;
  readonly gameId: string;
  readonly lang: string;
  readonly userToken: string | null;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Suppresses the page's reaction to a missing network (E02), for polls. */
  readonly background?: boolean;
  /** Fixes the session of the call: another tab may log another character in meanwhile. */
  readonly userToken?: string;
  /** Continues after the page is left; its answer is then lost. */
  readonly keepalive?: boolean;
};

/** The call's own fields; project, language, token and signature are added. */
export type CallFields<N extends CallName> = Omit<CallRequest<N>, 'website_code'>;

/** Reactions of the page to failures that concern all of it; true: the player was informed. */
export type Reactions = {
  /** `userToken`: the call's session; another may be active by the time of its answer. */
  refused(code: number, call: CallName, userToken: string | null): boolean;
  noNetwork(): boolean;
};

export type ClientParts = {
  readonly fetch: Fetch;
  readonly clock: ServerClock;
  readonly hosts: Hosts;
  readonly secret: string;
  readonly caller: () => Caller;
  readonly reactions: () => Reactions;
  readonly isOnline: () => boolean;
  readonly timeoutMs?: number;
};

export type Client = <N extends CallName>(
  name: N,
  fields: CallFields<N>,
  options?: CallOptions,
) => Promise<CallResult<N>>;

/**
 * Creates the one client for the store's calls (contract §2).
 * @throws CallRefused for any code but 200, CallLost when no answer came, the signal's reason when
 * the caller gave up.
 */
export function createClient(parts: ClientParts): Client {
  return async <N extends CallName>(name: N, fields: CallFields<N>, options: CallOptions = {}) => {
    await parts.clock.whenKnown(options.signal);
    // Read once for all attempts: a repeat belongs to the same player.
    const userToken = options.userToken ?? parts.caller().userToken;
    const answer = await ask(parts, name, fields, { ...options, userToken });
    if (answer.code === CODES.OK) {
      // The server builds `result` from the same contract; validation code would cost every page.
      return answer.result as CallResult<N>;
    }
    const handled = parts.reactions().refused(answer.code, name, userToken);
    throw new CallRefused({ ...answer, handled });
  };
}

type SettledOptions = Omit<CallOptions, 'userToken'> & { readonly userToken: string | null };

async function ask(
  parts: ClientParts,
  name: CallName,
  fields: Readonly<Record<string, unknown>>,
  options: SettledOptions,
): Promise<Answered> {
  const first = await tryHost(parts, parts.hosts.base(), name, fields, options);
  if (typeof first !== 'string') return sentWithWrongTime(first) ? repeat() : first.answer;
  if (!parts.isOnline()) throw new CallLost('offline', false);

  // E02: makes one attempt on another host before the player is informed.
  const host = parts.hosts.another();
  const second = await tryHost(parts, host, name, fields, options);
  if (typeof second !== 'string') {
    parts.hosts.use(host);
    return sentWithWrongTime(second) ? repeat() : second.answer;
  }
  if (second === 'broken') throw brokenServer();
  throw new CallLost('network', options.background ? false : parts.reactions().noNetwork());

  /** Repeats the call: the refusal itself carried the right time. */
  async function repeat(): Promise<Answered> {
    const third = await tryHost(parts, parts.hosts.base(), name, fields, options);
    if (typeof third === 'string') throw new CallLost('network', false);
    return third.answer;
  }
}

/** Compares with the sent time: the clock may have been corrected during the call. */
function sentWithWrongTime(answered: HostAnswer): boolean {
  return answered.answer.code === CODES.PARAMETER_ERROR && answered.wrongByMs > CLOCK_WAS_WRONG_MS;
}

function brokenServer(): CallRefused {
  const code = CODES.SYSTEM_ERROR;
  return new CallRefused({
    code,
    msg: 'no answer of ours',
    result: null,
    requestId: null,
    handled: false,
  });
}

/** `unreachable`: no connection. `broken`: an answer that is not the store's. */
type HostAnswer = {
  readonly answer: Answered;
  /** Difference in ms between the host's clock and the timestamp sent. */
  readonly wrongByMs: number;
};

async function tryHost(
  parts: ClientParts,
  host: string,
  name: CallName,
  fields: Readonly<Record<string, unknown>>,
  options: SettledOptions,
): Promise<HostAnswer | 'unreachable' | 'broken'> {
  const sentMs = Math.round(parts.clock.now());
  const limit = timeLimit(parts.timeoutMs ?? CALL_TIMEOUT_MS, options.signal);
  try {
    const { path, method } = CALL_PATHS[name];
    const response = await parts.fetch(host + path, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      signal: limit.signal,
      keepalive: options.keepalive ?? false,
      ...(method === 'POST' ? { body: bodyOf(parts, name, fields, sentMs, options) } : {}),
    });
    const answer = await readAnswer(response);
    if (!answer) return 'broken';
    const { serverMs } = answer;
    if (serverMs !== null) parts.clock.learn(serverMs);
    return { answer, wrongByMs: serverMs === null ? 0 : Math.abs(serverMs - sentMs) };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    if (limit.isOver()) throw new CallLost('timeout', false, cause);
    return 'unreachable';
  } finally {
    limit.done();
  }
}

/** Builds the signed form. An absent field and an empty cid are left out (V04). */
function bodyOf(
  parts: ClientParts,
  name: CallName,
  fields: Readonly<Record<string, unknown>>,
  sentMs: number,
  options: SettledOptions,
): URLSearchParams {
  const caller = parts.caller();
  const pairs: [string, string][] = [
    ['game_id', caller.gameId],
    ['lang', caller.lang],
    ['ver', VERSION_LABEL],
    ['timestamp', String(sentMs)],
  ];
  if (options.userToken !== null) pairs.push(['user_token', options.userToken]);
  if (CALL_PATHS[name].website) pairs.push(['website_code', caller.project ?? '']);
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || (key === 'cid' && value === '')) continue;
    pairs.push([key, value]);
  }
  pairs.push(['sign', sign(pairs, parts.secret)]);
  return new URLSearchParams(pairs);
}
