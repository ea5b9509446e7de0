import type { Sum } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../context.ts';
import type { Queries } from '../../platform/db/pool.ts';
import { movedSince } from './approval-queries.ts';
import { dayStart } from './limits.ts';
import { lockLimits } from './queries.ts';
import { sumInWords } from './words.ts';

const CENTS = 100;
const BEYOND = 'Only a command does it: npm run resolve with --break-glass, which raises an alert.';

/** Ends the transaction of a step that two people cannot do in the console either. */
export class AboveCeiling extends Error {}

/**
 * Holds the most that people move in the console, also with a second person.
 * @param people ids of the operator, and of the one who asked
 * @param isFinal the step itself: later steps of these people wait until it ends
 * @throws AboveCeiling with the sentence to show
 */
export async function holdCeiling(
  { config, clock }: Ctx,
  db: Queries,
  { worth, isMoving }: { readonly worth: Sum | null; readonly isMoving: boolean },
  people: readonly string[],
  isFinal: boolean,
): Promise<void> {
  if (!isMoving) return;
  if (worth === null) {
    throw new AboveCeiling(`Its worth in US dollars is not known at any price. ${BEYOND}`);
  }
  const { stepUsd, dayUsd } = config.consoleLimits.ceiling;
  if (worth.minor > stepUsd * CENTS) {
    throw new AboveCeiling(`It is above the most of a step, ${inUsd(stepUsd)}. ${BEYOND}`);
  }
  const since = dayStart(clock.real());
  // In one order, so that two confirmations do not wait for each other.
  for (const operator of [...new Set(people)].toSorted()) {
    if (isFinal) await db.one(lockLimits, { operator });
    const { usd_minor: moved } = await db.one(movedSince, { operator, since });
    if (moved + worth.minor > dayUsd * CENTS) {
      const most = `the most that one person moves in a day (UTC), ${inUsd(dayUsd)}`;
      throw new AboveCeiling(`It is above ${most}. ${BEYOND}`);
    }
  }
}

const inUsd = (usd: number): string => sumInWords({ minor: usd * CENTS, currency: 'USD' });
