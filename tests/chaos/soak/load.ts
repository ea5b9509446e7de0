import { setTimeout as pause } from 'node:timers/promises';
import type { CallName } from '@webpay/contract/paths';
import { call, newcomer, type Field } from '../../security/field.ts';
import { attackAll, type Outcome } from '../../security/run.ts';
import { THEMES } from '../../security/themes.ts';
import type { Fields } from '../../security/wire.ts';
import { fuzz, type Fuzzed } from '../../security/fuzz/run.ts';
import { createPlayers } from '../players.ts';
import type { PlanKind } from '../plans.ts';
import { purchase } from '../purchases.ts';
import { seeded, type Chance } from '../seeded.ts';

export type Load = {
  /** Times of reads since this was last asked, ms. */
  takeTimes(): number[];
  readonly purchases: () => number;
  /** No more; answers what attacks and fuzz found. */
  stop(): Promise<{ readonly outcomes: readonly Outcome[]; readonly fuzzed: Fuzzed }>;
};

/** Purchases that come to their end within seconds. */
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
const WITHOUT_END = Number.MAX_SAFE_INTEGER;

/** Reads, purchases and events as honest players make them, and beside them everything hostile, until it is stopped. */
export async function startLoad(field: Field, seed: number): Promise<Load> {
  const ending = new AbortController();
  const { signal } = ending;
  const players = await createPlayers(field.environment, 12, seed);
  let times: number[] = [];
  let purchases = 0;
  const outcomes: Outcome[] = [];

  const reader = async (chance: Chance): Promise<void> => {
    const { userToken: token } = await newcomer(field);
    await until(signal, BETWEEN_READS_MS, async () => {
      const [name, fields] = chance.pick(READS);
      const startedAt = performance.now();
      await call(field, name, fields, { token });
      times.push(performance.now() - startedAt);
    });
  };
  const buyer = (chance: Chance): Promise<void> =>
    until(signal, BETWEEN_PURCHASES_MS, async () => {
      const player = players[chance.int(players.length)];
      if (player === undefined) return;
      const plan = { index: purchases, kind: chance.pick(KINDS), seed: chance.int(2 ** 31) };
      purchases += 1;
      await purchase(field.environment, player, plan);
    });
  const gambler = (): Promise<void> =>
    until(signal, BETWEEN_PLAYS_MS, async () => {
      const { userToken: token } = await newcomer(field);
      for (const name of ['bargainInfo', 'bargainSpin', 'cumulationInfo', 'cardInfo'] as const) {
        await call(field, name, {}, { token });
      }
      await call(field, 'bargainClaim', { task: 'sign_in' }, { token });
    });
  const attacker = (): Promise<void> =>
    until(signal, BETWEEN_ATTACKS_MS, async () => {
      for (const theme of THEMES) {
        if (!signal.aborted) outcomes.push(...(await attackAll(field, [theme])));
      }
    });

  const work = [
    ...Array.from({ length: READERS }, (_, index) => reader(seeded(seed + index))),
    buyer(seeded(seed + 100)),
    buyer(seeded(seed + 101)),
    gambler(),
    attacker(),
  ];
  const fuzzing = fuzz(field, { requests: WITHOUT_END, seed, clients: FUZZERS, signal });
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

async function until(
  signal: AbortSignal,
  everyMs: number,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await work();
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
