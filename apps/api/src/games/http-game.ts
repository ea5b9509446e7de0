import { createHmac } from 'node:crypto';
import type { GameCall } from '@webpay/contract/game-shapes';
import { signEnvelope } from '@webpay/contract/sign';
import {
  callEndsAt,
  exchange,
  REAL_OUTSIDE,
  type Exchange,
  type Outside,
  type Silent,
} from '../platform/http-client/exchange.ts';
import {
  fieldsOf,
  isFields,
  parseJson,
  textOf,
  type Fields,
} from '../platform/http-client/json.ts';
import type {
  GameAddress,
  GameSilent,
  Games,
  MailAnswer,
  NoticeAnswer,
  RoleAnswer,
} from './port.ts';

export type GamesOptions = {
  /** The address of a game and the keys of its calls; null: not configured. */
  readonly addressOf: (gameId: string) => {
    readonly address: string;
    readonly key: string;
    /** Signs a call again that the game refused for its signature; null: none. */
    readonly secondKey?: string | null;
  } | null;
  /** Called when a game refused the first key and not the second. */
  readonly countSecondKey?: (gameId: string) => void;
  readonly outside?: Outside;
  /** The header that tells a game the trace of its call; absent or null: none. */
  readonly traceparent?: () => string | null;
};

/** The games' gateways over HTTP (contract §6): role look-ups, mails and notices. */
export function createGames(options: GamesOptions): Games {
  return {
    findRole: async (game, { serverId, cid }) =>
      roleOf(await ask(options, game, 'role', cid, [serverId, cid])),
    sendMail: async (game, { serverId, cid, key, title, body, items, purchase }) => {
      const about = purchase === null ? [] : [purchase];
      const params = [serverId, cid, key, title, body, items, ...about];
      return mailOf(await ask(options, game, 'mail', cid, params));
    },
    tellNotice: async (game, { serverId, cid, notice }) =>
      noticeOf(await ask(options, game, 'notice', cid, [serverId, cid, notice])),
  };
}

type Answer = { readonly kind: 'answer'; readonly code: unknown; readonly result: Fields } | Silent;

/** A call under a game's idempotency key may be made twice, so a refused signature is tried with the second key. */
async function ask(
  { addressOf, countSecondKey, outside = REAL_OUTSIDE, traceparent }: GamesOptions,
  game: GameAddress,
  call: GameCall,
  userid: string,
  params: readonly unknown[],
): Promise<Answer> {
  const gateway = addressOf(game.gameId);
  if (gateway === null) return { kind: 'silent', why: 'the game has no address' };
  const { secondKey = null } = gateway;
  const url = `${gateway.address}/${call}`;
  const endsAt = callEndsAt(outside);
  const parent = traceparent?.() ?? null;
  const askWith = async (key: string): Promise<Exchange> => {
    const body = envelope(game, userid, params, outside.now());
    return exchange(outside, {
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-signature': createHmac('sha256', key).update(body).digest('hex'),
        ...(parent !== null && { traceparent: parent }),
      },
      body,
      timeoutMs: endsAt - outside.now(),
    });
  };
  const response = await askWith(gateway.key);
  if (secondKey === null || !isKeyRefused(response)) return answerOf(response);
  const again = await askWith(secondKey);
  if (!isKeyRefused(again)) countSecondKey?.(game.gameId);
  return answerOf(again);
}

/** Contract §6 names no code for a wrong signature; games answer 401 or 403, as a status or in an answer. */
function isKeyRefused(response: Exchange): boolean {
  if (response.kind === 'silent') return false;
  if (REFUSED.has(response.status)) return true;
  const answer = parseJson(response.body);
  return isFields(answer) && REFUSED.has(Number(codeOf(answer)));
}

const REFUSED = new Set([401, 403]);
const BUSY = new Set([408, 429]);

function answerOf(response: Exchange): Answer {
  if (response.kind === 'silent') return response;
  const answer = parseJson(response.body);
  if (!isFields(answer) || !isFromGame(response.status, answer)) {
    return { kind: 'silent', why: `HTTP ${response.status}: not a game's answer` };
  }
  return { kind: 'answer', code: codeOf(answer), result: fieldsOf(answer['result']) };
}

/** A status that differs from the answer's code comes from an intermediary. */
function isFromGame(status: number, answer: Fields): boolean {
  return status === 200 || (codeOf(answer) === status && 'result' in answer);
}

/** Games write a code as number or as text: `{"code":"200"}` is a success too. */
function codeOf(answer: Fields): unknown {
  const code = answer['code'];
  return typeof code === 'string' && /^[1-9]\d{2}$/.test(code) ? Number(code) : code;
}

/** The form body of C15. */
function envelope(
  { channelid, vc }: GameAddress,
  userid: string,
  params: readonly unknown[],
  nowMs: number,
): string {
  const signed = {
    userid,
    channelid,
    vc,
    unixtime: String(Math.floor(nowMs / 1_000)),
    params: JSON.stringify(params),
  };
  return new URLSearchParams({ ...signed, sign: signEnvelope(signed) }).toString();
}

function roleOf(answer: Answer): RoleAnswer {
  if (answer.kind === 'silent') return answer;
  const { code, result } = answer;
  switch (code) {
    case 200: {
      const { name, level } = result;
      if (typeof name !== 'string') return { kind: 'silent', why: 'a character without a name' };
      return { kind: 'found', name, level: Number.isSafeInteger(level) ? Number(level) : 1 };
    }
    case 404:
      return { kind: 'none' };
    case 409: {
      const gameId = idOf(result['game_id']);
      return gameId === null
        ? { kind: 'silent', why: 'another game that is not named' }
        : { kind: 'other_game', gameId };
    }
    case 503:
      return { kind: 'maintenance' };
    default:
      return unlisted(code);
  }
}

function mailOf(answer: Answer): MailAnswer {
  if (answer.kind === 'silent') return answer;
  switch (answer.code) {
    case 200:
      // The mail is accepted; its number is optional.
      return { kind: 'sent', mailId: idOf(answer.result['mail_id']) ?? '' };
    case 404:
      return { kind: 'rejected', why: 'no such character' };
    case 409:
      return { kind: 'rejected', why: "the character is another game's" };
    case 422:
      return { kind: 'rejected', why: 'the game refused the mail' };
    case 423:
      return { kind: 'mailbox_full' };
    case 503:
      return { kind: 'maintenance' };
    default:
      return unlisted(answer.code);
  }
}

function noticeOf(answer: Answer): NoticeAnswer {
  if (answer.kind === 'silent') return answer;
  return answer.code === 200 ? { kind: 'told' } : unlisted(answer.code);
}

/** Codes from 400 to 499 are about the request, except those that would meet the next one too. Others are faults of the game. */
function unlisted(code: unknown): GameSilent {
  if (typeof code !== 'number') return { kind: 'silent', why: 'no code' };
  const isAboutRequest = code >= 400 && code < 500 && !REFUSED.has(code) && !BUSY.has(code);
  return { kind: 'silent', why: `code ${code}`, ...(isAboutRequest && { cause: 'request' }) };
}

/** Games send ids as texts or as numbers. */
function idOf(value: unknown): string | null {
  return Number.isSafeInteger(value) ? String(value) : textOf(value);
}
