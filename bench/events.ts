import type { CallName } from '@webpay/contract/paths';
import { CALL_PATHS } from '@webpay/contract/paths';
import type { World } from '../tools/world.ts';
import { loadCall, oneAnswer, type Round } from './call-load.ts';
import { startHelper } from './child.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { bodyOf, COUNTRY, enter, SECRET, type Player } from './player.ts';
import { benchSpins } from './spins.ts';
import { median } from './stats.ts';

const CONNECTIONS = 32;
const COUNTS = {
  full: { rounds: 5, roundMs: 3_000, warmMs: 1_000 },
  quick: { rounds: 1, roundMs: 500, warmMs: 200 },
} as const;

const CALLS = ['bargainInfo', 'cumulationInfo', 'cardInfo'] as const satisfies readonly CallName[];

/** What an event's page asks for, of players with a coupon, against the least that could answer it. */
export async function benchEvents(world: World, scale: Scale): Promise<Part> {
  const players: Player[] = [];
  for (let i = 0; i < CONNECTIONS; i += 1) players.push(await enter(world.url));
  const figures: Figure[] = [];
  for (const call of CALLS) figures.push(await compare(world, call, players, scale));
  figures.push(await benchSpins(world, scale));
  const { rounds, roundMs } = COUNTS[scale];
  return {
    title: 'Pages of events',
    how: `What the pages of the three kinds of events ask for, ${CONNECTIONS} sessions on as many kept-alive connections; median of ${rounds} rounds of ${roundMs / 1_000} s. Limit: the bare server of the goods list, which sends the same bytes after the session's query. Spins: the one a player has a day, days in turn, as many at once; limit: the statements of a spin over as many connections.`,
    figures,
  };
}

async function compare(
  world: World,
  call: (typeof CALLS)[number],
  players: readonly Player[],
  scale: Scale,
): Promise<Figure> {
  const { rounds, roundMs, warmMs } = COUNTS[scale];
  const { path } = CALL_PATHS[call];
  const body = (player: Player): string => bodyOf(player, call, { country: COUNTRY });
  // The first look issues a coupon; every later one only reads.
  for (const player of players) await oneAnswer(world.url, path, body(player));
  const [first] = players;
  if (first === undefined) throw new Error('no player');
  const answer = await oneAnswer(world.url, path, body(first));
  const bare = await startHelper('bare-list-server.ts', {
    databaseUrl: world.databaseUrl,
    secret: SECRET,
    answer,
  });
  const load = (url: string, forMs: number): Promise<Round> =>
    loadCall(url, path, players.map(body), forMs);
  try {
    await load(bare.url, warmMs);
    await load(world.url, warmMs);
    const limit: number[] = [];
    const shop: number[] = [];
    for (let i = 0; i < rounds; i += 1) {
      limit.push((await load(bare.url, roundMs)).perSecond);
      shop.push((await load(world.url, roundMs)).perSecond);
    }
    return {
      name: `${path}, ${Buffer.byteLength(answer)} bytes`,
      value: median(shop),
      unit: 'requests/s',
      limit: median(limit),
      aim: { of: 'ratio', atLeast: 0.5 },
    };
  } finally {
    await bare.stop();
  }
}
