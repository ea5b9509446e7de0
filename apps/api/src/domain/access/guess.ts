import { CODES } from '@webpay/contract/codes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Queries } from '../../platform/db/pool.ts';
import { raiseAlert, reportLimit } from '../../platform/monitoring/alert.ts';
import { countCall } from '../players/queries.ts';
import type { Device, DeviceOwner } from './device.ts';
import { beginGuess, forgetGuesses, guessesOf, takeGuessBack } from './guess-queries.ts';
import { keyedHash } from './keyed-hash.ts';
import { FREE_GUESSES, WAITS, type Waits } from './rules.ts';

/** A guess at a secret of a character: its password or a mail code, or the mail code of a reset or of a device's confirmation. */
export type Guess = DeviceOwner & {
  readonly project: string;
  readonly what: 'access' | 'reset' | 'device';
  /** The caller's network, as limits count it. */
  readonly network: string;
  readonly device: Device;
  readonly hasImageCode: boolean;
};

/** A mail code that no mail has sent, or that is used up: there was nothing to guess. */
export class NothingToGuess extends Refusal {
  constructor() {
    super('WRONG_MAIL_CODE', { tries_left: 0 });
  }
}

/**
 * Runs `check` as one guess (docs/decisions/0035). A guess counts before its check, so that concurrent ones count each
 * other. One that must wait is not checked. Errors other than a wrong secret take the guess back.
 * @param check throws PASSWORD_WRONG or WRONG_MAIL_CODE for a wrong secret
 * @throws Refusal TOO_MANY_LOOKUPS with `retry_after_ms`, IMAGE_CODE_REQUIRED, and the errors of `check`
 */
export async function asGuess<T>(ctx: Ctx, guess: Guess, check: () => Promise<T>): Promise<T> {
  const [own, ...shared] = await begin(ctx, guess);
  try {
    const checked = await check();
    await ctx.db.run(forgetGuesses, { budget: own.budget });
    await takeBack(ctx, shared);
    return checked;
  } catch (error) {
    if (isWrong(error)) await countWrong(ctx, guess);
    else await takeBack(ctx, [own, ...shared]);
    throw error;
  }
}

type Budget = { readonly budget: Buffer; readonly waits: Waits; readonly limit: string };
/** A budget with the number of its guess. */
type Begun = Budget & { readonly turn: number };

/**
 * The budgets that a guess uses: a known device has its own, which no stranger can use up. A right password makes a device
 * known, so a device's confirmation, which guards against a guesser who has the password, gives it none.
 */
function budgetsOf(ctx: Ctx, guess: Guess): readonly [Budget, ...Budget[]] {
  const { what, playerId, project } = guess;
  const waits = WAITS[what];
  const number = what === 'device' ? null : guess.device.numberFor(guess);
  if (number !== null) {
    const budget = keyedHash(ctx, 'guesses', what, playerId, number);
    return [{ budget, waits, limit: 'guess_of_device' }];
  }
  return [
    { budget: keyedHash(ctx, 'guesses', what, playerId), waits, limit: 'guess_of_character' },
    {
      budget: keyedHash(ctx, 'guesses', 'network', project, guess.network),
      waits: WAITS.network,
      limit: 'guess_of_network',
    },
  ];
}

async function begin(ctx: Ctx, guess: Guess): Promise<readonly [Begun, ...Begun[]]> {
  const [own, ...shared] = budgetsOf(ctx, guess);
  try {
    if (shared.length === 0) return [await beginIn(ctx, ctx.db, guess, own)];
    // A guess that one budget refuses counts in none.
    return await ctx.db.transaction(async (tx) => {
      const begun: [Begun, ...Begun[]] = [await beginIn(ctx, tx, guess, own)];
      for (const each of shared) begun.push(await beginIn(ctx, tx, guess, each));
      return begun;
    });
  } catch (error) {
    if (error instanceof Waiting) {
      reportLimit(ctx, error.limit);
      await countForAlert(ctx, guess.project);
    }
    throw error;
  }
}

class Waiting extends Refusal {
  readonly limit: string;

  constructor(limit: string, waitMs: number) {
    super('TOO_MANY_LOOKUPS', { retry_after_ms: waitMs });
    this.limit = limit;
  }
}

async function beginIn(ctx: Ctx, db: Queries, guess: Guess, budget: Budget): Promise<Begun> {
  const now = ctx.clock.now();
  const { waits, limit } = budget;
  const isOfNetwork = waits === WAITS.network;
  const begun = await db.maybe(beginGuess, {
    budget: budget.budget,
    playerId: isOfNetwork ? null : guess.playerId,
    now,
    // A network's image codes are counted by the minute (`checkPassword`).
    hasImageCode: guess.hasImageCode || isOfNetwork,
    freeWithoutImage: FREE_GUESSES,
    freeBeforeWait: Math.max(1, Math.floor(waits.free * ctx.config.limitScale)),
    firstSeconds: waits.firstMs / 1_000,
    longestSeconds: waits.longestMs / 1_000,
    keptSeconds: waits.keptMs / 1_000,
    isKeptFromFirst: waits.keptFrom === 'first',
  });
  if (begun !== null) return { ...budget, turn: begun.turn };
  const known = await db.maybe(guessesOf, { budget: budget.budget });
  const waitMs = (known?.next_at.getTime() ?? 0) - now.getTime();
  throw waitMs > 0 ? new Waiting(limit, waitMs) : new Refusal('IMAGE_CODE_REQUIRED');
}

async function takeBack(ctx: Ctx, begun: readonly Begun[]): Promise<void> {
  for (const { budget, turn } of begun) {
    await ctx.db.run(takeGuessBack, { budget, turn });
  }
}

function isWrong(error: unknown): boolean {
  if (!(error instanceof Refusal) || error instanceof NothingToGuess) return false;
  return error.code === CODES.PASSWORD_WRONG || error.code === CODES.WRONG_MAIL_CODE;
}

async function countWrong(ctx: Ctx, { project, what }: Guess): Promise<void> {
  ctx.metrics.wrongGuesses.inc({ project, what });
  await countForAlert(ctx, project);
}

const HOUR_MS = 3_600_000;

/** Counts a wrong or refused guess; alerts once an hour and project. */
async function countForAlert(ctx: Ctx, project: string): Promise<void> {
  const realMs = ctx.clock.real().getTime();
  const windowStart = new Date(realMs - (realMs % HOUR_MS));
  const key = `guesses:${project}`;
  const { calls } = await ctx.db.one(countCall, { key, windowStart });
  const { guessAlertPerHour, limitScale } = ctx.config;
  // Exactly one process gets this count, so the alert is raised once.
  if (calls !== Math.ceil(guessAlertPerHour * limitScale)) return;
  raiseAlert(ctx, 'passwords_guessed', { project, guesses: calls });
}
