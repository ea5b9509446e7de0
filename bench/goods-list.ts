import { CALL_PATHS } from '@webpay/contract/paths';
import type { World } from '../tools/world.ts';
import { loadCall, oneAnswer, type Round } from './call-load.ts';
import { startHelper } from './child.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { bodyOf, COUNTRY, enter, SECRET, type Player } from './player.ts';
import { median, quantile } from './stats.ts';

const PATH = CALL_PATHS.productLists.path;
const CONNECTIONS = 32;
const COUNTS = {
  full: { rounds: 5, roundMs: 4_000, warmMs: 2_000 },
  quick: { rounds: 1, roundMs: 1_000, warmMs: 300 },
} as const;

/** The goods list of real sessions, against the least that could answer it; rounds of both alternate. */
export async function benchGoodsList(world: World, scale: Scale): Promise<Part> {
  const { rounds, roundMs, warmMs } = COUNTS[scale];
  const players: Player[] = [];
  for (let i = 0; i < CONNECTIONS; i += 1) players.push(await enter(world.url));
  const [first] = players;
  if (first === undefined) throw new Error('no player');
  const answer = await oneAnswer(world.url, PATH, listBody(first));
  const bare = await startHelper('bare-list-server.ts', {
    databaseUrl: world.databaseUrl,
    secret: SECRET,
    answer,
  });
  const load = (url: string, forMs: number): Promise<Round> =>
    loadCall(url, PATH, players.map(listBody), forMs);
  try {
    await load(bare.url, warmMs);
    await load(world.url, warmMs);
    const limit: Round[] = [];
    const shop: Round[] = [];
    for (let i = 0; i < rounds; i += 1) {
      limit.push(await load(bare.url, roundMs));
      shop.push(await load(world.url, roundMs));
    }
    const speed = (all: readonly Round[]) => median(all.map((round) => round.perSecond));
    const wait = (all: readonly Round[], share: number) =>
      quantile(
        all.flatMap((round) => round.latenciesMs),
        share,
      );
    const figures: Figure[] = [
      {
        name: 'goods list',
        value: speed(shop),
        unit: 'requests/s',
        limit: speed(limit),
        aim: { of: 'ratio', atLeast: 0.5 },
      },
      { name: 'its answer time, p50', value: wait(shop, 0.5), unit: 'ms', limit: wait(limit, 0.5) },
      {
        name: 'its answer time, p95',
        value: wait(shop, 0.95),
        unit: 'ms',
        limit: wait(limit, 0.95),
      },
    ];
    return {
      title: 'Goods list',
      how: `\`POST ${PATH}\`, ${Buffer.byteLength(answer)} bytes each, ${CONNECTIONS} sessions on as many kept-alive connections from one load process; median of ${rounds} rounds of ${roundMs / 1_000} s. Limit: a bare \`node:http\` that parses the form, checks the md5, runs one prepared query on the same database and answers the same bytes.`,
      figures,
    };
  } finally {
    await bare.stop();
  }
}

function listBody(player: Player): string {
  return bodyOf(player, 'productLists', {
    pr_id: player.prId,
    server_id: player.serverId,
    cid: player.cid,
    country: COUNTRY,
  });
}
