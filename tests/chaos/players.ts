import type { TestEnvironment } from '../support/environment.ts';
import { createShopper, freshCid, want, type Shopper } from '../support/shopper.ts';
import { patiently } from './patience.ts';
import { seeded, type Chance } from './seeded.ts';

const GAMES = [
  { websiteCode: 'miniflix', gameId: '20' },
  { websiteCode: 'cgg', gameId: '22' },
  { websiteCode: 'dr2', gameId: '31' },
  { websiteCode: 'dr2_mpt', gameId: '32' },
  { websiteCode: 'poi_mbo', gameId: '10' },
  { websiteCode: 'vp_mbo', gameId: '13' },
] as const;

export function gameIdOf(project: string): string {
  return GAMES.find((each) => each.websiteCode === project)?.gameId ?? '';
}

const COUNTRIES_TRIED = 5;

export type Player = {
  readonly shopper: Shopper;
  readonly project: string;
  /** Countries, and with them currencies, in which each way to pay is offered. */
  readonly countriesOf: Readonly<Record<'card' | 'paypal', readonly [string, ...string[]]>>;
};

/** Several characters in each of the six games. */
export async function createPlayers(
  environment: TestEnvironment,
  count: number,
  seed: number,
): Promise<Player[]> {
  const chance = seeded(seed);
  const players: Player[] = [];
  for (let index = 0; index < count; index += 1) {
    players.push(await createPlayer(environment, index, chance));
  }
  return players;
}

async function createPlayer(
  environment: TestEnvironment,
  index: number,
  chance: Chance,
): Promise<Player> {
  const game = GAMES[index % GAMES.length] ?? GAMES[0];
  const shopper = await createShopper(environment, game);
  const configs = await want(shopper.client.call('configs', {}));
  const listed = chance.shuffled(configs.countries.map((each) => each.country));
  const card: [string, ...string[]] = ['US'];
  const paypal: [string, ...string[]] = ['US'];
  for (const country of listed.slice(0, COUNTRIES_TRIED)) {
    const { channels } = await want(shopper.client.call('payChannels', { country }));
    if (channels.some((each) => each.pay_id === 'card')) card.push(country);
    if (channels.some((each) => each.pay_id === 'paypal')) paypal.push(country);
  }
  return { shopper, project: game.websiteCode, countriesOf: { card, paypal } };
}

/** Somebody who was never here before, so that what is held against them is held against nobody else. */
export async function createStranger(environment: TestEnvironment, like: Player): Promise<Player> {
  const game = GAMES.find((each) => each.websiteCode === like.project) ?? GAMES[0];
  const shopper = await patiently(() => createShopper(environment, { ...game, cid: freshCid() }));
  return { ...like, shopper };
}
