import { setTimeout as pause } from 'node:timers/promises';
import type { CallName } from '@webpay/contract/paths';
import { ATTACKS, attackTheme, type Outcome } from '../../security/attacks.ts';
import { call, newcomer, type Fields, type Target } from '../../security/target.ts';
import { fuzz, type Fuzzed } from '../../security/fuzz/run.ts';
import { createPlayers } from '../players.ts';
import { purchase, type PlanKind } from '../purchases.ts';
import { seeded, type Chance } from '../seeded.ts';

type Load = {
  /** Times of reads since the last call, ms. */
  takeTimes(): number[];
  readonly purchases: () => number;
  /** Ends the load. @returns results of attacks and fuzzing */
  stop(): Promise<{ readonly outcomes: readonly Outcome[]; readonly fuzzed: Fuzzed }>;
};

/** Purchases that end within seconds. */
const KINDS: readonly [PlanKind, ...PlanKind[]] = [
  'card_paid',
  'card_paid',
  'wallet_paid',
  'card_declined',
  'bank_approves',
  'bank_rejects',
  'cancelled',
  'submitted_by_two_tabs',
  'declined_then_card',
];

const READS: readonly [readonly [CallName, Fields], ...(readonly [CallName, Fields])[]] = [
  ['configs', {}],
  ['regions', {}],
  ['servers', {}],
  ['productPrices', { product_ids: 'gems-60,gems-125', country: 'DE' }],
  ['payChannels', { country: 'US' }],
  ['cartGet', {}],
  ['userOrders', {}],
  ['activityList', {}],
  ['bargainInfo', {}],
  ['cumulationInfo', {}],
  ['cardInfo', {}],
];

const BETWEEN_READS_MS = 25;
const BETWEEN_PURCHASES_MS = 1_500;
const BETWEEN_PLAYS_MS = 500;
const BETWEEN_ATTACKS_MS = 5_000;
const READERS = 4;
const FUZZERS = 2;

/** Runs reads, purchases and events of honest players beside all attacks and fuzzing. */
export async function startLoad(shop: Target, seed: number): Promise<Load> {
  const ending = new AbortController();
  const { signal } = ending;
  const players = await createPlayers(shop.environment, 12, seed);
  let times: number[] = [];
  let purchases = 0;
  const outcomes: Outcome[] = [];
  const repeat = async (everyMs: number, work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      await work();
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const reader = async (chance: Chance): Promise<void> => {
    const player = await newcomer(shop);
    await repeat(BETWEEN_READS_MS, async () => {
      const [name, fields] = chance.pick(READS);
      const startedAt = performance.now();
      await call(shop, name, fields, player);
      times.push(performance.now() - startedAt);
    });
  };
  const buyer = (chance: Chance): Promise<void> =>
    repeat(BETWEEN_PURCHASES_MS, async () => {
      const player = players[chance.int(players.length)];
      if (player === undefined) return;
      const plan = { index: purchases, kind: chance.pick(KINDS), seed: chance.int(2 ** 31) };
      purchases += 1;
      await purchase(shop.environment, player, plan);
    });
  const gambler = repeat(BETWEEN_PLAYS_MS, async () => {
    const player = await newcomer(shop);
    for (const name of ['bargainInfo', 'bargainSpin', 'cumulationInfo', 'cardInfo'] as const) {
      await call(shop, name, {}, player);
    }
    await call(shop, 'bargainClaim', { task: 'sign_in' }, player);
  });
  const attacker = repeat(BETWEEN_ATTACKS_MS, async () => {
    for (const theme of Object.keys(ATTACKS)) {
      if (!signal.aborted) outcomes.push(...(await attackTheme(shop, theme)));
    }
  });
  const work = [
    ...Array.from({ length: READERS }, (_, index) => reader(seeded(seed + index))),
    buyer(seeded(seed + 100)),
    buyer(seeded(seed + 101)),
    gambler,
    attacker,
  ];
  const requests = Number.MAX_SAFE_INTEGER;
  const fuzzing = fuzz(shop, { requests, seed, clients: FUZZERS, signal });
  return {
    takeTimes: () => {
      const taken = times;
      times = [];
      return taken;
    },
    purchases: () => purchases,
    stop: async () => {
      ending.abort();
      await Promise.all(work);
      return { outcomes, fuzzed: await fuzzing };
    },
  };
}
