import { createShopper, freshCid, want, type Shopper } from '../support/shopper.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { withRetries } from './retry.ts';
import { seeded, type Chance } from './seeded.ts';

export const GAMES = [
  { websiteCode: 'miniflix', gameId: '20' },
  { websiteCode: 'cgg', gameId: '22' },
  { websiteCode: 'dr2', gameId: '31' },
  { websiteCode: 'dr2_mpt', gameId: '32' },
  { websiteCode: 'poi_mbo', gameId: '10' },
  { websiteCode: 'vp_mbo', gameId: '13' },
] as const;

const COUNTRIES_CHECKED = 5;

export type Player = {
  readonly shopper: Shopper;
  readonly game: (typeof GAMES)[number];
  /** Countries, and so currencies, that offer each payment method. */
  readonly countriesOf: Readonly<Record<'card' | 'paypal', readonly [string, ...string[]]>>;
};

/** Several characters in each of the six games. */
export async function createPlayers(environment: TestEnvironment, count: number, seed: number) {
  const chance = seeded(seed);
  const players: Player[] = [];
  for (let index = 0; index < count; index += 1) {
    players.push(await createPlayer(environment, index, chance));
  }
  return players;
}

async function createPlayer(environment: TestEnvironment, index: number, chance: Chance) {
  const game = GAMES[index % GAMES.length] ?? GAMES[0];
  const shopper = await createShopper(environment, game);
  const configs = await want(shopper.client.call('configs', {}));
  const listed = chance.shuffled(configs.countries.map((each) => each.country));
  const card: [string, ...string[]] = ['US'];
  const paypal: [string, ...string[]] = ['US'];
  for (const country of listed.slice(0, COUNTRIES_CHECKED)) {
    const { channels } = await want(shopper.client.call('payChannels', { country }));
    if (channels.some((each) => each.pay_id === 'card')) card.push(country);
    if (channels.some((each) => each.pay_id === 'paypal')) paypal.push(country);
  }
  return { shopper, game, countriesOf: { card, paypal } };
}

/** A new character in the same game: a dispute flags its character for later purchases. */
export async function createStranger(environment: TestEnvironment, like: Player): Promise<Player> {
  const game = { ...like.game, cid: freshCid() };
  return { ...like, shopper: await withRetries(() => createShopper(environment, game)) };
}
