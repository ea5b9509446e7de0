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
/** An offset that was wrong by more than this may be why the server refused the timestamp. */
const CLOCK_WAS_WRONG_MS = 60_000;

export type Caller = {
  readonly project: string | null;
  readonly gameId: string;
  readonly lang: string;
  readonly userToken: string | null;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Polls and the like: no reaction of the shell to a missing network (E02). */
  readonly background?: boolean;
  /** Whose call it is where that is settled: another tab may log somebody else in meanwhile. */
  readonly userToken?: string;
  /** Goes on where the page is left meanwhile; of its answer nobody hears then. */
  readonly keepalive?: boolean;
};

/** What a caller gives: the call's own fields; project, language, token and signature are added. */
export type CallFields<N extends CallName> = Omit<CallRequest<N>, 'website_code'>;

/** What the shell does about failures that concern the whole page; true = the player was told. */
export type Reactions = {
  /** `userToken`: whose call it was; the player may be somebody else by the time of its answer. */
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
 * The one way to the store's calls (contract §2).
 * @throws CallRefused for any code but 200, CallLost when no answer came, the signal's reason when
 * the caller gave up.
 */
export function createClient(parts: ClientParts): Client {
  return async <N extends CallName>(name: N, fields: CallFields<N>, options: CallOptions = {}) => {
    await parts.clock.whenKnown(options.signal);
    // Once for all tries: a repeat is the same player's, too.
    const userToken = options.userToken ?? parts.caller().userToken;
    const answer = await ask(parts, name, fields, { ...options, userToken });
    if (answer.code === CODES.OK) {
      // The server builds `result` from the same contract; checking its shape here would cost
      // every page the validation code.
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
  if (typeof first !== 'string') return sentWithWrongTime(first) ? again() : first.answer;
  if (!parts.isOnline()) throw new CallLost('offline', false);

  // E02: one try on another host before the player hears of it.
  const host = parts.hosts.another();
  const second = await tryHost(parts, host, name, fields, options);
  if (typeof second !== 'string') {
    parts.hosts.use(host);
    return sentWithWrongTime(second) ? again() : second.answer;
  }
  if (second === 'broken') throw brokenServer();
  throw new CallLost('network', options.background ? false : parts.reactions().noNetwork());

  /** The refusal itself brought the right time: the same call once more. */
  async function again(): Promise<Answered> {
    const third = await tryHost(parts, parts.hosts.base(), name, fields, options);
    if (typeof third === 'string') throw new CallLost('network', false);
    return third.answer;
  }
}

/** By what was sent: the clock may have been set right while the answer was on its way. */
function sentWithWrongTime(got: Got): boolean {
  return got.answer.code === CODES.PARAMETER_ERROR && got.wrongByMs > CLOCK_WAS_WRONG_MS;
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

/** `unreachable`: no connection. `broken`: something answered, but not the store. */
type Got = {
  readonly answer: Answered;
  /** How far the host's clock is from the time the call said. */
  readonly wrongByMs: number;
};

async function tryHost(
  parts: ClientParts,
  host: string,
  name: CallName,
  fields: Readonly<Record<string, unknown>>,
  options: SettledOptions,
): Promise<Got | 'unreachable' | 'broken'> {
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

/** The signed form. An absent field and an empty cid are left out (V04). */
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
