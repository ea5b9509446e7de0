import { CALL_PATHS } from '@webpay/contract/paths';
import type { TestEnvironment } from '../support/environment.ts';
import { loadCall, oneAnswer, type Round } from './call-load.ts';
import { startHelper } from './child.ts';
import { bodyOf, COUNTRY, enter, SECRET, type Player } from './player.ts';

export const LIST_PATH = CALL_PATHS.productLists.path;

/** A minimal goods list server, and its load. */
export type BareList = {
  readonly answerBytes: number;
  readonly load: (forMs: number) => Promise<Round>;
  readonly stop: () => Promise<void>;
};

/** Starts it with the shop's current goods list. @param players at least one; a connection each */
export async function startBareList(
  environment: TestEnvironment,
  players: readonly [Player, ...Player[]],
): Promise<BareList> {
  const answer = await oneAnswer(environment.url, LIST_PATH, listBody(players[0]));
  const bare = await startHelper('bare-list-server.ts', {
    databaseUrl: environment.databaseUrl,
    secret: SECRET,
    answer,
  });
  return {
    answerBytes: Buffer.byteLength(answer),
    load: (forMs) => loadCall(bare.url, LIST_PATH, players.map(listBody), forMs),
    stop: bare.stop,
  };
}

export async function enterMany(url: string, count: number): Promise<[Player, ...Player[]]> {
  const players: [Player, ...Player[]] = [await enter(url)];
  while (players.length < count) players.push(await enter(url));
  return players;
}

export function listBody(player: Player): string {
  return bodyOf(player, 'productLists', {
    pr_id: player.prId,
    server_id: player.serverId,
    cid: player.cid,
    country: COUNTRY,
  });
}
