import { createHmac } from 'node:crypto';
import { signEnvelope } from '@webpay/contract/sign';
import type { GameCall } from '@webpay/contract/game-shapes';
import { callDeadlineMs, exchange, type Outside } from '../../platform/http-client/exchange.ts';
import { isFields, parseJson, type Fields } from '../../platform/http-client/json.ts';

/** A game under check: its address and key, and a character that it has and one that it does not have. */
export type CheckedGame = {
  readonly address: string;
  readonly key: string;
  readonly channelid: string;
  readonly vc: string;
  readonly serverId: string;
  readonly cid: string;
  readonly missingCid: string;
  /** Also checks that it hears of refunds: the project has `game_notices`. */
  readonly hasNotices?: boolean;
};

/** An answer as a game gave it, or a sentence about the lack of one. */
export type GameAnswer =
  | { readonly code: number; readonly result: Fields; readonly status: number; readonly ms: number }
  | { readonly problem: string };

/** Faults that a forger would make: another key, no `x-signature`, or a body changed after it was signed. */
export type Forgery = {
  readonly key?: string;
  readonly isUnsigned?: boolean;
  readonly changed?: (body: string) => string;
};

/** Calls a game as the shop does (contract §6), or as a forger would. Never throws for an answer. */
export async function callGame(
  outside: Outside,
  game: CheckedGame,
  call: GameCall,
  params: readonly unknown[],
  { key = game.key, isUnsigned = false, changed = (body) => body }: Forgery = {},
): Promise<GameAnswer> {
  const { channelid, vc } = game;
  const signed = {
    userid: String(params[1]),
    channelid,
    vc,
    unixtime: String(Math.floor(outside.now() / 1_000)),
    params: JSON.stringify(params),
  };
  const body = new URLSearchParams({ ...signed, sign: signEnvelope(signed) }).toString();
  const signature = createHmac('sha256', key).update(body).digest('hex');
  const startedAt = outside.now();
  const answer = await exchange(outside, {
    method: 'POST',
    url: `${game.address}/${call}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(isUnsigned ? {} : { 'x-signature': signature }),
    },
    body: changed(body),
    timeoutMs: callDeadlineMs(outside),
  });
  if (answer.kind === 'silent') return { problem: `there is no answer: ${answer.why}` };
  return readAnswer(answer.status, parseJson(answer.body), outside.now() - startedAt);
}

function readAnswer(status: number, body: unknown, ms: number): GameAnswer {
  const http = `HTTP ${status}`;
  if (!isFields(body)) return { problem: `${http} without a JSON object {"code":…,"result":…}` };
  const { code: said, result } = body;
  const code = typeof said === 'string' && /^[1-9]\d{2}$/.test(said) ? Number(said) : said;
  if (typeof code !== 'number') return { problem: `${http} with a body that has no code` };
  if (status !== 200 && status !== code)
    return { problem: `${http} with code ${code}: send HTTP status 200, and the code in the body` };
  if (status !== 200 && !('result' in body))
    return { problem: `${http} without "result": the shop takes it for a proxy's answer` };
  return { code, result: isFields(result) ? result : {}, status, ms };
}
