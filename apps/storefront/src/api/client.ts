import type { CallRequest, CallResult } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { type CallPath, PAGE_PATHS } from '@webpay/contract/page-paths';
import type { CallName } from '@webpay/contract/paths';
import { sign } from '@webpay/contract/sign';
import { VERSION_LABEL } from '@webpay/contract/version';
import { CallLost, CallRefused } from './failure.ts';
import type { Fetch } from './heartbeat.ts';
import type { Hosts } from './hosts.ts';
import type { ServerClock } from './server-clock.ts';

const CALL_TIMEOUT_MS = 20_000;
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
  /** Address of a call outside PAGE_PATHS, which its own page brings. */
  readonly at?: CallPath;
};

/** The call's own fields; project, language, token and signature are added. */
export type CallFields<N extends CallName> = Omit<CallRequest<N>, 'website_code'>;

/** Reactions of the page to failures that concern all of it; true: the player was informed. */
export type Reactions = {
  /**
   * `userToken`: the call's session; another may be active by the time of its answer. `result`: null for a background
   * call, which never moves the player.
   */
  refused(code: number, call: CallName, userToken: string | null, result: unknown): boolean;
  noNetwork(): boolean;
};

export type Client = <N extends CallName>(
  name: N,
  fields: CallFields<N>,
  options?: CallOptions,
) => Promise<CallResult<N>>;

type ClientParts = {
  readonly fetch: Fetch;
  readonly clock: ServerClock;
  readonly hosts: Hosts;
  readonly secret: string;
  readonly caller: () => Caller;
  readonly reactions: () => Reactions;
  readonly isOnline: () => boolean;
  readonly timeoutMs?: number;
};

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
    const answer = await ask(parts, { name, fields, options, userToken });
    if (answer.code === CODES.OK) {
      // The server builds `result` from the same contract; validation code would cost every page.
      return answer.result as CallResult<N>;
    }
    const { code, result } = answer;
    const detail = options.background ? null : result;
    const handled = parts.reactions().refused(code, name, userToken, detail);
    throw new CallRefused({ ...answer, handled });
  };
}

/** Calls whose device the shop knows by its cookie (docs/decisions/0035). */
const OF_DEVICE: ReadonlySet<CallName> = new Set([
  'role',
  'link',
  'passwordSet',
  'passwordChange',
  'passwordRemove',
  'passwordReset',
  'deviceConfirm',
  'savedCards',
  'savedCardRemove',
]);
/** Fields that name the device's cards: a purchase without them goes to any host. */
const OF_CARDS = ['saved', 'asks_to_save', 'save'];

type Asked = {
  readonly name: CallName;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  readonly userToken: string | null;
};

async function ask(parts: ClientParts, asked: Asked): Promise<Answered> {
  const base = parts.hosts.base();
  const { name, fields } = asked;
  const isOfDevice = OF_DEVICE.has(name) || OF_CARDS.some((each) => fields[each] !== undefined);
  const wanted = isOfDevice ? parts.hosts.ofDevice() : base;
  const first = await tryHost(parts, wanted, asked);
  if (typeof first !== 'string') return settled(wanted, first);
  if (!parts.isOnline()) throw new CallLost('offline', false);

  // E02: makes one attempt on another host before the player is informed.
  const host = wanted === base ? parts.hosts.another() : base;
  const second = await tryHost(parts, host, asked);
  if (typeof second !== 'string') {
    parts.hosts.use(host);
    return settled(host, second);
  }
  if (second === 'broken') throw brokenServer();
  throw new CallLost('network', asked.options.background ? false : parts.reactions().noNetwork());

  /** Repeats a call that had a wrong timestamp; its refusal has corrected the clock. */
  async function settled(from: string, answered: HostAnswer): Promise<Answered> {
    if (!wasSentWithWrongTime(answered)) return answered.answer;
    const third = await tryHost(parts, from, asked);
    if (typeof third === 'string') throw new CallLost('network', false);
    return third.answer;
  }
}

/** Uses the timestamp that was sent, because the clock may have been corrected during the call. */
function wasSentWithWrongTime({ answer, wrongByMs }: HostAnswer): boolean {
  return answer.code === CODES.PARAMETER_ERROR && wrongByMs > CLOCK_WAS_WRONG_MS;
}

function brokenServer(): CallRefused {
  const nothing = { result: null, requestId: null, handled: false };
  return new CallRefused({ ...nothing, code: CODES.SYSTEM_ERROR, msg: 'no answer of ours' });
}

type HostAnswer = {
  readonly answer: Answered;
  /** Difference in ms between the host's clock and the timestamp sent. */
  readonly wrongByMs: number;
};

/** @returns `unreachable` without a connection, `broken` for an answer that is not the store's */
async function tryHost(
  parts: ClientParts,
  host: string,
  asked: Asked,
): Promise<HostAnswer | 'unreachable' | 'broken'> {
  const { signal: outer, keepalive = false } = asked.options;
  const sentMs = Math.round(parts.clock.now());
  const limit = timeLimit(parts.timeoutMs ?? CALL_TIMEOUT_MS, outer);
  try {
    const response = await parts.fetch(host + pathOf(asked).path, {
      // The heartbeat, the only GET, has a file of its own.
      method: 'POST',
      // The device's cookie; other hosts get none.
      credentials: 'same-origin',
      cache: 'no-store',
      signal: limit.signal,
      keepalive,
      body: bodyOf(parts, asked, sentMs),
    });
    const answer = await readAnswer(response);
    if (!answer) return 'broken';
    const { serverMs } = answer;
    if (serverMs !== null) parts.clock.learn(serverMs);
    return { answer, wrongByMs: serverMs === null ? 0 : Math.abs(serverMs - sentMs) };
  } catch (cause) {
    if (outer?.aborted) throw cause;
    if (limit.isOver()) throw new CallLost('timeout', false, cause);
    return 'unreachable';
  } finally {
    limit.done();
  }
}

// Verified edge: every call outside PAGE_PATHS is made with its address.
const pathOf = ({ name, options }: Asked): CallPath =>
  options.at ?? PAGE_PATHS[name as keyof typeof PAGE_PATHS];

/** Builds the signed form. An absent field and an empty cid are left out (V04). */
function bodyOf(parts: ClientParts, asked: Asked, sentMs: number) {
  const { fields, userToken } = asked;
  const caller = parts.caller();
  const pairs: [string, string][] = [
    ['game_id', caller.gameId],
    ['lang', caller.lang],
    ['ver', VERSION_LABEL],
    ['timestamp', String(sentMs)],
  ];
  if (userToken !== null) pairs.push(['user_token', userToken]);
  if (pathOf(asked).website) pairs.push(['website_code', caller.project ?? '']);
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string' && !(key === 'cid' && value === '')) pairs.push([key, value]);
  }
  pairs.push(['sign', sign(pairs, parts.secret)]);
  return new URLSearchParams(pairs);
}

type Answered = NonNullable<Awaited<ReturnType<typeof readAnswer>>>;

/** Reads the envelope of contract §2; null for a proxy's error page, HTML or an empty body. */
async function readAnswer(response: Response) {
  let body: unknown;
  const text = await response.text();
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof body !== 'object' || body === null) return null;
  const { code, msg, result, _: time } = body as Readonly<Record<string, unknown>>;
  if (typeof code !== 'number') return null;
  return {
    code,
    msg: typeof msg === 'string' ? msg : '',
    result: result ?? null,
    /** `_` in ms, or null where it is missing. */
    serverMs: typeof time === 'number' && Number.isFinite(time) ? time : null,
    requestId: response.headers.get('x-request-id'),
  };
}

/** Creates a signal that ends after `ms` or with `outer`. Older web views lack AbortSignal.any. */
function timeLimit(ms: number, outer?: AbortSignal) {
  const controller = new AbortController();
  let over = false;
  const follow = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    over = true;
    controller.abort();
  }, ms);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    /** True when the time ran out before `outer` ended. */
    isOver: () => over,
    done: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
