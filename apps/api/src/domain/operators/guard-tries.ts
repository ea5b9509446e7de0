import { isIP } from 'node:net';
import type { Ctx } from '../../context.ts';
import { beginGuess, forgetGuesses, guessesOf, takeGuessBack } from '../access/guess-queries.ts';
import { keyedHash } from '../access/keyed-hash.ts';
import type { Waits } from '../access/rules.ts';
import type { Queries } from '../../platform/db/pool.ts';
import { groupsOf, plainAddress } from '../../platform/network-ranges.ts';
import { nameKey, SIGN_IN_WAITS } from './rules.ts';

type Budget = { readonly budget: Buffer; readonly waits: Waits };
type Begun = Budget & { readonly turn: number };

/** A try that has begun. It counts as wrong until one of the two is called. */
export type Try = {
  /** The try was right: the name's wrong ones from this network are forgotten. */
  readonly right: () => Promise<void>;
  /** The try was not evaluated. */
  readonly takeBack: () => Promise<void>;
};

/** The wait before the next try, ms. */
export type MustWait = { readonly waitMs: number };

/**
 * Counts a try before it is evaluated, so that concurrent ones count each other: in the budget of its name and network, and
 * in its network's. One that must wait counts in none (docs/decisions/0035).
 * @param name as typed; null: a try that names nobody
 */
export async function beginTry(
  ctx: Ctx,
  address: string,
  name: string | null,
): Promise<Try | MustWait> {
  const begun = await begin(ctx, budgetsOf(ctx, networkOf(address), name));
  if ('waitMs' in begun) return begun;
  const { all } = begun;
  const back = async (budgets: readonly Begun[]) => {
    for (const { budget, turn } of budgets) await ctx.db.run(takeGuessBack, { budget, turn });
  };
  return {
    right: async () => {
      for (const { budget } of all.filter(isOfName)) await ctx.db.run(forgetGuesses, { budget });
      await back(all.filter((each) => !isOfName(each)));
    },
    takeBack: () => back(all),
  };
}

const isOfName = ({ waits }: Budget): boolean => waits === SIGN_IN_WAITS.name;

function budgetsOf(ctx: Ctx, network: string, name: string | null): readonly Budget[] {
  const of = (...parts: readonly string[]) => keyedHash(ctx, 'guesses', 'operator', ...parts);
  const shared = { budget: of('network', network), waits: SIGN_IN_WAITS.network };
  if (name === null) return [shared];
  return [{ budget: of('name', nameKey(name), network), waits: SIGN_IN_WAITS.name }, shared];
}

class Waiting extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('the try must wait');
    this.waitMs = waitMs;
  }
}

async function begin(
  ctx: Ctx,
  budgets: readonly Budget[],
): Promise<{ readonly all: readonly Begun[] } | MustWait> {
  try {
    const all = await ctx.db.transaction(async (tx) => {
      const begun: Begun[] = [];
      for (const each of budgets) begun.push(await beginIn(ctx, tx, each));
      return begun;
    });
    return { all };
  } catch (error) {
    if (error instanceof Waiting) return { waitMs: error.waitMs };
    throw error;
  }
}

async function beginIn(ctx: Ctx, tx: Queries, { budget, waits }: Budget): Promise<Begun> {
  const now = ctx.clock.real();
  const begun = await tx.maybe(beginGuess, {
    budget,
    playerId: null,
    now,
    // Image codes are the shop's.
    hasImageCode: true,
    freeWithoutImage: 0,
    freeBeforeWait: Math.max(1, Math.floor(waits.free * ctx.config.limitScale)),
    firstSeconds: waits.firstMs / 1_000,
    longestSeconds: waits.longestMs / 1_000,
    keptSeconds: waits.keptMs / 1_000,
    isKeptFromFirst: waits.keptFrom === 'first',
  });
  if (begun !== null) return { budget, waits, turn: begun.turn };
  const known = await tx.maybe(guessesOf, { budget });
  throw new Waiting(Math.max(1, (known?.next_at.getTime() ?? 0) - now.getTime()));
}

/** The address as waits count it: an IPv6 customer has 2^64 addresses at least, so a /64 is one. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isIP(plain) === 6 ? groupsOf(plain).slice(0, 4).join(':') : plain;
}
