import { createHmac } from 'node:crypto';
import { signEnvelope } from '@webpay/contract/sign';
import {
  callDeadlineMs,
  exchange,
  REAL_OUTSIDE,
  type Outside,
} from '../platform/http-client/exchange.ts';
import {
  fieldsOf,
  isFields,
  parseJson,
  textOf,
  type Fields,
} from '../platform/http-client/json.ts';
import type { GameAddress, Games, Mail, MailAnswer, RoleAnswer } from './port.ts';

export type GamesOptions = {
  /** The address of a game and the key of its calls; null: not configured. */
  readonly addressOf: (gameId: string) => { readonly url: string; readonly key: string } | null;
  readonly outside?: Outside;
};

/** The games' gateways over HTTP (contract §6): role look-ups and mails. */
export function createGames({ addressOf, outside = REAL_OUTSIDE }: GamesOptions): Games {
  const line: Line = { addressOf, outside };
  return {
    findRole: async (game, role) => {
      const params = [role.serverId, role.cid];
      return roleOf(await ask(line, game, 'role', role.cid, params));
    },
    sendMail: async (game, mail) => {
      return mailOf(await ask(line, game, 'mail', mail.cid, paramsOf(mail)));
    },
    close: async () => undefined,
  };
}

type Line = { readonly addressOf: GamesOptions['addressOf']; readonly outside: Outside };

type Answer =
  | { readonly kind: 'answer'; readonly code: unknown; readonly result: Fields }
  | { readonly kind: 'silent'; readonly why: string };

function paramsOf({ serverId, cid, key, title, body, items }: Mail): readonly unknown[] {
  return [serverId, cid, key, title, body, items];
}

async function ask(
  { addressOf, outside }: Line,
  game: GameAddress,
  call: 'role' | 'mail',
  userid: string,
  params: readonly unknown[],
): Promise<Answer> {
  const address = addressOf(game.gameId);
  if (address === null) return { kind: 'silent', why: 'the game has no address' };
  const body = envelope(game, userid, params, outside.now());
  const response = await exchange(outside, {
    method: 'POST',
    url: `${address.url}/${call}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-signature': createHmac('sha256', address.key).update(body).digest('hex'),
    },
    body,
    timeoutMs: callDeadlineMs(outside),
  });
  if (response.kind === 'silent') return response;
  const answer = parseJson(response.body);
  if (!isFields(answer) || !isFromGame(response.status, answer)) {
    return { kind: 'silent', why: `HTTP ${response.status}: not a game's answer` };
  }
  return { kind: 'answer', code: answer['code'], result: fieldsOf(answer['result']) };
}

/** A status that differs from the answer's code comes from an intermediary. */
function isFromGame(status: number, answer: Fields): boolean {
  return status === 200 || (answer['code'] === status && 'result' in answer);
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
  const { code, result } = answer;
  switch (code) {
    case 200:
      // The mail is accepted; its number is optional.
      return { kind: 'sent', mailId: idOf(result['mail_id']) ?? '' };
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
      return unlisted(code);
  }
}

function unlisted(code: unknown): { readonly kind: 'silent'; readonly why: string } {
  const said = typeof code === 'number' ? `code ${code}` : 'no code';
  return { kind: 'silent', why: said };
}

/** Games send ids as texts or as numbers. */
function idOf(value: unknown): string | null {
  return Number.isSafeInteger(value) ? String(value) : textOf(value);
}
