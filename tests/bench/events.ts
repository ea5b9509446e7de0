import type { CallName } from '@webpay/contract/paths';
import { CALL_PATHS } from '@webpay/contract/paths';
import type { TestEnvironment } from '../support/environment.ts';
import { type BareList, enterMany, startBareList } from './bare-list.ts';
import { loadCall, oneAnswer } from './call-load.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { bodyOf, COUNTRY, type Player } from './player.ts';
import { benchSpins } from './spins.ts';
import { median } from './stats.ts';

const CONNECTIONS = 32;
const COUNTS = {
  full: { rounds: 5, roundMs: 3_000, warmMs: 1_000 },
  quick: { rounds: 1, roundMs: 500, warmMs: 200 },
} as const;

const CALLS = ['bargainInfo', 'cumulationInfo', 'cardInfo'] as const satisfies readonly CallName[];

/** An event page's call for players with a coupon, against a minimal goods list. */
export async function benchEvents(environment: TestEnvironment, scale: Scale): Promise<Part> {
  const players = await enterMany(environment.url, CONNECTIONS);
  const bare = await startBareList(environment, players);
  const figures: Figure[] = [];
  try {
    for (const call of CALLS) figures.push(await compare(environment, bare, call, players, scale));
  } finally {
    await bare.stop();
  }
  figures.push(await benchSpins(environment, scale));
  const { rounds, roundMs } = COUNTS[scale];
  return {
    title: 'Pages of events',
    how: `Calls of the three kinds of event pages, over ${CONNECTIONS} sessions on as many kept-alive connections; median of ${rounds} rounds of ${roundMs / 1_000} s. Limit, in alternating rounds: the bare server of the goods list (${bare.answerBytes} bytes an answer). Spins: each player's one spin a day, on consecutive days, over as many connections. Limit of the spins: the statements of a spin and of the goods that some spins win, over as many connections.`,
    figures,
  };
}

async function compare(
  environment: TestEnvironment,
  bare: BareList,
  call: (typeof CALLS)[number],
  players: readonly [Player, ...Player[]],
  scale: Scale,
): Promise<Figure> {
  const { rounds, roundMs, warmMs } = COUNTS[scale];
  const { path } = CALL_PATHS[call];
  const body = (player: Player): string => bodyOf(player, call, { country: COUNTRY });
  // The first call issues a coupon; later ones only read.
  for (const player of players) await oneAnswer(environment.url, path, body(player));
  const answer = await oneAnswer(environment.url, path, body(players[0]));
  const load = async (forMs: number): Promise<number> =>
    (await loadCall(environment.url, path, players.map(body), forMs)).perSecond;
  await bare.load(warmMs);
  await load(warmMs);
  const limit: number[] = [];
  const shop: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    limit.push((await bare.load(roundMs)).perSecond);
    shop.push(await load(roundMs));
  }
  return {
    name: `${path}, ${Buffer.byteLength(answer)} bytes`,
    value: median(shop),
    unit: 'requests/s',
    limit: median(limit),
    aim: { of: 'ratio', atLeast: 0.5 },
  };
}
