import type { TestEnvironment } from '../support/environment.ts';
import { enterMany, LIST_PATH, listBody, startBareList } from './bare-list.ts';
import { loadCall, type Round } from './call-load.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { median, quantile } from './stats.ts';

const CONNECTIONS = 32;
const COUNTS = {
  full: { rounds: 5, roundMs: 4_000, warmMs: 2_000 },
  quick: { rounds: 1, roundMs: 1_000, warmMs: 300 },
} as const;

/** The goods list for real sessions against a minimal server; rounds alternate. */
export async function benchGoodsList(environment: TestEnvironment, scale: Scale): Promise<Part> {
  const { rounds, roundMs, warmMs } = COUNTS[scale];
  const players = await enterMany(environment.url, CONNECTIONS);
  const bare = await startBareList(environment, players);
  const load = (forMs: number): Promise<Round> =>
    loadCall(environment.url, LIST_PATH, players.map(listBody), forMs);
  try {
    await bare.load(warmMs);
    await load(warmMs);
    const limit: Round[] = [];
    const shop: Round[] = [];
    for (let i = 0; i < rounds; i += 1) {
      limit.push(await bare.load(roundMs));
      shop.push(await load(roundMs));
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
      how: `\`POST ${LIST_PATH}\`, ${bare.answerBytes} bytes each, over ${CONNECTIONS} sessions on as many kept-alive connections from one load process; median of ${rounds} rounds of ${roundMs / 1_000} s. Limit: a bare \`node:http\` that parses the form, checks the md5, runs one prepared query on the same database and answers the same bytes.`,
      figures,
    };
  } finally {
    await bare.stop();
  }
}
