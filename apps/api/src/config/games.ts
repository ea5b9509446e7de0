import * as v from 'valibot';
import { parse } from 'yaml';
import { complain, given, readTextFile, refusePlainHttp, type Fields } from './fields.ts';

export type GamesConfig = {
  readonly byId: ReadonlyMap<string, GameGateway>;
  /** The address of games that `byId` lacks; null in production. */
  readonly sandboxUrl: string | null;
};

/** Calls go to `${address}/role` and `${address}/mail`, signed with `key` (C15). */
export type GameGateway = {
  readonly address: string;
  readonly key: string;
  /** Accepted too, and used when the game refuses `key`: one replaces the other (docs/decisions/0041-two-keys.md). */
  readonly secondKey: string | null;
};

/** The address and key of a game; null when it is not configured. */
export function gameGateway(games: GamesConfig, gameId: string): GameGateway | null {
  const configured = games.byId.get(gameId);
  if (configured || games.sandboxUrl === null) return configured ?? null;
  const address = `${games.sandboxUrl}/game/${gameId}`;
  return { address, key: sandboxKey(gameId), secondKey: null };
}

const gameKey = v.pipe(v.string(), v.minLength(1));
/** JSON or YAML: `{"<game_id>": {"address": "https://…", "key": "…"}}`. */
const gamesFile = v.record(
  v.string(),
  v.object({
    address: v.pipe(v.string(), v.url()),
    key: gameKey,
    second_key: v.optional(v.nullable(gameKey), null),
  }),
);

export function readGames(fields: Fields, sandboxUrl: string | null): GamesConfig {
  const name = 'GAMES_FILE';
  if (given(fields, name) === null) {
    if (sandboxUrl === null) complain(fields, name, 'is missing');
    return { byId: new Map(), sandboxUrl };
  }
  const parsed = v.safeParse(gamesFile, parseLoosely(readTextFile(fields, name, null)));
  if (!parsed.success) {
    const where = v.getDotPath(parsed.issues[0]) ?? 'the whole file';
    complain(fields, name, `does not map game_id to {address, key} (${where} is wrong)`);
    return { byId: new Map(), sandboxUrl: null };
  }
  const games = Object.entries(parsed.output);
  for (const [gameId, { address, key, second_key }] of games) {
    const { protocol, username, password, search, hash } = new URL(address);
    if (!/^https?:$/.test(protocol) || username + password + search + hash !== '') {
      complain(fields, name, `gives ${gameId} no address like https://game.example/path`);
    }
    if (sandboxUrl !== null) continue;
    refusePlainHttp(fields, name, [address]);
    // Another game's published key is no secret either.
    if ([key, second_key].some((each) => each?.trim().startsWith(sandboxKey('')))) {
      complain(fields, name, `gives ${gameId} the sandbox's key: production needs its own`);
    }
  }
  const byId = games.map(([gameId, { address, key, second_key }]): [string, GameGateway] => [
    gameId,
    { address: address.replace(/(?<!\/)\/+$/, ''), key, secondKey: second_key },
  ]);
  return { byId: new Map(byId), sandboxUrl };
}

function sandboxKey(gameId: string): string {
  return `game-key-${gameId}`;
}

/** YAML or JSON; null: neither. */
export function parseLoosely(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
