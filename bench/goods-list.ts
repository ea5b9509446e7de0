import { CALL_PATHS } from '@webpay/contract/paths';
import type { World } from '../tools/world.ts';
import { startHelper } from './child.ts';
import { openConnection } from './connection.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { bodyOf, COUNTRY, enter, FORM, SECRET, type Player } from './player.ts';
import { median, quantile } from './stats.ts';

const CONNECTIONS = 32;
const COUNTS = {
  full: { rounds: 5, roundMs: 4_000, warmMs: 2_000 },
  quick: { rounds: 1, roundMs: 1_000, warmMs: 300 },
} as const;

type Round = { readonly perSecond: number; readonly latenciesMs: readonly number[] };

/** The goods list of real sessions, against the least that could answer it; rounds of both alternate. */
export async function benchGoodsList(world: World, scale: Scale): Promise<Part> {
  const { rounds, roundMs, warmMs } = COUNTS[scale];
  const players: Player[] = [];
  for (let i = 0; i < CONNECTIONS; i += 1) players.push(await enter(world.url));
  const answer = await oneAnswer(world.url, players);
  const bare = await startHelper('bare-list-server.ts', {
    databaseUrl: world.databaseUrl,
    secret: SECRET,
    answer,
  });
  try {
    await load(bare.url, players, warmMs);
    await load(world.url, players, warmMs);
    const limit: Round[] = [];
    const shop: Round[] = [];
    for (let i = 0; i < rounds; i += 1) {
      limit.push(await load(bare.url, players, roundMs));
      shop.push(await load(world.url, players, roundMs));
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
      how: `\`POST ${CALL_PATHS.productLists.path}\`, ${Buffer.byteLength(answer)} bytes each, ${CONNECTIONS} sessions on as many kept-alive connections from one load process; median of ${rounds} rounds of ${roundMs / 1_000} s. Limit: a bare \`node:http\` that parses the form, checks the md5, runs one prepared query on the same database and answers the same bytes.`,
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

async function oneAnswer(url: string, [player]: readonly Player[]): Promise<string> {
  if (player === undefined) throw new Error('no player');
  const connection = await openConnection(url);
  const { body } = await connection.post(CALL_PATHS.productLists.path, FORM, listBody(player));
  connection.close();
  return body.toString();
}

/** Every connection asks again as soon as it is answered, until the time is over. */
async function load(url: string, players: readonly Player[], forMs: number): Promise<Round> {
  const latenciesMs: number[] = [];
  const connections = await Promise.all(players.map(() => openConnection(url)));
  // Signed before the clock runs: only the servers' work is measured.
  const bodies = players.map(listBody);
  const startedAt = performance.now();
  const endsAt = startedAt + forMs;
  await Promise.all(
    connections.map(async (connection, index) => {
      const body = bodies[index] ?? '';
      let sentAt = performance.now();
      while (sentAt < endsAt) {
        const answer = await connection.post(CALL_PATHS.productLists.path, FORM, body);
        const answeredAt = performance.now();
        if (!isList(answer.body)) throw new Error(answer.body.toString().slice(0, 200));
        latenciesMs.push(answeredAt - sentAt);
        sentAt = answeredAt;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const connection of connections) connection.close();
  return { perSecond: latenciesMs.length / seconds, latenciesMs };
}

const GOOD_START = Buffer.from('{"code":200,');

function isList(body: Buffer): boolean {
  return body.subarray(0, GOOD_START.length).equals(GOOD_START);
}
